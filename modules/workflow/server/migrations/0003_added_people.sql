-- 加签: who asked the person of a task in addition to those of the node.
alter table flow_task add column added_by text;
