-- Messages of approvals, standards, quality, master data, the data market and forms have kinds of their own.
alter table sys_message drop constraint sys_message_kind_check;
alter table sys_message add constraint sys_message_kind_check check (
  kind in ('expiry', 'task', 'export', 'system', 'record', 'flow', 'standard', 'quality', 'masterdata', 'market', 'filling')
);
