-- Processes of approvals call only hosts that are meant for it: the secret of a host goes wherever a designer of processes points it.
alter table sys_host add column is_flow_allowed char(1) not null default '0' check (is_flow_allowed in ('0', '1'));
