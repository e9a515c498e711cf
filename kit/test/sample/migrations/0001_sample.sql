create table kit_sample (
  id text primary key,
  version integer not null default 0,
  sample_name text not null,
  sample_code text not null,
  pass_word text,
  status char(1) not null default '1',
  amount numeric(12, 2),
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table kit_sample is '示例';
create unique index kit_sample__sample_code on kit_sample (sample_code) where deleted_at is null;
