-- Standards in the house: what an approval of an element is for, code sets with versions, synonyms of roots, 命名检查.

alter table standard_element add column pending text check (pending in ('publish', 'retire'));
alter table standard_element add column retire_reason text;
comment on column standard_element.pending is 'what the approval under way brings about';

-- items in force of a set that was ever submitted; null: items are in force as they are edited
alter table standard_type add column published jsonb;
alter table standard_type add column version_no integer;
alter table standard_type add column publish_time timestamptz;
alter table standard_type add column flow_status char(1) not null default '1' check (flow_status in ('1', '2', '3', '4', '5', '6'));
alter table standard_type add column process_instance_id text;

alter table standard_root add column synonyms text;

create table standard_naming_issue (
  id text primary key,
  source_id text not null,
  table_id text not null,
  -- null: about the name of the table itself
  column_id text,
  problems jsonb not null,
  suggestion text,
  check_time timestamptz not null
);
comment on table standard_naming_issue is '命名检查结果';
create index standard_naming_issue__source_id on standard_naming_issue (source_id, id);
create index standard_naming_issue__table_id on standard_naming_issue (table_id);

create table standard_naming_run (
  source_id text primary key,
  checked integer not null,
  named_badly integer not null,
  check_time timestamptz not null
);
comment on table standard_naming_run is '命名检查';
