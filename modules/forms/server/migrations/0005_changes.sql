create table filling_change (
  id text primary key,
  form_id text not null references filling_form (id),
  record_id text not null references filling_record (id),
  version_no integer not null,
  content jsonb not null,
  comparison jsonb not null,
  reason text,
  flow_status char(1) not null default '1' check (flow_status in ('1', '2', '3', '4', '5', '6')),
  process_instance_id text,
  version integer not null default 0,
  create_by text not null,
  create_dept text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
comment on table filling_change is '填报变更';
comment on column filling_change.content is 'all values that the record has once the change has passed, by the keys of version_no';
comment on column filling_change.comparison is 'the record beside what the change makes of it, as its approvers read it';
create unique index filling_change__record_id_open on filling_change (record_id) where flow_status in ('1', '2', '3');
create index filling_change__record_id_create_time on filling_change (record_id, create_time desc, id desc);
create index filling_change__form_id on filling_change (form_id);
