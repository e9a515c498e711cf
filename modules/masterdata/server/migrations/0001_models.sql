create table masterdata_model (
  id text primary key,
  model_name text not null,
  model_logic_table text not null,
  model_physical_table text,
  is_sync char(1) not null default '0' check (is_sync in ('0', '1')),
  status char(1) not null default '1' check (status in ('0', '1')),
  flow_status char(1) not null default '1' check (flow_status in ('1', '2', '3', '4', '5', '6')),
  process_instance_id text,
  remark text,
  version_no integer,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table masterdata_model is '主数据模型';
comment on column masterdata_model.version_no is 'version in force; null before the table is made';
create unique index masterdata_model__model_logic_table on masterdata_model (model_logic_table) where deleted_at is null;
create unique index masterdata_model__model_physical_table on masterdata_model (model_physical_table);
create index masterdata_model__create_time_id on masterdata_model (create_time desc, id desc) where deleted_at is null;

create table masterdata_model_column (
  id text primary key,
  model_id text not null references masterdata_model (id),
  column_name text not null,
  column_comment text not null,
  column_type text not null,
  column_length text,
  column_scale text,
  default_value text,
  is_required char(1) not null check (is_required in ('0', '1')),
  is_unique char(1) not null check (is_unique in ('0', '1')),
  is_insert char(1) not null check (is_insert in ('0', '1')),
  is_edit char(1) not null check (is_edit in ('0', '1')),
  is_detail char(1) not null check (is_detail in ('0', '1')),
  is_list char(1) not null check (is_list in ('0', '1')),
  is_query char(1) not null check (is_query in ('0', '1')),
  query_type text not null,
  html_type text not null,
  is_bind_dict char(1) not null check (is_bind_dict in ('0', '1')),
  bind_dict_type_id text,
  bind_dict_column text,
  element_id text,
  ref_model_id text,
  sort integer not null
);
comment on table masterdata_model_column is '主数据模型列';
comment on column masterdata_model_column.id is 'the same in every version of the model: a new name is no new column';
create unique index masterdata_model_column__model_id_column_name on masterdata_model_column (model_id, column_name);
create index masterdata_model_column__ref_model_id on masterdata_model_column (ref_model_id) where ref_model_id is not null;

create table masterdata_model_version (
  model_id text not null references masterdata_model (id),
  version_no integer not null,
  model_name text not null,
  columns jsonb not null,
  author_id text,
  create_time timestamptz not null default now(),
  primary key (model_id, version_no)
);
comment on table masterdata_model_version is '主数据模型版本';

create table masterdata_code_rule (
  id text primary key,
  model_id text not null references masterdata_model (id),
  column_id text not null,
  pattern text not null,
  gapless char(1) not null default '0' check (gapless in ('0', '1')),
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now()
);
comment on table masterdata_code_rule is '主数据编码规则';
create unique index masterdata_code_rule__model_id_column_id on masterdata_code_rule (model_id, column_id);

create table masterdata_code_counter (
  rule_id text not null references masterdata_code_rule (id) on delete cascade,
  period text not null,
  last_number bigint not null,
  primary key (rule_id, period)
);
comment on table masterdata_code_counter is '主数据编码流水号';

create table masterdata_source_map (
  id text primary key,
  model_id text not null references masterdata_model (id),
  map_name text not null,
  source_id text not null,
  table_id text not null,
  key_column text not null,
  priority integer not null default 50,
  status char(1) not null default '1' check (status in ('0', '1')),
  columns jsonb not null,
  owner_id text not null,
  problem text,
  last_load jsonb,
  job_id text,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table masterdata_source_map is '主数据接入';
comment on column masterdata_source_map.owner_id is 'with whose rights it loads';
create index masterdata_source_map__model_id on masterdata_source_map (model_id) where deleted_at is null;

create table masterdata_reject (
  map_id text not null references masterdata_source_map (id) on delete cascade,
  seq integer not null,
  source_key text not null,
  column_name text,
  message text not null,
  primary key (map_id, seq)
);
comment on table masterdata_reject is '主数据未接入的行';

create table masterdata_xref (
  id text primary key,
  model_id text not null references masterdata_model (id),
  record_id text not null,
  map_id text not null references masterdata_source_map (id),
  source_key text not null,
  row_hash text not null,
  cells jsonb not null,
  load_time timestamptz not null
);
comment on table masterdata_xref is '主数据来源对照';
comment on column masterdata_xref.cells is 'what the source said last, by the id of the column';
create unique index masterdata_xref__map_id_source_key on masterdata_xref (map_id, source_key);
create index masterdata_xref__record_id on masterdata_xref (record_id);

create table masterdata_attr_history (
  id text primary key,
  model_id text not null references masterdata_model (id),
  record_id text not null,
  action text not null check (action in ('add', 'change', 'retire', 'restore', 'remove', 'merge', 'unmerge')),
  origin text not null check (origin in ('manual', 'import', 'load', 'merge', 'unmerge', 'approval')),
  changes jsonb not null,
  record_version integer not null,
  map_id text,
  source_key text,
  reason text,
  user_id text,
  create_time timestamptz not null
);
comment on table masterdata_attr_history is '主数据属性历史';
comment on column masterdata_attr_history.changes is 'by the id of the column: [before, after], and the rule that chose it where there was one';
create index masterdata_attr_history__record_id_create_time on masterdata_attr_history (record_id, create_time desc, id desc);
