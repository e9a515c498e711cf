alter table masterdata_model
  add column is_add_approved char(1) not null default '0' check (is_add_approved in ('0', '1')),
  add column is_load_approved char(1) not null default '0' check (is_load_approved in ('0', '1'));
comment on column masterdata_model.is_add_approved is '1: a new record waits for the approval of 主数据新增';
comment on column masterdata_model.is_load_approved is '1: what a load brings waits for the approval of 主数据接入';

alter table masterdata_load
  drop constraint masterdata_load_state_check,
  add constraint masterdata_load_state_check check (state in ('waiting', 'running', 'approval', 'refused', 'done', 'failed', 'cancelled')),
  add column flow_status char(1) check (flow_status in ('1', '2', '3', '4', '5', '6')),
  add column process_instance_id text,
  add column submit_by text,
  add column reached text;
comment on column masterdata_load.flow_status is 'null where it needs no approval';
comment on column masterdata_load.submit_by is 'who submitted it: the owner of the mapping at that time';
comment on column masterdata_load.reached is 'up to where the source was read, until what it said is taken';

create table masterdata_load_row (
  load_id text not null references masterdata_load (id) on delete cascade,
  seq integer not null,
  source_key text not null,
  row_hash text not null,
  cells jsonb not null,
  mark text,
  is_new char(1) not null check (is_new in ('0', '1')),
  primary key (load_id, seq)
);
comment on table masterdata_load_row is '主数据待审接入的行';
comment on column masterdata_load_row.cells is 'by the name of the column, after the steps of the mapping';

create table masterdata_merge_batch (
  id text primary key,
  model_id text not null references masterdata_model (id),
  revision integer not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  message text,
  create_by text not null,
  create_time timestamptz not null,
  end_time timestamptz
);
comment on table masterdata_merge_batch is '主数据批量合并';
comment on column masterdata_merge_batch.id is 'that of its job';
comment on column masterdata_merge_batch.revision is 'of the matching rule that found the groups: after a change of it nothing more is merged';
create index masterdata_merge_batch__model_id_create_time_id on masterdata_merge_batch (model_id, create_time desc, id desc);

create table masterdata_merge_batch_group (
  batch_id text not null references masterdata_merge_batch (id) on delete cascade,
  candidate_id text not null,
  records jsonb not null,
  state text not null check (state in ('waiting', 'merged', 'skipped')),
  merge_id text,
  message text,
  primary key (batch_id, candidate_id)
);
comment on table masterdata_merge_batch_group is '主数据批量合并的组';
comment on column masterdata_merge_batch_group.records is 'the records that the group had when somebody decided to merge it';

alter table masterdata_merge add column batch_id text;
create index masterdata_merge__batch_id on masterdata_merge (batch_id) where batch_id is not null;
