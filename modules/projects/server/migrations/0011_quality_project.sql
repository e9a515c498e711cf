-- 质量项目: projects on their way to a quality award, with the way they went.

create table prj_quality_project (
  id text primary key,
  version integer not null default 0,
  project_name text not null,
  -- the name reduced to what makes it the same, for finding duplicates
  normal_name text not null,
  project_code text not null,
  -- 1 房建 2 市政 3 公路 4 轨道交通 5 水利 6 电力 7 工业 8 园林 9 其他
  project_type char(1) not null check (project_type in ('1', '2', '3', '4', '5', '6', '7', '8', '9')),
  -- 1 勘察 2 设计 3 监理 4 造价 5 全过程咨询 6 总承包 7 施工 8 检测
  business_type char(1) not null check (business_type in ('1', '2', '3', '4', '5', '6', '7', '8')),
  branch_id text not null,
  dept_id text not null,
  province_code char(6) not null references sys_area (area_code),
  city_code char(6) not null references sys_area (area_code),
  address text,
  lng double precision check (lng between 73 and 136),
  lat double precision check (lat between 3 and 54),
  owner_unit text,
  survey_unit text,
  design_unit text,
  build_unit text,
  supervision_unit text,
  -- 万元
  contract_amount numeric(14, 2),
  invest_amount numeric(14, 2),
  scale text,
  start_date date,
  plan_finish_date date,
  finish_date date,
  accept_date date,
  -- 1 合格 2 优良
  accept_grade char(1) check (accept_grade in ('1', '2')),
  award_name text,
  -- 1 国家级 2 省部级 3 市级 4 行业协会 5 集团/企业级
  award_level char(1) not null check (award_level in ('1', '2', '3', '4', '5')),
  -- 1 特等奖 2 金奖 3 一等奖 4 二等奖 5 三等奖 6 提名奖
  award_grade char(1) check (award_grade in ('1', '2', '3', '4', '5', '6')),
  award_org text,
  award_date date,
  award_cert_no text,
  -- 1 主申报 2 参建
  role char(1) check (role in ('1', '2')),
  -- 1 创优策划 2 申报 3 初审 4 评审/公示 5 获奖 6 未获奖
  stage char(1) not null check (stage in ('1', '2', '3', '4', '5', '6')),
  project_manager text,
  tech_leader text,
  members text[] not null default '{}',
  attachments text,
  sort integer not null default 0,
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table prj_quality_project is '质量项目';
create unique index prj_quality_project__project_code on prj_quality_project (project_code) where deleted_at is null;
-- The list without filter walks create_time backwards; each frequent filter has the same order behind it, so that one page of 100,000
-- rows is read from the index without sorting.
create index prj_quality_project__create_time on prj_quality_project (create_time desc, id desc) where deleted_at is null;
create index prj_quality_project__branch_id on prj_quality_project (branch_id, create_time desc, id desc) where deleted_at is null;
create index prj_quality_project__stage on prj_quality_project (stage, create_time desc, id desc) where deleted_at is null;
create index prj_quality_project__award_level on prj_quality_project (award_level, create_time desc, id desc) where deleted_at is null;
create index prj_quality_project__project_type on prj_quality_project (project_type, create_time desc, id desc) where deleted_at is null;
create index prj_quality_project__province_code on prj_quality_project (province_code, create_time desc, id desc) where deleted_at is null;
create index prj_quality_project__city_code on prj_quality_project (city_code, create_time desc, id desc) where deleted_at is null;
create index prj_quality_project__award_date on prj_quality_project (award_date desc, id desc) where deleted_at is null;
-- row rights: departments of the caller, own rows
create index prj_quality_project__dept_id on prj_quality_project (dept_id, create_time desc, id desc) where deleted_at is null;
create index prj_quality_project__create_by on prj_quality_project (create_by) where deleted_at is null;
create index prj_quality_project__normal_name on prj_quality_project (normal_name) where deleted_at is null;

create table prj_quality_project_stage (
  id text primary key,
  project_id text not null references prj_quality_project (id) on delete cascade,
  -- null on the first row
  from_stage char(1) check (from_stage in ('1', '2', '3', '4', '5', '6')),
  stage char(1) not null check (stage in ('1', '2', '3', '4', '5', '6')),
  -- why a project went back
  reason text,
  create_by text,
  create_time timestamptz not null default now()
);
comment on table prj_quality_project_stage is '质量项目阶段变更';
create index prj_quality_project_stage__project_id on prj_quality_project_stage (project_id, create_time, id);
