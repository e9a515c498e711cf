alter table kit_job add column not_before timestamptz;
comment on column kit_job.not_before is 'the job waits until then; null = it may begin at once';
