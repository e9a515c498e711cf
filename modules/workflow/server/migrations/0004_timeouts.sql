-- What happens to tasks whose people let the time of their node pass.

-- When the rule of the node acts next; null while there is none and after it has acted.
alter table flow_task add column timeout_time timestamptz;
-- 提醒: how often it has reminded
alter table flow_task add column reminded integer not null default 0;
create index flow_task__timeout_time on flow_task (timeout_time) where timeout_time is not null;
