-- 执业类型 and 执业资质: kinds of professional registrations, and the certificates that people hold.

create table prj_practicing_type (
  id text primary key,
  version integer not null default 0,
  -- '0' on the upper of the two levels
  parent_id text not null default '0',
  type_code text not null,
  type_name text not null,
  type_level char(1) not null check (type_level in ('1', '2')),
  has_specialty char(1) not null default '0' check (has_specialty in ('0', '1')),
  specialties text[] not null default '{}',
  -- the authority that registers: 住建, 交通, 水利, 发改, 应急, 自然资源
  reg_dept text,
  valid_years integer check (valid_years >= 0),
  -- 继续教育学时 within one registration period
  edu_hours integer check (edu_hours >= 0),
  warn_days integer not null default 90 check (warn_days >= 0),
  -- 证书津贴, yuan a month; shown only to those who may edit types
  allowance numeric(12, 2),
  sort integer not null default 0,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check (parent_id <> id),
  check ((parent_id = '0') = (type_level = '1'))
);
comment on table prj_practicing_type is '执业类型';
create unique index prj_practicing_type__type_code on prj_practicing_type (type_code) where deleted_at is null;
create unique index prj_practicing_type__parent_id_type_name on prj_practicing_type (parent_id, type_name) where deleted_at is null;

create table prj_practicing_qualification (
  id text primary key,
  version integer not null default 0,
  person_name text not null,
  employee_no text,
  -- the account of the person, who is reminded too
  user_id text,
  gender char(1) not null default '0' check (gender in ('0', '1', '2')),
  birthday date,
  -- sealed; id_card_index is a keyed digest by which an identity number is found and compared
  id_card_sealed text,
  id_card_index text,
  phone text,
  -- 1 大专及以下 2 本科 3 硕士 4 博士
  education char(1) check (education in ('1', '2', '3', '4')),
  major text,
  -- 0 无 1 员级 2 助理级 3 中级 4 副高级 5 正高级
  title_level char(1) check (title_level in ('0', '1', '2', '3', '4', '5')),
  branch_id text not null,
  dept_id text not null,
  top_type_id text not null references prj_practicing_type (id),
  type_id text not null references prj_practicing_type (id),
  specialty text,
  cert_name text not null,
  cert_no text not null,
  -- name and number reduced to what makes them the same, for finding duplicates
  similar_key text not null,
  register_no text,
  seal_no text,
  issue_org text,
  issue_date date,
  register_unit text not null,
  -- 人证合一: the unit of the registration is the company itself
  is_unified char(1) not null default '0' check (is_unified in ('0', '1')),
  register_date date,
  valid_from date,
  valid_to date not null,
  -- from this day on the certificate ends soon: valid_to less the warning days of its type
  warn_from date not null,
  -- 1 初始注册 2 延续注册 3 变更注册 4 注销 5 未注册
  register_status char(1) not null check (register_status in ('1', '2', '3', '4', '5')),
  -- 1 有效 2 即将到期 3 已过期 4 已注销 as of the last nightly run, for readers in SQL; calls work it out from the dates
  cert_status char(1) not null check (cert_status in ('1', '2', '3', '4')),
  edu_hours_done integer check (edu_hours_done >= 0),
  occupied char(1) not null default '0' check (occupied in ('0', '1')),
  occupied_project_id text,
  occupied_project_name text,
  occupied_time timestamptz,
  attachments text,
  sort integer not null default 0,
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check (valid_from <= valid_to),
  check ((occupied = '1') = (occupied_time is not null)),
  check (occupied = '1' or (occupied_project_id is null and occupied_project_name is null))
);
comment on table prj_practicing_qualification is '执业资质';
create unique index prj_practicing_qualification__type_id_cert_no on prj_practicing_qualification (type_id, cert_no) where deleted_at is null;
-- one page of the unfiltered list, and of the frequent filters, comes out of an index without sorting
create index prj_practicing_qualification__create_time on prj_practicing_qualification (create_time desc, id desc) where deleted_at is null;
create index prj_practicing_qualification__branch_id on prj_practicing_qualification (branch_id, create_time desc, id desc) where deleted_at is null;
create index prj_practicing_qualification__dept_id on prj_practicing_qualification (dept_id, create_time desc, id desc) where deleted_at is null;
create index prj_practicing_qualification__type_id on prj_practicing_qualification (type_id, create_time desc, id desc) where deleted_at is null;
create index prj_practicing_qualification__top_type_id on prj_practicing_qualification (top_type_id, create_time desc, id desc) where deleted_at is null;
create index prj_practicing_qualification__create_by on prj_practicing_qualification (create_by) where deleted_at is null;
-- certificate states are spans of these two days; reminders and the calendar walk the first
create index prj_practicing_qualification__valid_to on prj_practicing_qualification (valid_to, id) where deleted_at is null and register_status <> '4';
create index prj_practicing_qualification__warn_from on prj_practicing_qualification (warn_from, id) where deleted_at is null and register_status <> '4';
create index prj_practicing_qualification__id_card_index on prj_practicing_qualification (id_card_index) where deleted_at is null;
create index prj_practicing_qualification__similar_key on prj_practicing_qualification (similar_key) where deleted_at is null;
create index prj_practicing_qualification__occupied on prj_practicing_qualification (create_time desc, id desc) where deleted_at is null and occupied = '1';
