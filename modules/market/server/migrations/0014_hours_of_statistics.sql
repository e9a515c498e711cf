-- Counters of calls by the hour: what a week is read from. Written with those of five minutes; the hours before are added up here.
create table market_stat_hour (
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
  constraint market_stat_hour__pkey primary key (kind, object_id, slot)
);
insert into market_stat_hour (kind, object_id, slot, calls, failed, refused, limited, dropped, row_count, bytes, total_ms, max_ms, h1, h2, h3, h4, h5,
    h6, h7, h8, h9, h10, h11, h12, h13)
  select kind, object_id, to_timestamp(floor(extract(epoch from slot) / 3600) * 3600), sum(calls), sum(failed), sum(refused), sum(limited),
    sum(dropped), sum(row_count), sum(bytes), sum(total_ms), max(max_ms), sum(h1), sum(h2), sum(h3), sum(h4), sum(h5), sum(h6), sum(h7), sum(h8),
    sum(h9), sum(h10), sum(h11), sum(h12), sum(h13)
  from market_stat_5m group by 1, 2, 3;
create index market_stat_hour_slot on market_stat_hour (slot);
comment on table market_stat_hour is '接口调用统计（小时）';

-- One call by its trace, and the steps of it.
create index market_service_log_trace on market_service_log (trace_id);
