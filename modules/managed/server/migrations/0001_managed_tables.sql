create table managed_table (
  id text primary key,
  module text not null,
  owner_id text not null,
  part text not null default '',
  table_name text not null,
  label text not null,
  next_position integer not null,
  hidden_at timestamptz,
  create_by text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
comment on table managed_table is '平台数据表';
comment on column managed_table.part is 'which table of its owner: empty = the main one, else the id of a field';
create unique index managed_table__table_name on managed_table (table_name);
create unique index managed_table__owner_id_part on managed_table (module, owner_id, part);

create table managed_column (
  id text primary key,
  table_id text not null references managed_table (id),
  field_id text not null,
  column_name text not null,
  label text not null,
  type jsonb not null,
  position integer not null,
  is_key char(1) not null default '0' check (is_key in ('0', '1')),
  is_not_null char(1) not null default '0' check (is_not_null in ('0', '1')),
  is_indexed char(1) not null default '0' check (is_indexed in ('0', '1')),
  is_unique char(1) not null default '0' check (is_unique in ('0', '1')),
  is_hidden char(1) not null default '0' check (is_hidden in ('0', '1'))
);
comment on table managed_column is '平台数据字段';
comment on column managed_column.is_hidden is 'no field has it any more; its values are kept';
create unique index managed_column__table_id_position on managed_column (table_id, position);
