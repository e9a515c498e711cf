alter table metadata_lineage_unit add column timeouts integer not null default 0;
alter table metadata_lineage_unit add column retry_time timestamptz;
comment on column metadata_lineage_unit.timeouts is 'how often in a row the parser ran out of time over this text';
comment on column metadata_lineage_unit.retry_time is 'when a run takes the text once more; null: it was read, or has been tried often enough';
create index metadata_lineage_unit__retry_time on metadata_lineage_unit (retry_time) where deleted_at is null and retry_time is not null;
