-- 知识产权: patents, software, methods, standards and papers with their legal status.

create table prj_intellectual_property (
  id text primary key,
  version integer not null default 0,
  ip_name text not null,
  -- the name reduced to what makes it the same, for finding duplicates
  normal_name text not null,
  -- 1 发明专利 2 实用新型 3 外观设计 4 软件著作权 5 作品著作权 6 商标 7 工法 8 标准/规范 9 论文/专著 10 专有技术 11 BIM/QC成果
  ip_type text not null check (ip_type in ('1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11')),
  -- 1 国际 2 国家级 3 省部级 4 市级/行业 5 企业级
  ip_level char(1) check (ip_level in ('1', '2', '3', '4', '5')),
  apply_no text,
  apply_date date,
  grant_no text,
  grant_date date,
  cert_no text,
  owner text not null,
  co_owners text,
  -- in order; the first one is the 第一发明人
  inventors text[] not null default '{}',
  branch_id text not null,
  dept_id text not null,
  -- 1 拟申请 2 已受理 3 实质审查 4 已授权 5 驳回 6 失效/终止 7 转让/许可
  legal_status char(1) not null check (legal_status in ('1', '2', '3', '4', '5', '6', '7')),
  expire_date date,
  annual_fee_due date,
  -- 元
  annual_fee numeric(14, 2),
  ipc_class text,
  field text,
  -- 依托项目, a prj_quality_project
  project_id text,
  -- 万元
  transform_amount numeric(14, 2),
  -- 元
  reward_amount numeric(14, 2),
  attachments text,
  sort integer not null default 0,
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check (grant_date >= apply_date)
);
comment on table prj_intellectual_property is '知识产权';
-- The list without filter walks create_time backwards; each frequent filter has the same order behind it, so that one page of 100,000
-- rows is read from the index without sorting.
create index prj_intellectual_property__create_time on prj_intellectual_property (create_time desc, id desc) where deleted_at is null;
create index prj_intellectual_property__branch_id on prj_intellectual_property (branch_id, create_time desc, id desc) where deleted_at is null;
create index prj_intellectual_property__ip_type on prj_intellectual_property (ip_type, create_time desc, id desc) where deleted_at is null;
create index prj_intellectual_property__legal_status on prj_intellectual_property (legal_status, create_time desc, id desc) where deleted_at is null;
-- row rights: departments of the caller, own rows
create index prj_intellectual_property__dept_id on prj_intellectual_property (dept_id, create_time desc, id desc) where deleted_at is null;
create index prj_intellectual_property__create_by on prj_intellectual_property (create_by) where deleted_at is null;
-- reminders and the calendar
create index prj_intellectual_property__expire_date on prj_intellectual_property (expire_date) where deleted_at is null and expire_date is not null;
create index prj_intellectual_property__annual_fee_due on prj_intellectual_property (annual_fee_due) where deleted_at is null and annual_fee_due is not null;
create index prj_intellectual_property__grant_date on prj_intellectual_property (grant_date desc, id desc) where deleted_at is null;
create index prj_intellectual_property__apply_date on prj_intellectual_property (apply_date desc, id desc) where deleted_at is null;
-- duplicates
create index prj_intellectual_property__normal_name on prj_intellectual_property (normal_name) where deleted_at is null;
create index prj_intellectual_property__apply_no on prj_intellectual_property (apply_no) where deleted_at is null;
create index prj_intellectual_property__grant_no on prj_intellectual_property (grant_no) where deleted_at is null;
create index prj_intellectual_property__project_id on prj_intellectual_property (project_id) where project_id is not null;
