-- Work of service nodes waits in the outbox beside what passed approvals bring about.
alter table flow_outbox add column work jsonb;
comment on column flow_outbox.work is '服务节点要做的事';
