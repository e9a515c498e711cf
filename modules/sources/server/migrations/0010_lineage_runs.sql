-- Names in a unit without a schema belong to this one; empty = the default of the source.
alter table metadata_lineage_unit add column schema_name text;
comment on column metadata_lineage_unit.schema_name is 'schema of names that are written without one, null = default of the source';
comment on column metadata_lineage_unit.message is 'what went wrong; of a manual unit the reason that a steward gave';

create table metadata_lineage_state (
  source_id text primary key references metadata_source (id),
  request_time timestamptz not null,
  done_time timestamptz,
  unit_count integer not null default 0,
  message text
);
comment on table metadata_lineage_state is '数据源血缘解析状态';
comment on column metadata_lineage_state.request_time is 'when lineage was last asked for; a run that ends looks whether it is younger than its own start';

alter table metadata_lineage_unresolved add column excerpt text;
comment on column metadata_lineage_unresolved.text is 'names the place within its unit: a name as written, or the text that could not be understood';
comment on column metadata_lineage_unresolved.excerpt is 'what a person reads, SQL text that only holders of the SQL permission see; null: text is only a name';

-- The console statements that may have moved data.
create index metadata_sql_history__source_id_writes on metadata_sql_history (source_id)
  where kind = 'write' and outcome = 'success';
