create table metadata_change_record (
  id text primary key,
  origin text not null default 'manual' check (origin in ('sync', 'manual')),
  run_id text,
  source_id text not null references metadata_source (id),
  table_id text references metadata_table (id),
  object_type text not null check (object_type in ('table', 'column', 'key', 'index', 'view', 'routine')),
  object_id text not null,
  object_name text not null,
  change_kind text not null check (change_kind in ('added', 'removed', 'changed', 'renamed')),
  field_name text not null,
  field_old_value text,
  field_new_value text,
  change_version integer not null default 1,
  impact_count integer not null default 0,
  status char(1) not null default '0' check (status in ('0', '1')),
  ack_by text,
  ack_time timestamptz,
  ack_note text,
  remark text,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table metadata_change_record is '元数据变更记录';
comment on column metadata_change_record.origin is 'found by a synchronisation, or registered by a person';
comment on column metadata_change_record.change_kind is 'renamed = a guess: same place and type, other name';
comment on column metadata_change_record.status is '0 待确认, 1 已确认';
comment on column metadata_change_record.change_version is 'version of the table structure that this change made';
comment on column metadata_change_record.impact_count is 'objects further down the lineage when the change was found';
create index metadata_change_record__create_time on metadata_change_record (create_time desc, id desc) where deleted_at is null;
create index metadata_change_record__table_id_create_time on metadata_change_record (table_id, create_time desc) where deleted_at is null;
create index metadata_change_record__source_id_create_time on metadata_change_record (source_id, create_time desc) where deleted_at is null;
create index metadata_change_record__object_id on metadata_change_record (object_id) where deleted_at is null;
create index metadata_change_record__status on metadata_change_record (status, create_time desc) where deleted_at is null;

create table metadata_table_version (
  id text primary key,
  table_id text not null references metadata_table (id),
  version_no integer not null,
  run_id text,
  content jsonb not null,
  create_time timestamptz not null
);
comment on table metadata_table_version is '数据表结构版本';
comment on column metadata_table_version.content is 'comment, columns, keys, indexes and view text as they were before the change; the present one is in metadata_table';
create unique index metadata_table_version__table_id_version_no on metadata_table_version (table_id, version_no);
alter table metadata_table add column structure_version integer not null default 1;

create table metadata_follow (
  user_id text not null,
  object_type text not null check (object_type in ('source', 'table')),
  object_id text not null,
  create_time timestamptz not null default now(),
  primary key (user_id, object_type, object_id)
);
comment on table metadata_follow is '元数据关注';
create index metadata_follow__object_type_object_id on metadata_follow (object_type, object_id);
