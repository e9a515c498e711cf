-- Search: words, pairs of characters, pinyin and initials of objects. Objects that are gone are in the index and left out by the query: partial
-- GIN indexes are refused by several servers that speak the protocol of PostgreSQL, as operator classes are.
create index metadata_table__grams_all on metadata_table using gin (grams);
create index metadata_column__grams_all on metadata_column using gin (grams);
-- Objects whose names are, or begin with, what was typed: in the order of bytes, which serves `like 'x%'` in every locale.
create index metadata_column__column_name_bytes on metadata_column ((lower(column_name) collate "C")) where deleted_at is null;
-- Those of installations that ran the former 0011.
drop index if exists metadata_table__grams;
drop index if exists metadata_column__grams;
drop index if exists metadata_column__column_name;
