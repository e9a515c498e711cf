-- Counters of calls, written in the transaction that writes their lines. h1 … h13: calls by duration, bounds in core/statistics.ts.
create table market_stat_5m (
  kind text not null,
  object_id text not null,
  slot timestamptz not null,
  calls integer not null,
  failed integer not null,
  refused integer not null,
  limited integer not null,
  dropped integer not null,
  row_count bigint not null,
  bytes bigint not null,
  total_ms double precision not null,
  max_ms double precision not null,
  h1 integer not null,
  h2 integer not null,
  h3 integer not null,
  h4 integer not null,
  h5 integer not null,
  h6 integer not null,
  h7 integer not null,
  h8 integer not null,
  h9 integer not null,
  h10 integer not null,
  h11 integer not null,
  h12 integer not null,
  h13 integer not null,
  constraint market_stat_5m__pkey primary key (kind, object_id, slot)
);
create index market_stat_5m_slot on market_stat_5m (slot);
comment on table market_stat_5m is '接口调用统计（5分钟）';

create table market_stat_day (
  kind text not null,
  day date not null,
  object_id text not null,
  app_id text not null,
  calls integer not null,
  failed integer not null,
  refused integer not null,
  limited integer not null,
  dropped integer not null,
  row_count bigint not null,
  bytes bigint not null,
  total_ms double precision not null,
  max_ms double precision not null,
  h1 integer not null,
  h2 integer not null,
  h3 integer not null,
  h4 integer not null,
  h5 integer not null,
  h6 integer not null,
  h7 integer not null,
  h8 integer not null,
  h9 integer not null,
  h10 integer not null,
  h11 integer not null,
  h12 integer not null,
  h13 integer not null,
  constraint market_stat_day__pkey primary key (kind, day, object_id, app_id)
);
create index market_stat_day_object on market_stat_day (object_id, day);
create index market_stat_day_app on market_stat_day (app_id, day);
comment on table market_stat_day is '接口调用统计（天）';

-- What is wrong with an API by its figures; a notice is sent when that begins and when it ends.
create table market_alarm (
  kind text not null,
  object_id text not null,
  cause text not null,
  is_bad boolean not null,
  value double precision not null,
  since timestamptz not null,
  constraint market_alarm__pkey primary key (kind, object_id, cause)
);
comment on table market_alarm is '接口告警状态';

-- Locked by the node that makes or drops partitions of days.
insert into market_revision (kind, revision) values ('partitions', 0);
