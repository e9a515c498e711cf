-- Ways to reach people that have worked, and messages with a text of their own.

create table sys_channel (
  channel text primary key check (channel in ('sms', 'mail')),
  -- what it was sent with: other settings have not been tried
  settings_hash text not null,
  work_time timestamptz not null
);
comment on table sys_channel is '消息通道';

-- null: the text of a sign-in code
alter table sys_sms add column content text;
