-- What readers saw of a notice when it was published last: a withdrawn one that is published again is compared with it.
alter table sys_notice add column last_published jsonb;
