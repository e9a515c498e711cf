-- A substitute may take over the tasks that are open when the delegation begins; what is left undone goes back at its end.
alter table flow_delegation add column takes_open boolean not null default false;
alter table flow_delegation add column begun_time timestamptz;
alter table flow_delegation add column ended_time timestamptz;
create index flow_delegation__takes_open on flow_delegation (valid_from) where takes_open and ended_time is null;

-- the delegation that has brought a task into other hands; null again when it gets into others
alter table flow_task add column delegation_id text;
create index flow_task__delegation_id on flow_task (delegation_id) where state = 'todo' and delegation_id is not null;
