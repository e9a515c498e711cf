-- Changes that wait for an approval: what is to be done to which record, carried out when the approval passes.
create table kit_proposal (
  id text primary key,
  business_type text not null,
  target_id text not null,
  -- what was asked for, as the kind of proposal declares it
  input jsonb not null,
  flow_status char(1) not null default '1' check (flow_status in ('1', '2', '3', '4', '5', '6')),
  process_instance_id text,
  create_by text not null,
  create_dept text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
comment on table kit_proposal is '待审变更';
create unique index kit_proposal__business_type_target_id on kit_proposal (business_type, target_id) where flow_status in ('1', '2', '3');
create index kit_proposal__business_type_target_id_create_time on kit_proposal (business_type, target_id, create_time desc);
create index kit_proposal__create_by_create_time on kit_proposal (create_by, create_time desc);
