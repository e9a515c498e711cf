-- Plans that run after another plan.
alter table quality_schedule_job add column upstream_job_id text;
-- the batch of the plan before it that it ran after last
alter table quality_schedule_job add column upstream_seen text;
alter table quality_schedule_job drop constraint quality_schedule_job_trigger_kind_check;
alter table quality_schedule_job add constraint quality_schedule_job_trigger_kind_check
  check (trigger_kind in ('cron', 'sync', 'upstream', 'api'));
