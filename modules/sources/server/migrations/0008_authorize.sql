create table metadata_authorize (
  id text primary key,
  object_type text not null check (object_type in ('database', 'schema', 'table', 'column')),
  object_id text not null,
  source_id text not null references metadata_source (id),
  table_id text references metadata_table (id),
  subject_type text not null check (subject_type in ('role', 'dept', 'user')),
  subject_id text not null,
  actions text[] not null default '{meta}',
  row_filter text,
  begin_time timestamptz,
  end_time timestamptz,
  request_id text,
  remark text,
  status char(1) not null default '1' check (status in ('0', '1')),
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table metadata_authorize is '数据授权';
comment on column metadata_authorize.object_type is 'database = the whole source, as the tree of the family calls it';
comment on column metadata_authorize.object_id is 'id of the source, table or column; of a schema: source id and name, joined by a dot';
comment on column metadata_authorize.actions is 'meta, preview, query, export, unmask; every other action includes meta';
comment on column metadata_authorize.row_filter is 'condition over the columns of the table; ${user.id}, ${user.username}, ${user.deptId} are values of the caller';
comment on column metadata_authorize.request_id is 'the approved request that it came from';
create index metadata_authorize__subject on metadata_authorize (subject_type, subject_id) where deleted_at is null;
create index metadata_authorize__source_id on metadata_authorize (source_id) where deleted_at is null;
create index metadata_authorize__object_id on metadata_authorize (object_id) where deleted_at is null;

create table metadata_mask_rule (
  id text primary key,
  rule_name text not null,
  rule_code text not null,
  algorithm text not null,
  params jsonb not null default '{}',
  is_builtin char(1) not null default '0' check (is_builtin in ('0', '1')),
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table metadata_mask_rule is '脱敏规则';
create unique index metadata_mask_rule__rule_code on metadata_mask_rule (rule_code) where deleted_at is null;

create table metadata_class (
  id text primary key,
  parent_id text references metadata_class (id),
  path text not null,
  class_name text not null,
  class_code text not null,
  level text not null check (level in ('L1', 'L2', 'L3', 'L4')),
  mask_rule_id text references metadata_mask_rule (id),
  recogniser text,
  name_patterns jsonb not null default '[]',
  value_pattern text,
  threshold numeric(4, 3) not null default 0.8,
  is_builtin char(1) not null default '0' check (is_builtin in ('0', '1')),
  sort integer not null default 0,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table metadata_class is '数据分类分级';
comment on column metadata_class.recogniser is 'built-in check of values: idCard, creditCode, mobile, phone, bankCard, email, name, plate, address, ip …';
comment on column metadata_class.name_patterns is 'words in Chinese, English or pinyin that a column name or comment may hold';
create unique index metadata_class__class_code on metadata_class (class_code) where deleted_at is null;

create table metadata_class_hit (
  id text primary key,
  column_id text not null references metadata_column (id),
  class_id text not null references metadata_class (id),
  source_id text not null references metadata_source (id),
  by_name char(1) not null default '0' check (by_name in ('0', '1')),
  match_rate numeric(4, 3),
  sample_size integer not null default 0,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'accepted', 'rejected')),
  decided_by text,
  decided_time timestamptz,
  create_time timestamptz not null default now()
);
comment on table metadata_class_hit is '敏感识别结果';
create unique index metadata_class_hit__column_id_class_id on metadata_class_hit (column_id, class_id);
create index metadata_class_hit__state on metadata_class_hit (state, create_time desc);
