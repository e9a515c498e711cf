-- What failing rules leave to do, and the points of months that are closed.

create table quality_issue (
  id text primary key,
  version integer not null default 0,
  issue_no text not null,
  -- data_issue_status: 1 waits, 2 is worked on, 3 waits for review, 4 closed, 5 waived, 6 a false alarm
  state char(1) not null default '1' check (state in ('1', '2', '3', '4', '5', '6')),
  check_rule_id text not null,
  -- the object of the rule when it failed; '' = the table itself
  rule_source_id text not null,
  rule_table_id text not null,
  object_id text not null,
  rule_column_id text,
  rule_type_id text not null,
  rule_level_id text not null,
  -- null = nobody yet
  assignee_id text,
  reviewer_id text,
  -- since when it is open, and until when it should be mended; a relapse sets both anew
  open_time timestamptz not null,
  due_time timestamptz not null,
  -- the batch that opened it
  open_batch text not null,
  first_time timestamptz not null,
  last_fail_time timestamptz not null,
  last_report_id text not null,
  fail_count integer not null default 1,
  reopen_count integer not null default 0,
  submit_by text,
  -- recheck: a run passed; person: somebody closed it; rule: its rule was deleted or turned to something else
  closed_by text check (closed_by in ('recheck', 'person', 'rule')),
  closed_account text,
  closed_time timestamptz,
  -- until when no failure opens it again
  waive_until timestamptz,
  waive_reason text,
  -- the version of the rule that was judged to be wrong
  rule_version integer,
  overdue_told timestamptz,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz not null
);
comment on table quality_issue is '质量问题工单';
create unique index quality_issue__issue_no on quality_issue (issue_no);
-- one issue per rule and object: a relapse opens the same one again
create unique index quality_issue__check_rule_id on quality_issue (check_rule_id, object_id);
create index quality_issue__rule_table_id on quality_issue (rule_table_id);
create index quality_issue__assignee_id on quality_issue (assignee_id) where state in ('1', '2', '3');
create index quality_issue__due_time on quality_issue (due_time) where state in ('1', '2', '3');
create index quality_issue__last_fail_time on quality_issue (last_fail_time, id);
create index quality_issue__open_batch on quality_issue (open_batch);

create table quality_issue_log (
  id text primary key,
  issue_id text not null references quality_issue (id) on delete cascade,
  action text not null,
  state_from char(1),
  state_to char(1),
  report_id text,
  error_count bigint,
  -- who it was given to
  account_id text,
  content text,
  -- null = the platform
  create_by text,
  create_time timestamptz not null
);
comment on table quality_issue_log is '质量问题工单经过';
create index quality_issue_log__issue_id on quality_issue_log (issue_id, create_time, id);

-- The last number of a month.
create table quality_issue_month (
  id text primary key,
  last_no integer not null
);
comment on table quality_issue_month is '质量问题工单编号';

-- Points at the end of a month, with the weights and names of then.
create table quality_snapshot (
  id text primary key,
  month text not null,
  weights jsonb not null,
  create_time timestamptz not null
);
comment on table quality_snapshot is '质量月度快照';
create unique index quality_snapshot__month on quality_snapshot (month);

create table quality_snapshot_table (
  id text primary key,
  snapshot_id text not null references quality_snapshot (id) on delete cascade,
  source_id text not null,
  table_id text not null,
  source_name text,
  schema_name text,
  table_name text,
  table_comment text,
  tier text,
  domain_name text,
  dept_name text,
  owner_name text,
  score numeric(5, 2),
  dimensions jsonb not null,
  rule_count integer not null,
  fail_count integer not null
);
comment on table quality_snapshot_table is '质量月度快照：数据表';
create unique index quality_snapshot_table__snapshot_id on quality_snapshot_table (snapshot_id, table_id);
