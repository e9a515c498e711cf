-- The multi-instance activity of the engine that a task is part of: votes of two calls of one process are told apart. Null: none, or from before.
alter table flow_task add column activity text;

-- A candidate who stands in for somebody (代理), and the delegation that put him into that place while the task was open already.
alter table flow_candidate add column delegated_from text;
alter table flow_candidate add column delegation_id text;
create index flow_candidate__delegation_id on flow_candidate (delegation_id) where is_open and delegation_id is not null;
