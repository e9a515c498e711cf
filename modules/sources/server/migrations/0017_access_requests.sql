-- Requests of people for rights on a table, until somebody who may grant decides.
create table metadata_access_request (
  id text primary key,
  source_id text not null references metadata_source (id),
  table_id text not null,
  user_id text not null,
  -- empty = the whole table
  column_ids text[] not null default '{}',
  actions text[] not null,
  purpose text not null,
  end_time timestamptz,
  state text not null default 'open' check (state in ('open', 'granted', 'refused')),
  reason text,
  decided_by text,
  decided_time timestamptz,
  create_time timestamptz not null default now()
);
comment on table metadata_access_request is '数据权限申请';
create unique index metadata_access_request__user_id_table_id on metadata_access_request (user_id, table_id) where state = 'open';
create index metadata_access_request__state_create_time on metadata_access_request (state, create_time desc);
create index metadata_access_request__source_id on metadata_access_request (source_id);
