-- Mail servers are registered like every other server outside.
alter table sys_host drop constraint sys_host_scheme_check;
alter table sys_host add constraint sys_host_scheme_check check (scheme in ('http', 'https', 'smtp', 'smtps'));

-- The mail server that was set before. Private networks wait for somebody who may allow them.
insert into sys_host (id, host_name, scheme, host, port, remark)
select 'mailserver', '邮件服务器',
  lower(substring(config_value from '^ *([Ss][Mm][Tt][Pp][Ss]?)://')),
  lower(substring(config_value from '^ *[A-Za-z]+://([A-Za-z0-9.-]+)')),
  coalesce(substring(config_value from '^ *[A-Za-z]+://[A-Za-z0-9.-]+:([0-9]{1,5})(?:[/?#]| *$)')::integer,
    case when lower(config_value) like '%smtps:%' then 465 else 25 end),
  '升级时由参数「邮件服务器地址」登记；邮件服务器在内网时，请核对后允许访问内网'
from sys_config
where config_key = 'sys.mail.server' and deleted_at is null
  and config_value ~ '^ *[Ss][Mm][Tt][Pp][Ss]?://[A-Za-z0-9.-]+(:[1-9][0-9]{0,3}|:[1-5][0-9]{4})?([/?#]| *$)'
  and not exists (select 1 from sys_host where host_name = '邮件服务器' and deleted_at is null);
