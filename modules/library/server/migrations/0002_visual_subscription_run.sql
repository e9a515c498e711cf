create table visual_subscription_run (
  id text primary key,
  subscription_id text not null references visual_subscription (id) on delete cascade,
  outcome text not null check (outcome in ('sent', 'skipped', 'failed')),
  message text not null,
  sent_count integer not null default 0,
  start_time timestamptz not null,
  end_time timestamptz not null default now()
);
comment on table visual_subscription_run is '看板订阅发送记录';
create index visual_subscription_run__subscription on visual_subscription_run (subscription_id, start_time desc);
