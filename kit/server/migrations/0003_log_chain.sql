create table kit_log_chain (
  seq bigint primary key,
  log_id text not null,
  hash text not null,
  create_time timestamptz not null default now()
);
comment on table kit_log_chain is '操作日志校验链：每条日志的带密钥摘要，包含上一条的摘要';
create unique index kit_log_chain__log_id on kit_log_chain (log_id);

create table kit_log_chain_head (
  id text primary key,
  -- last link and its digest; signed, so that only the product can move it
  seq bigint not null,
  hash text not null,
  signature text not null,
  -- links up to here were removed by retention
  base_seq bigint not null,
  base_hash text not null,
  base_signature text not null,
  -- rows written before this moment (minus an overlap) are all linked
  scanned_to timestamptz
);
comment on table kit_log_chain_head is '操作日志校验链的起点与终点';
insert into kit_log_chain_head (id, seq, hash, signature, base_seq, base_hash, base_signature) values ('oper', 0, '', '', 0, '', '');

create table kit_log_check (
  id text primary key,
  state text not null check (state in ('running', 'done', 'failed')),
  checked bigint not null default 0,
  problem_count integer not null default 0,
  problems jsonb not null default '[]',
  head_seq bigint not null default 0,
  head_hash text not null default '',
  create_by text not null,
  create_time timestamptz not null default now(),
  end_time timestamptz
);
comment on table kit_log_check is '操作日志校验记录';
create index kit_log_check__create_time on kit_log_check (create_time desc);
