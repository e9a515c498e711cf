create table kit_node (
  node integer primary key,
  owner text not null,
  lease_until timestamptz not null
);
comment on table kit_node is '应用节点编号租约';

create table kit_seal (
  id text primary key,
  fingerprint text not null,
  create_time timestamptz not null default now()
);
comment on table kit_seal is '安装密钥指纹';

create table kit_job (
  id text primary key,
  kind text not null,
  subject text not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  percent integer not null default 0,
  text text not null default '',
  attempts integer not null default 0,
  owner text,
  lease_until timestamptz,
  cancel_requested boolean not null default false,
  create_by text not null,
  create_time timestamptz not null default now(),
  start_time timestamptz,
  end_time timestamptz
);
comment on table kit_job is '后台作业';
create unique index kit_job__kind_subject on kit_job (kind, subject) where state in ('waiting', 'running');
create index kit_job__state on kit_job (state, create_time) where state in ('waiting', 'running');
create index kit_job__kind_subject_create_time on kit_job (kind, subject, create_time desc);

create table kit_idempotency (
  account_id text not null,
  key text not null,
  body_hash text not null,
  reply jsonb,
  create_time timestamptz not null default now(),
  primary key (account_id, key)
);
comment on table kit_idempotency is '幂等键';
create index kit_idempotency__create_time on kit_idempotency (create_time);

create table kit_call_stat (
  hour timestamptz not null,
  node integer not null,
  calls bigint not null,
  failures bigint not null,
  primary key (hour, node)
);
comment on table kit_call_stat is '平台接口调用统计（按小时、节点）';

create table sys_oper_log (
  id text primary key,
  module text not null,
  title text not null,
  user_id text,
  user_name text,
  dept_id text,
  remote_addr text,
  request_uri text not null,
  request_method text not null,
  params text,
  time_ms integer not null,
  browser text,
  os text,
  result char(1) not null check (result in ('0', '1')),
  ex_code text,
  ex_msg text,
  note text,
  changes jsonb not null default '[]',
  request_id text not null,
  create_time timestamptz not null default now()
);
comment on table sys_oper_log is '操作日志';
create index sys_oper_log__create_time on sys_oper_log (create_time desc, id desc);
create index sys_oper_log__user_id on sys_oper_log (user_id, create_time desc);
create index sys_oper_log__module on sys_oper_log (module, create_time desc);

create table sys_oper_log_entity (
  entity_id text not null,
  log_id text not null,
  create_time timestamptz not null default now(),
  primary key (entity_id, log_id)
);
comment on table sys_oper_log_entity is '操作日志涉及的数据';
