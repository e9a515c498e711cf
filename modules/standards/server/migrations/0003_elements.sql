-- 数据元 with their versions; 词根, 计量单位, 标准文件.

create table standard_doc (
  id text primary key,
  version integer not null default 0,
  doc_no text not null,
  doc_name text not null,
  doc_kind text,
  publisher text,
  publish_date date,
  effective_date date,
  abolish_date date,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table standard_doc is '标准文件';
create unique index standard_doc__doc_no on standard_doc (doc_no) where deleted_at is null;
create index standard_doc__deleted_at on standard_doc (deleted_at desc, id desc) where deleted_at is not null;

create table standard_root (
  id text primary key,
  version integer not null default 0,
  root_name text not null,
  root_en text not null,
  abbreviation text,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table standard_root is '词根';
create unique index standard_root__root_name on standard_root (root_name) where deleted_at is null;
create index standard_root__deleted_at on standard_root (deleted_at desc, id desc) where deleted_at is not null;

create table standard_unit (
  id text primary key,
  version integer not null default 0,
  unit_name text not null,
  unit_code text,
  quantity text,
  -- how many of the base unit of its quantity one is, a decimal
  factor text,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table standard_unit is '计量单位';
create unique index standard_unit__unit_name on standard_unit (unit_name) where deleted_at is null;
create index standard_unit__deleted_at on standard_unit (deleted_at desc, id desc) where deleted_at is not null;

create table standard_element (
  id text primary key,
  version integer not null default 0,
  -- 标识类
  element_code text not null,
  element_name text not null,
  element_name_en text,
  synonyms text,
  -- 定义类
  definition text,
  example text,
  usage text,
  -- 关系类
  object_class text,
  class_id text,
  -- 表示类
  data_type text not null,
  data_length text,
  format text,
  gb_type_id text references standard_type (id),
  unit_id text references standard_unit (id),
  is_nullable char(1) not null default '1' check (is_nullable in ('0', '1')),
  -- 管理类
  doc_id text references standard_doc (id),
  submitter text,
  owner_id text,
  valid_from date,
  remark text,
  state text not null default 'draft' check (state in ('draft', 'inForce', 'retired')),
  -- the attributes in force; null before the first publishing
  published jsonb,
  version_no integer,
  flow_status char(1) not null default '1' check (flow_status in ('1', '2', '3', '4', '5', '6')),
  process_instance_id text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table standard_element is '数据元';
create unique index standard_element__element_code on standard_element (element_code) where deleted_at is null;
create index standard_element__create_time on standard_element (create_time desc, id desc) where deleted_at is null;
create index standard_element__deleted_at on standard_element (deleted_at desc, id desc) where deleted_at is not null;

create table standard_element_version (
  id text primary key,
  element_id text not null references standard_element (id),
  version_no integer not null,
  attributes jsonb not null,
  -- names of the attributes that differ from the version before
  changed text[] not null default '{}',
  publish_by text,
  publish_time timestamptz not null,
  -- until the next version, or until it was retired
  end_time timestamptz
);
comment on table standard_element_version is '数据元版本';
create unique index standard_element_version__element_id_version_no on standard_element_version (element_id, version_no);
