-- 标准字典: code sets (标准类别) and their items.

create table standard_type (
  id text primary key,
  version integer not null default 0,
  gb_type_code text not null,
  gb_type_name text not null,
  -- 1: comes with the product, cannot be deleted
  is_built_in char(1) not null default '0' check (is_built_in in ('0', '1')),
  -- who keeps the items: people, or the table of areas (GB/T 2260)
  kept_by text not null default 'people' check (kept_by in ('people', 'areas')),
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table standard_type is '标准类别';
create unique index standard_type__gb_type_code on standard_type (gb_type_code) where deleted_at is null;
create index standard_type__deleted_at on standard_type (deleted_at desc, id desc) where deleted_at is not null;

create table standard_dict (
  id text primary key,
  version integer not null default 0,
  type_id text not null references standard_type (id),
  -- text: leading zeros and letters are part of a code
  gb_code text not null,
  gb_name text not null,
  -- code of the item above in the same set
  parent_code text,
  -- first letters of the syllables, for searching
  pinyin text not null default '',
  valid_from date,
  valid_to date,
  sort_no integer not null default 0,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  constraint standard_dict__valid check (valid_to is null or valid_from is null or valid_to >= valid_from)
);
comment on table standard_dict is '标准字典';
create unique index standard_dict__type_id_gb_code on standard_dict (type_id, gb_code) where deleted_at is null;
create index standard_dict__type_id_sort_no on standard_dict (type_id, sort_no, gb_code) where deleted_at is null;
create index standard_dict__type_id_parent_code on standard_dict (type_id, parent_code) where deleted_at is null;
create index standard_dict__deleted_at on standard_dict (deleted_at desc, id desc) where deleted_at is not null;
