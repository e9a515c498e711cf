create table metadata_source (
  id text primary key,
  source_name text not null,
  db_type text not null,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  host text not null,
  port integer not null check (port between 1 and 65535),
  db_name text not null,
  sid text,
  username text,
  password_sealed text,
  ssl_mode text not null default 'prefer' check (ssl_mode in ('disable', 'prefer', 'require', 'verify')),
  schemas jsonb not null default '[]',
  config_version integer not null default 0,
  is_sync char(1) not null default '0' check (is_sync in ('0', '1', '2', '3')),
  sync_time timestamptz,
  sync_error text,
  table_count integer not null default 0,
  column_count integer not null default 0,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table metadata_source is '数据源';
comment on column metadata_source.config_version is 'grows with every change of the connection; pools of older versions are closed';
create unique index metadata_source__source_name on metadata_source (source_name) where deleted_at is null;

create table metadata_table (
  id text primary key,
  source_id text not null references metadata_source (id),
  schema_name text not null,
  table_name text not null,
  table_kind text not null check (table_kind in ('table', 'view', 'materialized', 'foreign', 'partitioned')),
  table_comment text,
  row_estimate bigint,
  size_bytes bigint,
  column_count integer not null default 0,
  keys jsonb not null default '[]',
  fingerprint text not null,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table metadata_table is '数据表';
create unique index metadata_table__source_id_schema_name_table_name on metadata_table (source_id, schema_name, table_name) where deleted_at is null;

create table metadata_column (
  id text primary key,
  source_id text not null references metadata_source (id),
  table_id text not null references metadata_table (id),
  column_name text not null,
  column_comment text,
  column_key char(1) not null default '0' check (column_key in ('0', '1')),
  column_nullable char(1) not null default '1' check (column_nullable in ('0', '1')),
  column_position integer not null,
  data_type text not null,
  data_length text,
  data_precision text,
  data_scale text,
  data_default text,
  reference text,
  level text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table metadata_column is '元数据字段';
comment on column metadata_column.reference is 'schema.table.column that a foreign key points at';
comment on column metadata_column.level is 'classification L1 to L4, decides the masking';
create unique index metadata_column__table_id_column_name on metadata_column (table_id, column_name) where deleted_at is null;
create index metadata_column__source_id on metadata_column (source_id) where deleted_at is null;

create table metadata_sync_run (
  id text primary key,
  source_id text not null references metadata_source (id),
  state text not null check (state in ('running', 'done', 'failed', 'cancelled')),
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  message text,
  create_by text,
  start_time timestamptz not null,
  end_time timestamptz
);
comment on table metadata_sync_run is '元数据同步记录';
create index metadata_sync_run__source_id_start_time on metadata_sync_run (source_id, start_time desc);
