-- Views that the source itself cannot open any more, and the partitions of a table by their own names.
alter table metadata_table add column broken_reason text;
comment on column metadata_table.broken_reason is 'why the source cannot open the view, in its own words; null: it is in order';
alter table metadata_table add column partitions jsonb not null default '[]';
comment on column metadata_table.partitions is 'relations that hold parts of the table and may be named instead of it: [{schema, name, columns}], columns only where their order is another one';
