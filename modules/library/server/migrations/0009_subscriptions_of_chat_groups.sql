alter table visual_subscription add column webhook_kind text;
alter table visual_subscription add column webhook_address text;
alter table visual_subscription add column webhook_secret text;
alter table visual_subscription add column webhook_host text;
comment on column visual_subscription.webhook_kind is '群机器人类型';
comment on column visual_subscription.webhook_address is '群机器人地址（加密）';
comment on column visual_subscription.webhook_secret is '群机器人加签密钥（加密）';
comment on column visual_subscription.webhook_host is '群机器人主机';
