-- Messages to one person each: the bell.

create table sys_message (
  id text primary key,
  account_id text not null references sys_user (id),
  -- expiry 到期提醒, task 任务, export 导出, system 系统, record 档案 (sys_message_kind)
  kind text not null check (kind in ('expiry', 'task', 'export', 'system', 'record')),
  title text not null,
  text text not null,
  -- own page that a click opens
  path text,
  -- what the message is about: a second one with the same key to the same account is dropped
  key text,
  read_time timestamptz,
  create_time timestamptz not null default now(),
  -- a message that its reader deleted still keeps its key, or tomorrow's reminder would bring it back
  deleted_at timestamptz
);
comment on table sys_message is '站内消息';
create unique index sys_message__account_id_key on sys_message (account_id, key) where key is not null;
create index sys_message__account_id on sys_message (account_id, id desc) where deleted_at is null;
create index sys_message__unread on sys_message (account_id) where read_time is null and deleted_at is null;
create index sys_message__create_time on sys_message (create_time);
