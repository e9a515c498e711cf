-- Sign-in, sessions, login log, and what a person keeps for themselves.

create table sys_session (
  -- what people see in the list of online users; the token itself is stored nowhere
  id text primary key,
  token_hash text not null,
  user_id text not null references sys_user (id),
  login_log_id text,
  create_time timestamptz not null,
  last_time timestamptz not null,
  expire_time timestamptz not null,
  is_locked char(1) not null default '0' check (is_locked in ('0', '1')),
  lock_hash text,
  unlock_failures integer not null default 0,
  ip text not null,
  browser text,
  os text,
  device text,
  check (is_locked = '0' or lock_hash is not null)
);
comment on table sys_session is '登录会话';
create unique index sys_session__token_hash on sys_session (token_hash);
create index sys_session__user_id on sys_session (user_id);
create index sys_session__last_time on sys_session (last_time desc, id desc);

create table sys_login_log (
  id text primary key,
  -- login 登录, logout 退出, kick 强制下线, unlock 解锁 (sys_login_event)
  event text not null default 'login' check (event in ('login', 'logout', 'kick', 'unlock')),
  result char(1) not null check (result in ('0', '1')),
  reason text,
  user_id text,
  user_name text,
  dept_id text,
  op_ip text,
  op_os text,
  op_browser text,
  op_device text,
  -- what the browser adds about itself, shown only
  details jsonb,
  op_date timestamptz not null default now()
);
comment on table sys_login_log is '登录日志';
create index sys_login_log__op_date on sys_login_log (op_date desc, id desc);
create index sys_login_log__user_id on sys_login_log (user_id, op_date desc, id desc);
create index sys_login_log__user_name on sys_login_log (user_name, op_date desc, id desc);

create table sys_rsa_key (
  id text primary key,
  public_key text not null,
  -- sealed by the secret box
  private_key text not null,
  create_time timestamptz not null
);
comment on table sys_rsa_key is '登录加密密钥对';

create table sys_captcha (
  uuid text primary key,
  key_id text not null references sys_rsa_key (id) on delete cascade,
  -- null: no picture was asked for, the row only carries the key
  answer text,
  expire_time timestamptz not null
);
comment on table sys_captcha is '验证码';
create index sys_captcha__expire_time on sys_captcha (expire_time);

create table sys_nonce (
  nonce text primary key,
  expire_time timestamptz not null
);
comment on table sys_nonce is '一次性随机数';
create index sys_nonce__expire_time on sys_nonce (expire_time);

create table sys_throttle (
  key text primary key,
  -- what counted since the window began, and guesses being checked right now
  failed integer not null default 0,
  busy integer not null default 0,
  -- a node that dies in the middle of a check frees its places at this moment
  busy_until timestamptz not null,
  expire_time timestamptz not null
);
comment on table sys_throttle is '限流计数';
create index sys_throttle__expire_time on sys_throttle (expire_time);

create table sys_sms (
  id text primary key,
  -- null when the number or name is unknown: the row exists so that both cases take the same way
  user_id text references sys_user (id),
  phone text,
  scene text not null check (scene in ('login')),
  code text not null,
  tries integer not null default 0,
  is_used char(1) not null default '0' check (is_used in ('0', '1')),
  -- outbox 仅保存, waiting 待发送, sent 已发送, failed 发送失败
  state text not null check (state in ('outbox', 'waiting', 'sent', 'failed')),
  result text,
  create_time timestamptz not null,
  expire_time timestamptz not null
);
comment on table sys_sms is '短信发件箱';
create index sys_sms__create_time on sys_sms (create_time desc, id desc);
create index sys_sms__user_id on sys_sms (user_id, create_time desc);

create table sys_password_history (
  id text primary key,
  user_id text not null references sys_user (id),
  password_hash text not null,
  create_time timestamptz not null
);
comment on table sys_password_history is '历史密码';
create index sys_password_history__user_id on sys_password_history (user_id, create_time desc, id desc);

create table sys_preference (
  user_id text not null references sys_user (id),
  key text not null,
  value jsonb not null,
  update_time timestamptz not null,
  primary key (user_id, key)
);
comment on table sys_preference is '个人偏好';
