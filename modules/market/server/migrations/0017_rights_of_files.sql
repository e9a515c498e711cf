-- What the file of a request for a download was made of: a digest of its statement with the rows, columns and masks of whoever asked.
-- Null: the file of the resource itself, or one from before this was kept.
alter table market_drd_apply add column file_rights text;
