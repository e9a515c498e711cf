-- The inbox looks for candidates of open tasks only: those of finished tasks stay for who may see them, and out of its index.
alter table flow_candidate add column is_open boolean not null default true;
update flow_candidate c set is_open = false from flow_task t where t.id = c.task_id and t.state <> 'todo';
create index flow_candidate__open on flow_candidate (kind, ref) where is_open;
