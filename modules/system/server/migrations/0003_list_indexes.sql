-- Orders and filters of the user and operation-log lists that would otherwise sort or walk the whole table.
create index sys_user__username_id on sys_user (username, id) where deleted_at is null;
create index sys_oper_log__failed on sys_oper_log (create_time desc, id desc) where result = '0';
