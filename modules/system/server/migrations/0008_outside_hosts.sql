create table sys_host (
  id text primary key,
  version integer not null default 0,
  host_name text not null,
  scheme text not null check (scheme in ('http', 'https')),
  host text not null,
  port integer not null check (port between 1 and 65535),
  -- 1: the name may lead into private networks
  is_private_allowed char(1) not null default '0' check (is_private_allowed in ('0', '1')),
  -- PEM of an authority besides the known ones
  ca_text text,
  -- path that 测试 asks for
  test_path text not null default '/',
  secret_header text,
  -- sealed by the secret box for this host at this address
  secret_value text,
  owner_name text,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table sys_host is '外部地址';
create unique index sys_host__host_name on sys_host (host_name) where deleted_at is null;
create unique index sys_host__scheme_host_port on sys_host (scheme, host, port) where deleted_at is null;
create index sys_host__deleted_at on sys_host (deleted_at desc, id desc) where deleted_at is not null;

create table sys_host_call (
  id text primary key,
  host_id text not null,
  purpose text not null,
  method text not null,
  -- without the query, which may hold secrets
  path text not null,
  address text,
  status integer,
  state text not null check (state in ('done', 'refused', 'failed')),
  message text,
  received bigint not null default 0,
  ms integer not null,
  create_by text,
  create_time timestamptz not null default now()
);
comment on table sys_host_call is '外部地址调用日志';
create index sys_host_call__create_time on sys_host_call (create_time desc, id desc);
create index sys_host_call__host_id on sys_host_call (host_id, create_time desc, id desc);

alter table sys_sms drop constraint sys_sms_scene_check;
alter table sys_sms add constraint sys_sms_scene_check check (scene in ('login', 'reset', 'told', 'test'));

-- The gateway that was set before hosts were registered. Private networks wait for somebody who may allow them.
insert into sys_host (id, host_name, scheme, host, port, remark)
select 'smsgateway', '短信网关',
  lower(substring(config_value from '^([Hh][Tt][Tt][Pp][Ss]?)://')),
  lower(substring(config_value from '^[A-Za-z]+://([A-Za-z0-9.-]+)')),
  coalesce(substring(config_value from '^[A-Za-z]+://[A-Za-z0-9.-]+:([0-9]{1,5})(?:[/?#]|$)')::integer,
    case when lower(config_value) like 'https:%' then 443 else 80 end),
  '升级时由参数「短信网关地址」登记；网关在内网时，请核对后允许访问内网'
from sys_config
where config_key = 'sys.sms.gatewayUrl' and deleted_at is null
  and config_value ~ '^[Hh][Tt][Tt][Pp][Ss]?://[A-Za-z0-9.-]+(:[1-9][0-9]{0,3}|:[1-5][0-9]{4})?([/?#]|$)';
