-- 行政区划 of GB/T 2260; filled from data/areas.json, not edited by people.
create table sys_area (
  area_code char(6) primary key,
  -- null on the province level
  parent_code char(6) references sys_area (area_code),
  area_name text not null,
  -- 1 province, 2 city, 3 district
  area_level smallint not null check (area_level between 1 and 3),
  -- '1': a heading of the code list (市辖区, 县, 省直辖县级行政区划), not a place; pickers show what is below it
  is_pseudo char(1) not null default '0' check (is_pseudo in ('0', '1')),
  pinyin text not null,
  status char(1) not null default '1' check (status in ('0', '1'))
);
comment on table sys_area is '行政区划';
create index sys_area__parent_code on sys_area (parent_code);
