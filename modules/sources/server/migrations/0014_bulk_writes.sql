-- Tables and columns of the catalogue are written in bulk by the sync alone, with the ids that it made itself, and go with their source
-- (purge). A check per row cost a third of a first load, and databases that spread rows over nodes have no such checks.
alter table metadata_column drop constraint if exists metadata_column_source_id_fkey;
alter table metadata_column drop constraint if exists metadata_column_table_id_fkey;
alter table metadata_table drop constraint if exists metadata_table_source_id_fkey;
