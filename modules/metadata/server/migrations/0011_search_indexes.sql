-- Search: words, pairs of characters, pinyin and initials of living objects; array equality works in every locale.
create index metadata_table__grams on metadata_table using gin (grams) where deleted_at is null;
create index metadata_column__grams on metadata_column using gin (grams) where deleted_at is null;
-- Objects whose names begin with what was typed.
create index metadata_column__column_name on metadata_column (lower(column_name) text_pattern_ops) where deleted_at is null;
create index metadata_column__level on metadata_column (level) where deleted_at is null and level is not null;
-- Rows that the background step has still to fill.
create index metadata_table__search_text_empty on metadata_table (id) where search_text = '';
create index metadata_column__search_text_empty on metadata_column (id) where search_text = '';
