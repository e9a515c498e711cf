-- What people have been told about records that end: one row for each record, day and stage, so that nobody hears twice.
create table prj_reminder (
  entity text not null,
  record_id text not null,
  -- what ends (注册有效期, 年费): a record may have several days
  what text not null,
  valid_to date not null,
  -- days before the end; 0 = it has ended
  stage integer not null,
  create_time timestamptz not null default now(),
  primary key (entity, record_id, what, valid_to, stage)
);
comment on table prj_reminder is '到期提醒记录';
