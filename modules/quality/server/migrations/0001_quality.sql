-- Rules about data, what their runs found, and when they run by themselves.

create table quality_rule_type (
  id text primary key,
  code text not null,
  name text not null,
  sort_no integer not null
);
comment on table quality_rule_type is '质量规则类型';

create table quality_rule_item (
  id text primary key,
  rule_type_id text not null references quality_rule_type (id),
  item_code text not null,
  item_name text not null,
  item_explain text not null,
  sort_no integer not null,
  -- a type that the product has no more keeps its row, for rules and reports of it
  is_retired char(1) not null default '0' check (is_retired in ('0', '1'))
);
comment on table quality_rule_item is '质量核查项';
create index quality_rule_item__rule_type_id on quality_rule_item (rule_type_id);

create table quality_rule_level (
  id text primary key,
  code text not null,
  name text not null,
  sort_no integer not null
);
comment on table quality_rule_level is '质量规则级别';

create table quality_check_rule (
  id text primary key,
  version integer not null default 0,
  status char(1) not null default '1' check (status in ('0', '1')),
  rule_name text not null,
  rule_type_id text not null references quality_rule_type (id),
  rule_item_id text not null references quality_rule_item (id),
  rule_level_id text not null references quality_rule_level (id),
  -- ids only: names change with each synchronisation
  rule_source_id text not null,
  rule_table_id text not null,
  rule_column_id text,
  rule_config jsonb not null,
  rule_weight numeric(6, 2) not null default 1 check (rule_weight >= 0),
  rule_strength char(1) not null default '1' check (rule_strength in ('1', '2')),
  rule_threshold numeric(5, 2) not null default 100 check (rule_threshold between 0 and 100),
  -- it runs with the rights of this account
  owner_id text not null,
  remark text,
  last_check_batch text,
  last_report_id text,
  last_state text check (last_state in ('pass', 'warn', 'fail', 'error', 'skip')),
  last_check_time timestamptz,
  create_by text,
  create_time timestamptz not null default now(),
  create_dept text,
  update_by text,
  update_time timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table quality_check_rule is '质量核查规则';
create unique index quality_check_rule__rule_name on quality_check_rule (rule_name) where deleted_at is null;
create index quality_check_rule__rule_table_id on quality_check_rule (rule_table_id) where deleted_at is null;
create index quality_check_rule__rule_type_id on quality_check_rule (rule_type_id) where deleted_at is null;

-- One batch of rules.
create table quality_run (
  id text primary key,
  -- who or what started it
  cause text not null check (cause in ('manual', 'cron', 'sync', 'upstream', 'api')),
  schedule_job_id text,
  state text not null check (state in ('waiting', 'running', 'done', 'error', 'cancelled')),
  -- the queue's number of it
  job_id text,
  rule_count integer not null,
  pass_count integer not null default 0,
  warn_count integer not null default 0,
  fail_count integer not null default 0,
  error_count integer not null default 0,
  skip_count integer not null default 0,
  -- a strong rule failed: what waits for the batch must not go on
  is_blocked char(1) not null default '0' check (is_blocked in ('0', '1')),
  message text,
  create_by text not null,
  create_dept text,
  create_time timestamptz not null,
  start_time timestamptz,
  end_time timestamptz
);
comment on table quality_run is '质量核查批次';
create index quality_run__create_time on quality_run (create_time);
create index quality_run__schedule_job_id on quality_run (schedule_job_id, create_time);

create table quality_check_report (
  id text primary key,
  check_rule_id text not null,
  check_batch text not null,
  check_date timestamptz not null,
  state text not null check (state in ('pass', 'warn', 'fail', 'error', 'skip')),
  check_result text,
  check_total_count bigint,
  check_error_count bigint,
  -- the number that a rule about a number measured
  value text,
  -- points of the rule's score: 100 * num / den; null = it could not run
  num numeric,
  den numeric,
  ms integer,
  -- as the rule was when it ran
  rule_name text not null,
  rule_type_id text not null,
  rule_level_id text not null,
  rule_source_id text not null,
  rule_table_id text not null,
  rule_column_id text,
  rule_config jsonb not null,
  rule_weight numeric(6, 2) not null,
  rule_strength char(1) not null,
  rule_threshold numeric(5, 2) not null
);
comment on table quality_check_report is '质量核查报告';
-- a rule counts once per batch, whoever ran it
create unique index quality_check_report__check_batch on quality_check_report (check_batch, check_rule_id);
create index quality_check_report__check_rule_id on quality_check_report (check_rule_id, check_date);
create index quality_check_report__check_date on quality_check_report (check_date);

create table quality_schedule_job (
  id text primary key,
  version integer not null default 0,
  -- sys_job_status: 1 runs, 0 pauses
  status char(1) not null default '1' check (status in ('0', '1')),
  job_name text not null,
  trigger_kind text not null check (trigger_kind in ('cron', 'sync', 'api')),
  cron_expression text,
  next_time timestamptz,
  -- of kind sync: the source after whose synchronisation it runs, and the one that it ran after last
  source_id text,
  sync_seen timestamptz,
  -- which rules: all of these sources, tables and single ones
  source_ids text[] not null default '{}',
  table_ids text[] not null default '{}',
  rule_ids text[] not null default '{}',
  -- it starts its batches in this account's name; rules run with the rights of their own owners
  owner_id text not null,
  remark text,
  last_batch text,
  create_by text,
  create_time timestamptz not null default now(),
  create_dept text,
  update_by text,
  update_time timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table quality_schedule_job is '质量定时任务';
create unique index quality_schedule_job__job_name on quality_schedule_job (job_name) where deleted_at is null;
create index quality_schedule_job__next_time on quality_schedule_job (next_time) where deleted_at is null and status = '1';

create table quality_schedule_log (
  id text primary key,
  status char(1) not null check (status in ('0', '1')),
  execute_job_id text,
  execute_rule_id text not null,
  execute_date timestamptz not null,
  execute_result text,
  execute_batch text not null
);
comment on table quality_schedule_log is '质量任务日志';
create index quality_schedule_log__execute_date on quality_schedule_log (execute_date);
create unique index quality_schedule_log__execute_batch on quality_schedule_log (execute_batch, execute_rule_id);

-- How scores are made of results; one row. A change scores the past anew, from the numerators of reports.
create table quality_weight_model (
  id text primary key,
  version integer not null default 0,
  mode text not null check (mode in ('full', 'configured', 'average', 'plain')),
  dimensions jsonb not null,
  cap numeric(5, 2) not null check (cap between 0 and 100),
  update_by text,
  update_time timestamptz not null default now()
);
comment on table quality_weight_model is '质量评分权重';
