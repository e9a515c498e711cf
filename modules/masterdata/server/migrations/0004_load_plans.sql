alter table masterdata_source_map
  add column watermark_column text,
  add column overlap integer not null default 0,
  add column watermark text,
  add column cron_expression text,
  add column next_time timestamptz;
comment on column masterdata_source_map.watermark_column is 'column of the source that grows with new and changed rows; null where every load reads all of them';
comment on column masterdata_source_map.overlap is 'how far back a load reads again, in seconds, of a number in its own unit';
comment on column masterdata_source_map.watermark is 'up to where the last load took everything; null before the first and after a change of what is mapped';
create index masterdata_source_map__next_time on masterdata_source_map (next_time) where next_time is not null and deleted_at is null;

create table masterdata_load (
  id text primary key,
  map_id text not null references masterdata_source_map (id) on delete cascade,
  model_id text not null,
  cause text not null check (cause in ('manual', 'plan')),
  is_full char(1) not null check (is_full in ('0', '1')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  row_read integer not null default 0,
  inserted integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  repeated integer not null default 0,
  rejected integer not null default 0,
  watermark_from text,
  watermark_to text,
  message text,
  create_by text,
  create_time timestamptz not null,
  start_time timestamptz,
  end_time timestamptz
);
comment on table masterdata_load is '主数据接入记录';
comment on column masterdata_load.id is 'that of its job';
create index masterdata_load__map_id_create_time_id on masterdata_load (map_id, create_time desc, id desc);
