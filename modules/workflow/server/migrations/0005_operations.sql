-- What operators need: steps that can be repeated from their history, timers and effects that failed, and figures over finished tasks.

-- approvers and other variables that the surroundings answered in a step: with them the history leads to the stored state
alter table flow_history add column answers jsonb not null default '{}';

-- a timer that failed five times waits for an operator
alter table flow_timer add column error text;
alter table flow_timer add column dead_time timestamptz;
create index flow_timer__dead on flow_timer (dead_time) where dead_time is not null;

alter table flow_outbox add column reason text;
alter table flow_outbox add column ended_by text;
create index flow_outbox__dead on flow_outbox (create_time) where state = 'dead';

create index flow_task__end_time on flow_task (end_time) where state = 'done';
create index flow_instance__end_time on flow_instance (end_time) where end_time is not null;
