-- 部门档案: production units with staff and yearly targets; not the departments of the platform, though a unit may be one of them.

create table prj_department (
  id text primary key,
  version integer not null default 0,
  dept_name text not null,
  -- the name reduced to what makes it the same, for finding duplicates
  normal_name text not null,
  dept_code text not null,
  -- 1 职能部门 2 生产院所 3 分公司 4 子公司 5 项目部
  dept_type char(1) not null check (dept_type in ('1', '2', '3', '4', '5')),
  -- '0' at the top
  parent_id text not null default '0',
  sys_dept_id text,
  -- whose the record is for row rights: the linked department, else that of the unit above, else that of whoever made the row
  dept_id text,
  leader text not null,
  leader_phone text,
  vice_leaders text[] not null default '{}',
  province_code char(6) references sys_area (area_code),
  city_code char(6) references sys_area (area_code),
  address text,
  establish_date date,
  main_business text,
  staff_plan integer not null default 0 check (staff_plan >= 0),
  staff_actual integer not null default 0 check (staff_actual >= 0),
  cert_staff integer not null default 0 check (cert_staff >= 0),
  status char(1) not null default '1' check (status in ('0', '1')),
  attachments text,
  sort integer not null default 0,
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check (parent_id <> id)
);
comment on table prj_department is '生产单元';
create unique index prj_department__dept_code on prj_department (dept_code) where deleted_at is null;
create unique index prj_department__sys_dept_id on prj_department (sys_dept_id) where deleted_at is null;
create index prj_department__parent_id on prj_department (parent_id, sort, id) where deleted_at is null;
create index prj_department__sort on prj_department (sort, create_time desc, id desc) where deleted_at is null;
create index prj_department__create_time on prj_department (create_time desc, id desc) where deleted_at is null;
create index prj_department__dept_type on prj_department (dept_type, sort, create_time desc, id desc) where deleted_at is null;
create index prj_department__province_code on prj_department (province_code, sort, create_time desc, id desc) where deleted_at is null;
create index prj_department__city_code on prj_department (city_code) where deleted_at is null;
-- row rights: departments of the caller, own rows
create index prj_department__dept_id on prj_department (dept_id, sort, create_time desc, id desc) where deleted_at is null;
create index prj_department__create_by on prj_department (create_by) where deleted_at is null;
create index prj_department__normal_name on prj_department (normal_name) where deleted_at is null;

create table prj_department_target (
  department_id text not null references prj_department (id) on delete cascade,
  target_year smallint not null check (target_year between 2000 and 2099),
  -- 万元
  contract numeric(14, 2),
  output numeric(14, 2),
  receipt numeric(14, 2),
  profit numeric(14, 2),
  primary key (department_id, target_year)
);
comment on table prj_department_target is '生产单元年度指标';
create index prj_department_target__target_year on prj_department_target (target_year);
