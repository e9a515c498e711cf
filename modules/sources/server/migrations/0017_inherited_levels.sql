-- Levels follow the data: what a column takes over from the columns that its content comes from, and what it had of its own.
alter table metadata_column drop constraint metadata_column_level_by_check;
alter table metadata_column add constraint metadata_column_level_by_check
  check (level_by in ('manual', 'auto', 'lineage', 'inherited', 'pending', 'renamed'));
alter table metadata_column add column inherited_level text;
alter table metadata_column add column inherited_class_id text;
alter table metadata_column add column inherited_from text;
alter table metadata_column add column is_masked_whole char(1) not null default '0' check (is_masked_whole in ('0', '1'));
alter table metadata_column add column own_level text;
alter table metadata_column add column own_class_id text;
alter table metadata_column add column own_level_by text;
alter table metadata_column add column level_reason text;
comment on column metadata_column.level_by is 'who set the level: a person, a recogniser, an accepted proposal of lineage; inherited = exact lineage; pending = strict until the lineage of the view is known; renamed = taken over from what it seems to have been';
comment on column metadata_column.inherited_level is 'strictest level (L3, L4) of the columns whose content flows in, also where a person decided otherwise';
comment on column metadata_column.inherited_from is 'id of the column that the level comes from';
comment on column metadata_column.is_masked_whole is '1 = computed from a sensitive column: the mask of its class would show too much, hide it whole';
comment on column metadata_column.own_level is 'level underneath one that is inherited or pending';
comment on column metadata_column.level_reason is 'why a person decided for a level below the inherited one';
create index metadata_column__source_id_sensitive on metadata_column (source_id) where deleted_at is null and level in ('L3', 'L4');
create index metadata_column__level_by on metadata_column (source_id, level_by) where deleted_at is null and level_by in ('inherited', 'pending', 'renamed');

alter table metadata_table add column lineage_due char(1) not null default '0' check (lineage_due in ('0', '1', '2'));
comment on column metadata_table.lineage_due is '1 = where its content comes from is not known yet, 2 = known in part';

create table metadata_level_history (
  id text primary key,
  source_id text not null references metadata_source (id),
  column_id text not null,
  old_level text,
  new_level text,
  old_class_id text,
  new_class_id text,
  level_by text,
  from_column_id text,
  reason text,
  create_by text not null,
  create_time timestamptz not null
);
comment on table metadata_level_history is '字段级别变更记录';
create index metadata_level_history__column_id_create_time on metadata_level_history (column_id, create_time desc, id desc);
create index metadata_level_history__source_id on metadata_level_history (source_id);
