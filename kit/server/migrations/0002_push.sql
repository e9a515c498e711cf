create table kit_push (
  id text primary key,
  account_id text,
  session_id text,
  kind text not null,
  data jsonb not null,
  create_time timestamptz not null default now()
);
comment on table kit_push is '推送消息；两个对象均为空表示全体';
create index kit_push__create_time on kit_push (create_time, id);
