-- the run that a person wanted tried again; each is tried again once, its successor may be in turn
alter table scheduler_run add column retry_of text;
create unique index scheduler_run__retry_of on scheduler_run (retry_of) where retry_of is not null;
