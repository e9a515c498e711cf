create table file_test_record (
  id text primary key,
  record_name text not null,
  create_by text,
  create_dept text,
  deleted_at timestamptz
);
comment on table file_test_record is '测试记录';
