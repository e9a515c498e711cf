-- Long exports and imports: what was asked for, how far it is, and the workbook that came of it.
create table sys_transfer (
  -- also the number that the workbook carries (导出编号)
  id text primary key,
  version integer not null default 0,
  kind text not null check (kind in ('export', 'import')),
  -- key of a registered entity, system.post
  entity text not null,
  entity_label text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- filter, columns and chosen rows of an export
  request jsonb not null default '{}',
  -- stored name and given name of an import's file
  source_file text,
  source_name text,
  -- what can be downloaded: the export, or the list of wrong rows
  result_file text,
  result_name text,
  result_size bigint,
  -- what the list showed when the export was asked for; of an import the rows of the file
  expected_rows bigint,
  done_rows bigint not null default 0,
  percent integer not null default 0 check (percent between 0 and 100),
  text text not null default '',
  -- total, valid and the first errors of an import
  result jsonb,
  -- kit_job that runs it; null while the person's other transfers run
  job_id text,
  -- who writes is the newest attempt: a node that lost its lease changes nothing any more
  attempt text,
  attempts integer not null default 0,
  cancel_requested boolean not null default false,
  remote_addr text not null,
  user_agent text not null,
  request_id text not null,
  create_by text not null,
  create_dept text,
  create_time timestamptz not null default now(),
  start_time timestamptz,
  end_time timestamptz,
  -- from this moment on the files are gone
  expire_time timestamptz
);
comment on table sys_transfer is '导出导入任务';
create index sys_transfer__create_by on sys_transfer (create_by, create_time desc, id desc);
create index sys_transfer__create_time on sys_transfer (create_time desc, id desc);
create index sys_transfer__state on sys_transfer (create_by, create_time, id) where state in ('waiting', 'running');
create index sys_transfer__expire_time on sys_transfer (expire_time) where expire_time is not null;
