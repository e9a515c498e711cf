create table metadata_saved_query (
  id text primary key,
  query_name text not null,
  folder text,
  source_id text not null references metadata_source (id),
  sql_text text not null,
  params jsonb not null default '[]',
  chart jsonb,
  share_kind text not null default 'none' check (share_kind in ('none', 'dept', 'role', 'user', 'all')),
  share_ids jsonb not null default '[]',
  remark text,
  last_run_time timestamptz,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table metadata_saved_query is '已存查询';
comment on column metadata_saved_query.params is '[{name, label, type, defaultValue}] of the ${name} in the text';
create index metadata_saved_query__create_by on metadata_saved_query (create_by) where deleted_at is null;

create table metadata_query_star (
  user_id text not null,
  query_id text not null references metadata_saved_query (id),
  create_time timestamptz not null default now(),
  primary key (user_id, query_id)
);
comment on table metadata_query_star is '收藏的查询';

create table metadata_console_tab (
  user_id text not null,
  tab_key text not null,
  tab_name text not null,
  source_id text,
  sql_text text not null default '',
  params jsonb not null default '{}',
  query_id text,
  sort integer not null default 0,
  update_time timestamptz not null default now(),
  primary key (user_id, tab_key)
);
comment on table metadata_console_tab is 'SQL工作台页签';

alter table metadata_sql_history add column lineage_time timestamptz;
comment on column metadata_sql_history.lineage_time is 'when lineage was taken from this row; null = not yet';
create index metadata_sql_history__lineage on metadata_sql_history (create_time) where lineage_time is null and kind = 'write' and outcome = 'success';
