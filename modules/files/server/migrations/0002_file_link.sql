-- what a module stores for a time only, such as a finished export; null = until it is deleted
alter table file_object add column expire_time timestamptz;
create index file_object__expire_time on file_object (expire_time) where expire_time is not null and deleted_at is null;
-- lists in data scope, and the bytes that one account keeps
create index file_object__create_by on file_object (create_by, create_time desc, id desc) include (file_size) where deleted_at is null;
create index file_object__create_dept on file_object (create_dept, create_time desc, id desc) where deleted_at is null;

create table file_link (
  -- table and id of the record that keeps the file
  entity text not null check (entity ~ '^[a-z][a-z0-9_]{0,62}$'),
  entity_id text not null,
  file_id text not null references file_object (id),
  -- who may read the record may view the file: holders of one of these permissions whose data scope reaches dept_id or owner_id
  perms text[] not null default '{}',
  dept_id text,
  owner_id text,
  -- true = everybody who is signed in may view it
  signed_in boolean not null default false,
  create_time timestamptz not null default now(),
  primary key (entity, entity_id, file_id)
);
comment on table file_link is '文件引用';
create index file_link__file_id on file_link (file_id);
