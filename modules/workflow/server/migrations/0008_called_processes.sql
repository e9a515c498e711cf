-- The process whose node a task stands at: nodes of a called process may be named as those of its caller. Null: of a task from before.
alter table flow_task add column process_key text;
