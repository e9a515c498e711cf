-- Files of opinions, what people say to each other, opinions that are kept, and what a task says before it is decided.

alter table flow_history add column files text;
-- fields of the record that the step has changed: [{ field, before, after }]
alter table flow_history add column changes jsonb not null default '[]';
alter table flow_task add column urged_time timestamptz;

-- comment 批注, urge 催办
create table flow_comment (
  id text primary key,
  instance_id text not null references flow_instance (id),
  user_id text not null,
  kind text not null check (kind in ('comment', 'urge')),
  text text not null,
  files text,
  create_time timestamptz not null
);
comment on table flow_comment is '流程批注';
create index flow_comment__instance_id on flow_comment (instance_id, create_time);

-- an opinion that was begun: its writer alone sees it
create table flow_draft (
  task_id text not null references flow_task (id),
  user_id text not null,
  text text,
  files text,
  update_time timestamptz not null,
  primary key (task_id, user_id)
);
comment on table flow_draft is '审批意见暂存';

create table flow_opinion (
  id text primary key,
  -- null: for everybody
  owner_id text,
  text text not null,
  sort_no integer not null default 0,
  create_by text,
  create_time timestamptz not null default now()
);
comment on table flow_opinion is '常用审批意见';
create index flow_opinion__owner_id on flow_opinion (owner_id, sort_no);
