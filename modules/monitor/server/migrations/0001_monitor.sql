create table monitor_sample (
  node integer not null,
  minute timestamptz not null,
  host text not null,
  version text not null,
  start_time timestamptz not null,
  lag_p50_ms double precision not null,
  lag_p99_ms double precision not null,
  cpu_percent double precision not null,
  gc_ms double precision not null,
  rss_bytes double precision not null,
  heap_used_bytes double precision not null,
  heap_total_bytes double precision not null,
  disk_free_bytes double precision,
  disk_total_bytes double precision,
  pool_max integer not null,
  pool_used integer not null,
  pool_idle integer not null,
  pool_waiting integer not null,
  jobs_waiting integer not null,
  jobs_running integer not null,
  calls integer not null,
  failures integer not null,
  p50_ms double precision,
  p95_ms double precision,
  p99_ms double precision,
  routes jsonb not null,
  slow jsonb not null,
  caches jsonb not null,
  primary key (node, minute)
);
comment on table monitor_sample is '服务监控采样（每个节点每分钟一行）';
create index monitor_sample__minute on monitor_sample (minute);

create table monitor_cache_clear (
  name text primary key,
  clear_time timestamptz not null
);
comment on table monitor_cache_clear is '缓存清除指令，各节点据此清除自己的缓存';
