create table metadata_sql_history (
  id text primary key,
  purpose text not null,
  sql_key text,
  user_id text not null,
  username text not null,
  create_dept text,
  remote_addr text,
  source_id text not null,
  source_name text not null,
  kind text not null check (kind in ('read', 'write')),
  sql_text text not null,
  tables jsonb not null default '[]',
  columns jsonb not null default '[]',
  masked jsonb not null default '[]',
  row_count bigint,
  time_ms integer not null,
  outcome text not null check (outcome in ('success', 'failed', 'refused', 'cancelled', 'timeout')),
  message text,
  create_time timestamptz not null
);
comment on table metadata_sql_history is 'SQL执行记录';
create index metadata_sql_history__create_time on metadata_sql_history (create_time desc, id desc);
create index metadata_sql_history__user_id_create_time on metadata_sql_history (user_id, create_time desc, id desc);
create index metadata_sql_history__source_id_create_time on metadata_sql_history (source_id, create_time desc, id desc);

create table metadata_sql_run (
  id text primary key,
  user_id text not null,
  sql_key text not null,
  source_id text not null,
  stop_time timestamptz,
  create_time timestamptz not null
);
comment on table metadata_sql_run is '正在执行的SQL';
comment on column metadata_sql_run.stop_time is 'set by the stop call; the node that runs the statement looks at it';
create unique index metadata_sql_run__user_id_sql_key on metadata_sql_run (user_id, sql_key);
