-- Requests for rights on data go through an approval where one is configured; they may be about a whole source, and end by days.
alter table metadata_access_request alter column table_id drop not null;
alter table metadata_access_request add column version integer not null default 0;
alter table metadata_access_request add column days integer check (days between 1 and 365);
alter table metadata_access_request add column flow_status char(1) check (flow_status in ('1', '2', '3', '4', '5', '6'));
alter table metadata_access_request add column process_instance_id text;
alter table metadata_access_request add column update_time timestamptz not null default now();
alter table metadata_access_request drop constraint metadata_access_request_state_check;
-- withdrawn: given up by who asked; ended: the grants were given back or taken away before their day
alter table metadata_access_request add constraint metadata_access_request__state
  check (state in ('open', 'granted', 'refused', 'withdrawn', 'ended'));
create unique index metadata_access_request__user_id_source_id on metadata_access_request (user_id, source_id)
  where state = 'open' and table_id is null;
create index metadata_access_request__user_id_create_time on metadata_access_request (user_id, create_time desc);
create index metadata_authorize__request_id on metadata_authorize (request_id) where request_id is not null;
