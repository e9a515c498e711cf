create table filling_task (
  id text primary key,
  form_id text not null references filling_form (id),
  task_name text not null,
  remark text,
  status char(1) not null default '0' check (status in ('0', '1', '2')),
  publish_scope char(1) not null default '1' check (publish_scope in ('1', '2', '3', '4')),
  with_below char(1) not null default '1' check (with_below in ('0', '1')),
  cron_expression text,
  duration_hours integer check (duration_hours between 1 and 8784),
  begin_time timestamptz not null,
  end_time timestamptz not null,
  repeat_kind text not null check (repeat_kind in ('once', 'many')),
  remind_hours jsonb not null,
  carry_over char(1) not null default '0' check (carry_over in ('0', '1')),
  next_time timestamptz,
  round_count integer not null default 0,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check ((cron_expression is null) = (duration_hours is null))
);
comment on table filling_task is '填报任务';
comment on column filling_task.next_time is 'when the next round begins; null = there is none to come';
create index filling_task__create_time_id on filling_task (create_time desc, id desc) where deleted_at is null;
create index filling_task__form_id on filling_task (form_id);
create index filling_task__next_time on filling_task (next_time) where deleted_at is null and status = '1';

create table filling_round (
  id text primary key,
  task_id text not null references filling_task (id),
  round_no integer not null,
  begin_time timestamptz not null,
  end_time timestamptz not null,
  reminded jsonb not null default '[]',
  is_closed char(1) not null default '0' check (is_closed in ('0', '1')),
  create_time timestamptz not null,
  constraint filling_round__task_id_round_no unique (task_id, round_no)
);
comment on table filling_round is '填报轮次';
comment on column filling_round.reminded is 'hours before the end of which people were reminded';
create index filling_round__end_time on filling_round (end_time) where is_closed = '0';

create table filling_round_person (
  round_id text not null references filling_round (id),
  user_id text not null,
  urge_count integer not null default 0,
  urge_time timestamptz,
  submit_time timestamptz,
  primary key (round_id, user_id)
);
comment on table filling_round_person is '填报轮次中的人员';
comment on column filling_round_person.submit_time is 'touched by every submission: of two at once the later one waits for the first';

alter table filling_record add column round_id text;
create index filling_record__round_id_submitter_id on filling_record (round_id, submitter_id) where round_id is not null;
