create index metadata_change_record__run_id on metadata_change_record (run_id) where run_id is not null;
create index metadata_sync_run__running on metadata_sync_run (source_id) where state = 'running';
create index metadata_source__syncing on metadata_source (id) where is_sync = '1';
