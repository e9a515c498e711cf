-- 核对取值: what was measured of bound columns for their standard; ranges of elements, files of 标准文件, statistics of every day by view.

alter table standard_element add column value_range text;
alter table standard_doc add column file_id text;

-- why a binding cannot be judged any more: the source does not let its table be read
alter table standard_binding drop constraint standard_binding_verdict_check;
alter table standard_binding add constraint standard_binding__verdict check (verdict in ('conform', 'partial', 'bad', 'retired', 'unread'));

create table standard_measure (
  column_id text primary key,
  source_id text not null,
  table_id text not null,
  -- rows of the table, and those without a value
  row_count bigint,
  null_count bigint,
  shortest integer,
  longest integer,
  lowest text,
  highest text,
  -- rows whose value has the form that the class of the element names
  form text,
  form_count bigint,
  -- rows whose value is a code of the set
  gb_type_id text,
  code_count bigint,
  -- why the source gave no answer; the figures are those of before then
  error text,
  measure_by text,
  measure_time timestamptz not null
);
comment on table standard_measure is '落标取值统计';
create index standard_measure__source_id on standard_measure (source_id);
create index standard_measure__table_id on standard_measure (table_id);

create table standard_view_day (
  day date not null,
  source_id text not null,
  -- domain, dept, layer, owner, element
  view text not null,
  -- empty: columns that belong to none
  key_id text not null,
  columns integer not null,
  bound integer not null,
  conform integer not null,
  exempt integer not null,
  primary key (day, source_id, view, key_id)
);
comment on table standard_view_day is '落标每日统计（按视角）';

-- when the keeper of a contrast was last told of new values
alter table standard_contrast add column told_time timestamptz;
