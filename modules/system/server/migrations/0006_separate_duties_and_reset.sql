-- Separate duties: roles that were asked for and wait for the security administrator; devices that people have signed in from;
-- codes for a forgotten password.

create table sys_role_request (
  user_id text not null references sys_user (id),
  role_id text not null references sys_role (id),
  create_by text,
  create_time timestamptz not null default now(),
  primary key (user_id, role_id)
);
comment on table sys_role_request is '待分配角色';
create index sys_role_request__role_id on sys_role_request (role_id);

-- roles of the three administrators and of nobody yet are built in from now on
update sys_role set is_built_in = '1' where id in ('sysadmin', 'secadmin', 'auditadmin', 'unassigned');

-- until this moment strangers sign in to the account with a picture only; the right password works throughout
alter table sys_user add column guarded_until timestamptz;

create table sys_device (
  id text primary key,
  -- the cookie of a browser; what it holds is stored nowhere
  token_hash text not null,
  user_id text not null references sys_user (id),
  create_time timestamptz not null,
  last_time timestamptz not null
);
comment on table sys_device is '登录过的设备';
create unique index sys_device__token_hash_user_id on sys_device (token_hash, user_id);
create index sys_device__user_id on sys_device (user_id, last_time desc);
create index sys_device__last_time on sys_device (last_time);

create table sys_password_reset (
  id text primary key,
  -- null when the name is unknown: the row exists so that both cases take the same way
  user_id text references sys_user (id),
  channel text not null check (channel in ('sms', 'mail')),
  -- the page that asked for the code
  ticket_hash text not null,
  code text not null,
  tries integer not null default 0,
  is_used char(1) not null default '0' check (is_used in ('0', '1')),
  ip text not null,
  create_time timestamptz not null,
  expire_time timestamptz not null
);
comment on table sys_password_reset is '找回密码验证码';
create unique index sys_password_reset__ticket_hash on sys_password_reset (ticket_hash);
create index sys_password_reset__user_id on sys_password_reset (user_id, create_time desc);
create index sys_password_reset__create_time on sys_password_reset (create_time);

alter table sys_sms drop constraint sys_sms_scene_check;
alter table sys_sms add constraint sys_sms_scene_check check (scene in ('login', 'reset', 'told'));

alter table sys_login_log drop constraint sys_login_log_event_check;
alter table sys_login_log add constraint sys_login_log_event_check check (event in ('login', 'logout', 'kick', 'unlock', 'reset'));
