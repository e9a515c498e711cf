-- Registered stores of data: where tables and files lie, how much they may take, and what was measured last.
create table market_store (
  id text not null,
  version integer not null default 0,
  create_by text,
  create_dept text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz not null,
  deleted_at timestamptz,
  status text not null default '1',
  store_name text not null,
  store_type text not null,
  source_id text,
  domain_id text,
  owner_id text,
  capacity_bytes bigint,
  warn_percent integer not null default 80,
  remark text,
  health_status text not null default '0',
  health_reason text,
  used_bytes bigint,
  table_count integer,
  row_count bigint,
  is_exact text not null default '0',
  connections integer,
  latency_ms double precision,
  last_scan_time timestamptz,
  constraint market_store__pkey primary key (id),
  constraint market_store_status_check check (status in ('0', '1')),
  constraint market_store_store_type_check check (store_type in ('1', '2', '3', '4')),
  constraint market_store_health_status_check check (health_status in ('0', '1', '2', '3')),
  constraint market_store_capacity_check check (capacity_bytes is null or capacity_bytes > 0),
  constraint market_store_warn_check check (warn_percent between 1 and 100)
);
create unique index market_store_name on market_store (store_name) where deleted_at is null;
create unique index market_store_place on market_store (store_type, coalesce(source_id, '')) where deleted_at is null;
comment on table market_store is '数据存储';
comment on column market_store.source_id is 'the registered source; null for what the platform itself keeps';
comment on column market_store.is_exact is 'rows were counted, not taken from the statistics of the source';

-- Tables of a store as the last measurement found them.
create table market_store_item (
  store_id text not null,
  schema_name text not null,
  item_name text not null,
  row_count bigint,
  used_bytes bigint,
  is_exact text not null,
  constraint market_store_item__pkey primary key (store_id, schema_name, item_name)
);
comment on table market_store_item is '数据存储中的表或文件';

create table market_store_sample (
  store_id text not null,
  snap_time timestamptz not null,
  used_bytes bigint,
  row_count bigint,
  table_count integer,
  connections integer,
  latency_ms double precision,
  is_available boolean not null,
  constraint market_store_sample__pkey primary key (store_id, snap_time)
);
create index market_store_sample_time on market_store_sample (snap_time);
comment on table market_store_sample is '数据存储的采样';
