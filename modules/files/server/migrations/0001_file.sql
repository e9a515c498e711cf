create table file_object (
  id text primary key,
  version integer not null default 0,
  -- 32 random hex digits and the extension: the only name under which the bytes are kept and asked for
  file_name text not null check (file_name ~ '^[0-9a-f]{32}\.[a-z]{2,5}$'),
  original_filename text not null,
  file_size integer not null check (file_size > 0),
  content_type text not null,
  sha256 char(64) not null,
  -- where the bytes are: local
  file_type text not null,
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table file_object is '文件';
create unique index file_object__file_name on file_object (file_name);
create index file_object__create_time on file_object (create_time desc, id desc) where deleted_at is null;
