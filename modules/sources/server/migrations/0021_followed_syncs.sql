-- What followed which synchronisation: a node that stops between a synchronisation and what follows it loses nothing.
create table metadata_sync_follower (
  follower text not null,
  source_id text not null,
  sync_time timestamptz not null,
  primary key (follower, source_id)
);
comment on table metadata_sync_follower is '同步后续处理';
comment on column metadata_sync_follower.sync_time is 'the synchronisation that was followed last';
