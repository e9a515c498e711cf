-- null: once until the condition is no longer met
alter table visual_subscription add column repeat_hours integer default 0;
comment on column visual_subscription.repeat_hours is '预警持续达到条件时的提醒间隔（小时）：0 每次检查都提醒，空 恢复前只提醒一次';
create table visual_subscription_alert (
  subscription_id text not null references visual_subscription (id) on delete cascade,
  recipient text not null,
  told_time timestamptz not null,
  primary key (subscription_id, recipient)
);
comment on table visual_subscription_alert is '看板订阅未恢复的预警';
comment on column visual_subscription_alert.recipient is '用户编号，群机器人为 group';
