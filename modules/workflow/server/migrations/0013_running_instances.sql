-- Figures over running instances: what the list goes by stands in an index, instead of in rows that hold the whole state of their process.
create index flow_instance__open on flow_instance (id) include (definition_id, dept_id, starter_id, suspension_state, start_time) where end_time is null;
-- Few tasks are sent back: the share of instances that were is taken over these alone.
create index flow_task__returned on flow_task (instance_id) where state = 'done' and result = 'returned';
