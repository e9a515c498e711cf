-- Departments below another one: beginnings of paths in the order of bytes, which serves `like 'x%'` in every locale. An operator class would,
-- too, but several servers that speak the protocol of PostgreSQL refuse those. Installations of before have the index under the older name.
create index sys_dept__path_bytes on sys_dept ((path collate "C")) where deleted_at is null;
drop index if exists sys_dept__path;
