-- 对照表 and 字典对照: a column and its code set, the values that it holds, what each stands for.

create table standard_contrast (
  id text primary key,
  version integer not null default 0,
  -- ids only: names are those of the catalogue today
  source_id text not null,
  table_id text not null,
  column_id text not null,
  gb_type_id text not null references standard_type (id),
  bind_gb_column text not null default 'gb_code' check (bind_gb_column in ('gb_code', 'gb_name')),
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  -- of the last collection
  row_count bigint,
  null_count bigint,
  collect_time timestamptz,
  collect_by text,
  earlier_collect_time timestamptz,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table standard_contrast is '对照表';
create unique index standard_contrast__column_id on standard_contrast (column_id) where deleted_at is null;
create index standard_contrast__table_id on standard_contrast (table_id) where deleted_at is null;
create index standard_contrast__gb_type_id on standard_contrast (gb_type_id) where deleted_at is null;
create index standard_contrast__deleted_at on standard_contrast (deleted_at desc, id desc) where deleted_at is not null;

create table standard_contrast_dict (
  id text primary key,
  version integer not null default 0,
  contrast_id text not null references standard_contrast (id),
  -- the value as the source writes it
  col_code text not null,
  col_name text,
  -- 0: the last collection did not see it
  row_count bigint not null default 0,
  first_seen timestamptz not null default now(),
  -- 0 未对照, 1 已对照
  status char(1) not null default '0' check (status in ('0', '1')),
  contrast_gb_id text references standard_dict (id),
  mapped_by text check (mapped_by in ('auto', 'manual')),
  score numeric(4, 3),
  reason text,
  -- proposals, best first: [{ id, score, reasons: [{ label, share }] }]
  candidates jsonb not null default '[]',
  -- items that a person said are not meant: never proposed again
  rejected text[] not null default '{}',
  -- 1: stands for no item, by the word of a person
  is_ignored char(1) not null default '0' check (is_ignored in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  constraint standard_contrast_dict__mapped check ((status = '1') = (contrast_gb_id is not null))
);
comment on table standard_contrast_dict is '对照字典';
create unique index standard_contrast_dict__contrast_id_col_code on standard_contrast_dict (contrast_id, col_code) where deleted_at is null;
create index standard_contrast_dict__contrast_gb_id on standard_contrast_dict (contrast_gb_id) where deleted_at is null;
