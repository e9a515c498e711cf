-- Lines of calls: partitions of days are made while the product runs (server/logs/partitions.ts); what fits none of them lands in the default
-- one and is moved. There is no primary key: lines are written once (market_log_cursor), and an index over their ids would cost more than
-- the rest of the line. What engines do not have everywhere (BRIN) is made at run time as well.
alter table market_api_log rename to market_api_log_before;
create table market_api_log (
  id text not null,
  caller_date timestamptz not null,
  api_id text,
  caller_id text,
  key_id text,
  http_status integer not null,
  status text not null,
  error_key text,
  time double precision not null,
  query_time double precision,
  caller_size integer not null,
  bytes integer not null,
  is_cached boolean not null,
  req_method text not null,
  caller_ip text not null,
  caller_url text not null,
  caller_params text not null,
  msg text not null,
  request_id text not null,
  trace_id text,
  node text not null
) partition by range (caller_date);
create table market_api_log_default partition of market_api_log default;
insert into market_api_log (id, caller_date, api_id, caller_id, http_status, status, time, caller_size, bytes, is_cached, req_method, caller_ip,
    caller_url, caller_params, msg, request_id, node)
  select id, caller_date, api_id, caller_id, http_status, status, time, caller_size, 0, false, 'GET', caller_ip, caller_url, caller_params, msg,
    request_id, '' from market_api_log_before;
drop table market_api_log_before;
create index market_api_log_api on market_api_log (api_id, caller_date desc);
comment on table market_api_log is '接口日志';

create table market_service_log (
  id text not null,
  caller_date timestamptz not null,
  service_id text,
  caller_id text,
  key_id text,
  http_status integer not null,
  status text not null,
  error_key text,
  time double precision not null,
  upstream_status integer,
  bytes integer not null,
  step text,
  target text,
  caller_ip text not null,
  caller_header text not null,
  caller_param text not null,
  caller_soap text not null,
  msg text not null,
  request_id text not null,
  trace_id text,
  node text not null
) partition by range (caller_date);
create table market_service_log_default partition of market_service_log default;
create index market_service_log_service on market_service_log (service_id, caller_date desc);
comment on table market_service_log is '服务日志';

-- How far the spool of each node has been written; moved in the transaction that writes the lines, so that none is written twice.
create table market_log_cursor (
  stream text not null,
  node text not null,
  segment bigint not null,
  position bigint not null,
  written bigint not null,
  dropped bigint not null,
  waiting bigint not null,
  mode text not null,
  update_time timestamptz not null,
  constraint market_log_cursor__pkey primary key (stream)
);
comment on table market_log_cursor is '日志写入进度';
