-- 行政区划 can be refreshed from a file; codes that a newer list no longer has are disabled, so that old records keep their names.
alter table sys_area
  add column version integer not null default 0,
  -- toneless syllables, 'beijingshi'; filled by the seed
  add column full_pinyin text,
  add column lng numeric(9, 6) check (lng between -180 and 180),
  add column lat numeric(9, 6) check (lat between -90 and 90),
  add column update_by text,
  add column update_time timestamptz;

create table sys_area_release (
  id text primary key,
  vintage text not null,
  -- where the list was published, as the person who loaded it says
  source text not null,
  file_name text not null,
  added integer not null,
  changed integer not null,
  removed integer not null,
  total integer not null,
  create_by text,
  create_time timestamptz not null default now()
);
comment on table sys_area_release is '行政区划更新记录';
create index sys_area_release__create_time on sys_area_release (create_time desc, id desc);
