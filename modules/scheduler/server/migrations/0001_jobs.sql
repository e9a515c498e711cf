create table scheduler_job (
  id text primary key,
  seed_code text,
  job_name text not null,
  bean_name text not null,
  method_name text not null default 'run',
  method_params text not null default '{}',
  cron_expression text not null,
  time_zone text not null default 'Asia/Shanghai',
  status char(1) not null default '1' check (status in ('0', '1')),
  misfire_policy text not null default 'once' check (misfire_policy in ('once', 'skip', 'all')),
  overlap_policy text not null default 'skip' check (overlap_policy in ('skip', 'queue', 'parallel', 'cancel')),
  timeout_seconds integer not null default 3600 check (timeout_seconds > 0),
  retry_count integer not null default 0 check (retry_count >= 0),
  retry_delay_seconds integer not null default 10 check (retry_delay_seconds > 0),
  retry_factor double precision not null default 2 check (retry_factor >= 1),
  retry_cap_seconds integer not null default 600 check (retry_cap_seconds > 0),
  alert_user_ids jsonb not null default '[]',
  alert_after integer not null default 1 check (alert_after > 0),
  keep_days integer not null default 30 check (keep_days > 0),
  keep_runs integer not null default 1000 check (keep_runs > 0),
  remark text,
  next_time timestamptz,
  last_time timestamptz,
  last_state text,
  last_run_id text,
  failures integer not null default 0,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  create_dept text,
  update_by text,
  update_time timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table scheduler_job is '定时任务';
create index scheduler_job__next_time on scheduler_job (next_time) where status = '1' and deleted_at is null;
create unique index scheduler_job__job_name on scheduler_job (job_name) where deleted_at is null;
create index scheduler_job__create_time on scheduler_job (create_time desc, id desc) where deleted_at is null;

-- Codes of schedules that were created once: what people removed does not come back, even when the row is gone for good.
create table scheduler_seed (
  code text primary key,
  create_time timestamptz not null default now()
);
comment on table scheduler_seed is '已初始化的定时任务';

create table scheduler_run (
  id text primary key,
  root_id text not null,
  job_id text not null,
  job_name text not null,
  bean_name text not null,
  method_params text not null,
  cause text not null check (cause in ('cron', 'missed', 'manual')),
  due_time timestamptz not null,
  attempt integer not null default 1,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'timeout', 'cancelled', 'skipped')),
  is_exclusive boolean not null default true,
  run_after timestamptz not null default now(),
  timeout_seconds integer not null,
  claims integer not null default 0,
  owner text,
  node integer,
  lease_until timestamptz,
  cancel_requested boolean not null default false,
  percent integer not null default 0,
  line_count integer not null default 0,
  msg text,
  start_time timestamptz,
  end_time timestamptz,
  duration_ms integer,
  create_by text,
  owner_id text,
  owner_dept text,
  create_time timestamptz not null default now()
);
comment on table scheduler_run is '任务日志';
-- exactly one firing per due time, on any number of nodes
create unique index scheduler_run__job_id_due_time_attempt on scheduler_run (job_id, due_time, attempt);
-- runs of a job that may not overlap: the database lets one of them run
create unique index scheduler_run__job_id_exclusive on scheduler_run (job_id) where state = 'running' and is_exclusive;
create index scheduler_run__run_after on scheduler_run (run_after) where state = 'waiting';
create index scheduler_run__lease_until on scheduler_run (lease_until) where state = 'running';
create index scheduler_run__job_id_open on scheduler_run (job_id) where state in ('waiting', 'running');
create index scheduler_run__create_time on scheduler_run (create_time desc, id desc);
create index scheduler_run__job_id_create_time on scheduler_run (job_id, create_time desc, id desc);
create index scheduler_run__state_create_time on scheduler_run (state, create_time desc, id desc);

create table scheduler_run_line (
  run_id text not null references scheduler_run (id) on delete cascade,
  seq integer not null,
  text text not null,
  create_time timestamptz not null default now(),
  primary key (run_id, seq)
);
comment on table scheduler_run_line is '任务日志内容';

create table scheduler_day (
  job_id text not null,
  day date not null,
  done integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  skipped integer not null default 0,
  done_ms bigint not null default 0,
  primary key (job_id, day)
);
comment on table scheduler_day is '任务执行日统计';
create index scheduler_day__day on scheduler_day (day);
