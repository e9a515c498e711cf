-- Search: the indexes of words, pairs of characters, pinyin, initials and beginnings of names are made by 0020.
create index metadata_column__level on metadata_column (level) where deleted_at is null and level is not null;
-- Rows that the background step has still to fill.
create index metadata_table__search_text_empty on metadata_table (id) where search_text = '';
create index metadata_column__search_text_empty on metadata_column (id) where search_text = '';
