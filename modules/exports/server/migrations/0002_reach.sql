-- What the rights of whoever exported reached when the rows were read: a file is handed out while they still reach as far.
-- Null: the list of wrong rows of an import, or a file from before this was kept.
alter table sys_transfer add column reach jsonb;
