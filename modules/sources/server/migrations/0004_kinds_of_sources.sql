-- Sources of every kind: file sources have neither host nor port; harvesting knows a scope, a plan and who answers for the source.
alter table metadata_source drop constraint metadata_source_port_check;
alter table metadata_source add constraint metadata_source_port_check check (port between 0 and 65535);
comment on column metadata_source.port is '0 when the source is made of files, its host is empty then';
alter table metadata_source add column owner_id text;
alter table metadata_source add column env text not null default 'prod';
alter table metadata_source add column file_names text;
alter table metadata_source add column include_tables jsonb not null default '[]';
alter table metadata_source add column exclude_tables jsonb not null default '[]';
alter table metadata_source add column sync_cron text;
alter table metadata_source add column next_sync_time timestamptz;
alter table metadata_source add column capability jsonb;
alter table metadata_source add column routine_count integer not null default 0;
comment on column metadata_source.file_names is 'stored names of uploaded files, comma separated, when the source is made of files';
comment on column metadata_source.include_tables is 'patterns schema.table with * that limit the harvest; empty = everything';
comment on column metadata_source.capability is 'what the last connectivity check found: version, features, time';
create index metadata_source__next_sync_time on metadata_source (next_sync_time) where deleted_at is null and sync_cron is not null;

alter table metadata_sync_run add column job_id text;
alter table metadata_sync_run add column trigger_kind text not null default 'manual' check (trigger_kind in ('manual', 'plan', 'api'));
alter table metadata_sync_run add column phases jsonb not null default '{}';
alter table metadata_sync_run add column unreadable integer not null default 0;
alter table metadata_sync_run add column columns_added integer not null default 0;
alter table metadata_sync_run add column columns_changed integer not null default 0;
alter table metadata_sync_run add column columns_removed integer not null default 0;
comment on column metadata_sync_run.phases is 'milliseconds by phase: connect, read, compare, write, lineage';
