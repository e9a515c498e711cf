-- Keys that sign their calls keep a sealed secret: who checks a signature needs the secret itself.
alter table market_app_key add column sign_mode text not null default 'none';
alter table market_app_key add column sealed_secret text;
alter table market_app_key add constraint market_app_key_sign_check check (sign_mode in ('none', 'hmac-sha256', 'hmac-sm3'));

-- Nonces of signed calls, over all nodes, for as long as their time would be accepted.
create table market_nonce (
  key_id text not null,
  nonce text not null,
  expire_time timestamptz not null,
  constraint market_nonce__pkey primary key (key_id, nonce)
);
create index market_nonce_expire on market_nonce (expire_time);
comment on table market_nonce is '签名调用用过的随机数';

create table market_plan (
  id text not null,
  version integer not null default 0,
  create_by text,
  create_dept text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz not null,
  deleted_at timestamptz,
  status text not null default '1',
  plan_name text not null,
  rate integer,
  burst integer,
  concurrency integer,
  day_quota bigint,
  month_quota bigint,
  month_megabytes bigint,
  max_days integer,
  approval text not null default 'manual',
  remark text,
  constraint market_plan__pkey primary key (id),
  constraint market_plan_approval_check check (approval in ('auto', 'manual'))
);
create unique index market_plan_name on market_plan (plan_name) where deleted_at is null;
comment on table market_plan is '调用方案';

-- Which plans an API is offered with; who offers one with automatic approval agrees in advance.
create table market_api_plan (
  api_id text not null,
  plan_id text not null,
  create_by text not null,
  create_time timestamptz not null,
  constraint market_api_plan__pkey primary key (api_id, plan_id)
);
create index market_api_plan_plan on market_api_plan (plan_id);
comment on table market_api_plan is '数据API提供的调用方案';

alter table market_subscription add column plan_id text;
create index market_subscription_plan on market_subscription (plan_id);

-- Calls in the windows of limits and quotas, of which nodes take shares.
create table market_window (
  app_id text not null,
  api_id text not null,
  kind text not null,
  window_start timestamptz not null,
  used bigint not null,
  constraint market_window__pkey primary key (app_id, api_id, kind)
);
comment on table market_window is '限流与配额窗口内的用量';
insert into market_window (app_id, api_id, kind, window_start, used) select app_id, api_id, 'limit', window_start, used from market_quota;
drop table market_quota;

-- What nodes found of sources that do not answer: written when it changes, read by people.
create table market_breaker (
  node_id text not null,
  source_id text not null,
  state text not null,
  failures integer not null,
  since timestamptz not null,
  update_time timestamptz not null,
  constraint market_breaker__pkey primary key (node_id, source_id),
  constraint market_breaker_state_check check (state in ('closed', 'open', 'probing'))
);
comment on table market_breaker is '数据源熔断状态';
