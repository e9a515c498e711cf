-- Data APIs: a row is one version of one path; a released row does not change any more.
create table market_api (
  id text not null,
  version integer not null default 0,
  create_by text,
  create_dept text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz not null,
  deleted_at timestamptz,
  status text not null default '1',
  api_name text not null,
  api_version text not null,
  api_url text not null,
  req_method text not null,
  res_type text not null,
  deny text,
  rate_limit jsonb not null,
  execute_config jsonb not null,
  req_params jsonb not null,
  res_params jsonb not null,
  remark text,
  release_by text,
  release_time timestamptz,
  offline_time timestamptz,
  constraint market_api__pkey primary key (id),
  constraint market_api_status_check check (status in ('1', '2', '3'))
);
create unique index market_api_path on market_api (api_url, api_version) where deleted_at is null;
comment on table market_api is '数据API';

create table market_app (
  id text not null,
  version integer not null default 0,
  create_by text,
  create_dept text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz not null,
  deleted_at timestamptz,
  status text not null default '1',
  app_name text not null,
  ip_whitelist text,
  remark text,
  constraint market_app__pkey primary key (id)
);
create unique index market_app_name on market_app (app_name) where deleted_at is null;
comment on table market_app is '调用数据API的应用';

-- Keys exist as digests only.
create table market_app_key (
  id text not null,
  app_id text not null,
  key_hash text not null,
  hint text not null,
  create_by text,
  create_time timestamptz not null,
  expire_time timestamptz,
  last_used_time timestamptz,
  revoke_time timestamptz,
  constraint market_app_key__pkey primary key (id)
);
create unique index market_app_key_hash on market_app_key (key_hash);
create index market_app_key_app on market_app_key (app_id);
comment on table market_app_key is '应用密钥，仅保存摘要';

create table market_subscription (
  id text not null,
  app_id text not null,
  api_id text not null,
  status text not null,
  fields jsonb,
  days integer not null,
  reason text not null,
  apply_by text not null,
  apply_time timestamptz not null,
  decide_by text,
  decide_time timestamptz,
  opinion text,
  start_time timestamptz,
  end_time timestamptz,
  constraint market_subscription__pkey primary key (id),
  constraint market_subscription_status_check check (status in ('1', '2', '3', '4', '5'))
);
create unique index market_subscription_open on market_subscription (app_id, api_id) where status in ('1', '2', '4');
create index market_subscription_api on market_subscription (api_id, apply_time);
comment on table market_subscription is '应用对数据API的订阅';

-- Calls of an application in the window of a limit, of which nodes take shares.
create table market_quota (
  app_id text not null,
  api_id text not null,
  window_start timestamptz not null,
  used integer not null,
  constraint market_quota__pkey primary key (app_id, api_id)
);
comment on table market_quota is '限流窗口内的调用次数';

-- Raised by every change that callers must feel; nodes read it several times a second.
create table market_revision (
  kind text not null,
  revision bigint not null,
  constraint market_revision__pkey primary key (kind)
);
insert into market_revision (kind, revision) values ('registry', 1);
comment on table market_revision is '数据集市配置的修订号';

create table market_api_log (
  id text not null,
  api_id text,
  caller_id text,
  caller_ip text not null,
  caller_url text not null,
  caller_params text not null,
  caller_date timestamptz not null,
  caller_size integer not null,
  time double precision not null,
  msg text not null,
  status text not null,
  http_status integer not null,
  request_id text not null,
  constraint market_api_log__pkey primary key (id)
);
create index market_api_log_date on market_api_log (caller_date desc, id desc);
create index market_api_log_api on market_api_log (api_id, caller_date desc, id desc);
comment on table market_api_log is '接口日志';
