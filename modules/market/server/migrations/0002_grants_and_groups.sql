-- Groups of data APIs; what subscriptions are granted beyond fields, their renewals and approvals; the announced end of an API.
create table market_api_group (
  id text not null,
  version integer not null default 0,
  create_by text,
  create_dept text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz not null,
  deleted_at timestamptz,
  parent_id text,
  group_name text not null,
  sort_no integer not null,
  remark text,
  constraint market_api_group__pkey primary key (id)
);
create unique index market_api_group_name on market_api_group (coalesce(parent_id, ''), group_name) where deleted_at is null;
comment on table market_api_group is '数据API分组';

alter table market_api add column group_id text;
alter table market_api add column deprecate_time timestamptz;
alter table market_api add column offline_reason text;
create index market_api_group_of on market_api (group_id) where deleted_at is null;
create index market_api_ending on market_api (offline_time) where status = '2' and offline_time is not null;

alter table market_subscription add column row_filter jsonb;
-- the subscription whose term it goes on with
alter table market_subscription add column renews_id text;
alter table market_subscription add column flow_status text;
alter table market_subscription add column process_instance_id text;
drop index market_subscription_open;
create unique index market_subscription_asked on market_subscription (app_id, api_id) where status = '1';
create unique index market_subscription_granted on market_subscription (app_id, api_id) where status in ('2', '4');
create index market_subscription_ending on market_subscription (end_time) where status = '2';
