create table masterdata_target (
  id text primary key,
  model_id text not null references masterdata_model (id),
  target_name text not null,
  kind text not null check (kind in ('http', 'table', 'api')),
  state text not null default 'running' check (state in ('running', 'paused', 'stopped')),
  columns jsonb not null,
  conditions jsonb not null,
  batch_size integer not null,
  address_sealed text,
  address_host text,
  secret_sealed text,
  source_id text,
  table_id text,
  key_column text,
  app_id text,
  owner_id text not null,
  position bigint not null default 0,
  snapshot_after text,
  problem text,
  tries integer not null default 0,
  retry_time timestamptz,
  last_time timestamptz,
  remark text,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table masterdata_target is '主数据分发目标';
comment on column masterdata_target.state is 'paused by a person, stopped by a problem that a person has to mend';
comment on column masterdata_target.owner_id is 'with whose rights records leave';
comment on column masterdata_target.position is 'everything up to this number of the feed was handled';
comment on column masterdata_target.snapshot_after is 'id of the record up to which all records were queued; null when none are to be';
create index masterdata_target__model_id on masterdata_target (model_id) where deleted_at is null;
create index masterdata_target__create_time_id on masterdata_target (create_time desc, id desc) where deleted_at is null;

create table masterdata_feed (
  model_id text primary key references masterdata_model (id),
  last_seq bigint not null default 0
);
comment on table masterdata_feed is '主数据变更流';

create table masterdata_feed_record (
  model_id text not null references masterdata_model (id),
  record_id text not null,
  record_version bigint not null,
  primary key (model_id, record_id)
);
comment on table masterdata_feed_record is '主数据变更流的记录版本';
comment on column masterdata_feed_record.record_version is 'grows with every change, also when a merge is undone';

create table masterdata_outbox (
  id text primary key,
  model_id text not null references masterdata_model (id),
  target_id text,
  seq bigint,
  record_id text not null,
  record_version bigint not null,
  action text not null,
  status char(1),
  cells jsonb,
  create_time timestamptz not null
);
comment on table masterdata_outbox is '主数据发件箱';
comment on column masterdata_outbox.target_id is 'the only target that it is for; null for all of the model';
comment on column masterdata_outbox.seq is 'given in the order of the commits; null until then';
comment on column masterdata_outbox.cells is 'the record after the change, by the id of the column; null when it is gone';
create unique index masterdata_outbox__model_id_seq on masterdata_outbox (model_id, seq);
create index masterdata_outbox__unnumbered on masterdata_outbox (model_id) where seq is null;

create table masterdata_target_record (
  target_id text not null references masterdata_target (id),
  record_id text not null,
  model_id text not null,
  record_version bigint not null,
  is_gone char(1) not null check (is_gone in ('0', '1')),
  seq bigint not null,
  send_time timestamptz not null,
  primary key (target_id, record_id)
);
comment on table masterdata_target_record is '主数据分发状态';
create index masterdata_target_record__record_id on masterdata_target_record (record_id);

create table masterdata_delivery (
  id text primary key,
  target_id text not null references masterdata_target (id),
  model_id text not null,
  seq bigint not null,
  record_id text not null,
  record_version bigint not null,
  action text not null,
  state text not null check (state in ('done', 'retry', 'dead', 'superseded')),
  tries integer not null,
  message text,
  http_status integer,
  time_ms integer,
  next_time timestamptz,
  create_time timestamptz not null,
  send_time timestamptz not null
);
comment on table masterdata_delivery is '主数据分发日志';
create unique index masterdata_delivery__target_id_seq on masterdata_delivery (target_id, seq);
create index masterdata_delivery__target_id_send_time on masterdata_delivery (target_id, send_time desc, id desc);
create index masterdata_delivery__open on masterdata_delivery (target_id, next_time) where state in ('retry', 'dead');
