-- Who hears of results that changed, where and when.

create table quality_alert_rule (
  id text primary key,
  version integer not null default 0,
  status char(1) not null default '1' check (status in ('0', '1')),
  alert_name text not null,
  -- which rules: all of these sources and tables, single ones, and those of these levels; an empty list limits nothing
  source_ids text[] not null default '{}',
  table_ids text[] not null default '{}',
  rule_ids text[] not null default '{}',
  level_ids text[] not null default '{}',
  -- what of them: fail, warn, error, recover
  kinds text[] not null,
  to_rule_owner char(1) not null default '1' check (to_rule_owner in ('0', '1')),
  to_table_owner char(1) not null default '0' check (to_table_owner in ('0', '1')),
  user_ids text[] not null default '{}',
  by_mail char(1) not null default '0' check (by_mail in ('0', '1')),
  webhook_kind text check (webhook_kind in ('dingtalk', 'wecom', 'feishu', 'json')),
  -- sealed: robots' addresses carry their key
  webhook_address text,
  webhook_secret text,
  -- what people see of the address
  webhook_host text,
  -- times of day in Shanghai between which nothing is sent
  quiet_from text,
  quiet_to text,
  group_minutes integer not null default 0 check (group_minutes between 0 and 1440),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  create_dept text,
  update_by text,
  update_time timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table quality_alert_rule is '质量告警规则';
create unique index quality_alert_rule__alert_name on quality_alert_rule (alert_name) where deleted_at is null;

create table quality_alert_log (
  id text primary key,
  alert_rule_id text not null references quality_alert_rule (id),
  check_rule_id text not null,
  report_id text not null,
  kind text not null check (kind in ('fail', 'warn', 'error', 'recover')),
  state text not null check (state in ('waiting', 'sent', 'failed', 'merged')),
  -- ways by which it went out already, so that another try repeats none
  sent_by text[] not null default '{}',
  tries integer not null default 0,
  message text,
  create_time timestamptz not null,
  send_time timestamptz not null,
  sent_time timestamptz
);
comment on table quality_alert_log is '质量告警记录';
-- one per alert and change of a result, however often a batch is ended
create unique index quality_alert_log__report_id on quality_alert_log (report_id, alert_rule_id);
create index quality_alert_log__alert_rule_id on quality_alert_log (alert_rule_id, state, send_time);
create index quality_alert_log__create_time on quality_alert_log (create_time);
