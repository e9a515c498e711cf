-- What the platform shows to people: notices, banners, company certificates.

create table sys_notice (
  id text primary key,
  version integer not null default 0,
  title text not null,
  -- 1 通知, 2 公告, 3 待办提醒 (sys_notice_type)
  type text not null,
  -- blocks and marked text, never HTML; form in contract/document.ts
  content jsonb not null,
  content_text text not null,
  -- 1 全员, 2 部门, 3 角色, 4 用户 (sys_audience); whom exactly is in sys_audience_target
  publish_scope char(1) not null default '1' check (publish_scope in ('1', '2', '3', '4')),
  -- departments mean everything below them too
  with_below char(1) not null default '1' check (with_below in ('0', '1')),
  top_flag char(1) not null default '0' check (top_flag in ('0', '1')),
  must_read char(1) not null default '0' check (must_read in ('0', '1')),
  -- 0 草稿, 1 已发布, 2 已撤回 (sys_notice_status)
  publish_status char(1) not null default '0' check (publish_status in ('0', '1', '2')),
  -- from when it is visible; of a draft: when the author wants it to be
  publish_time timestamptz,
  expire_time timestamptz,
  publish_by text,
  -- when the browsers of its readers were told; null = not yet
  told_time timestamptz,
  attachments text,
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check (publish_status <> '1' or publish_time is not null),
  check (expire_time is null or publish_time is null or expire_time > publish_time)
);
comment on table sys_notice is '公告';
create index sys_notice__create_time on sys_notice (create_time desc, id desc) where deleted_at is null;
create index sys_notice__publish_time on sys_notice (top_flag desc, publish_time desc, id desc) where publish_status = '1' and deleted_at is null;
create index sys_notice__untold on sys_notice (publish_time) where publish_status = '1' and told_time is null and deleted_at is null;
create index sys_notice__create_dept on sys_notice (create_dept, create_time desc) where deleted_at is null;

create table sys_audience_target (
  -- a notice or a banner
  record_id text not null,
  -- department, role or account, as publish_scope says
  target_id text not null,
  primary key (record_id, target_id)
);
comment on table sys_audience_target is '公告与轮播图的发布对象';

create table sys_notice_read (
  notice_id text not null references sys_notice (id),
  user_id text not null references sys_user (id),
  -- a reading before the present publication does not count: the text may have been another
  read_time timestamptz not null,
  primary key (notice_id, user_id)
);
comment on table sys_notice_read is '公告已读';
create index sys_notice_read__notice_id on sys_notice_read (notice_id, read_time);

create table sys_banner (
  id text primary key,
  version integer not null default 0,
  title text not null,
  subtitle text,
  image_file text not null,
  -- 0 无, 1 内页, 2 外链 (sys_banner_link)
  link_type char(1) not null default '0' check (link_type in ('0', '1', '2')),
  link_url text,
  platform text not null default 'web' check (platform in ('web', 'app')),
  position text not null default 'home' check (position in ('login', 'home')),
  publish_scope char(1) not null default '1' check (publish_scope in ('1', '2', '3', '4')),
  with_below char(1) not null default '1' check (with_below in ('0', '1')),
  start_time timestamptz,
  end_time timestamptz,
  sort integer not null default 0,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check (link_type = '0' or link_url is not null),
  -- nobody is signed in on the login page
  check (position = 'home' or publish_scope = '1'),
  check (end_time is null or start_time is null or end_time > start_time)
);
comment on table sys_banner is '轮播图';
create index sys_banner__create_time on sys_banner (create_time desc, id desc) where deleted_at is null;
create index sys_banner__shown on sys_banner (position, platform, sort) where status = '1' and deleted_at is null;

create table sys_certificate (
  id text primary key,
  version integer not null default 0,
  cert_name text not null,
  -- 1 企业资质, 2 体系认证, 3 荣誉, 4 信用评级, 5 系统授权 (sys_cert_type)
  cert_type text not null,
  cert_no text,
  grade text,
  issue_org text,
  issue_date date,
  valid_from date,
  -- the last valid day; null = valid for good
  valid_to date,
  is_cancelled char(1) not null default '0' check (is_cancelled in ('0', '1')),
  cancel_reason text,
  owner_unit text,
  image_files text,
  sort integer not null default 0,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check (valid_from is null or valid_to is null or valid_to >= valid_from)
);
comment on table sys_certificate is '企业证书';
create unique index sys_certificate__cert_no on sys_certificate (cert_no) where deleted_at is null and cert_no is not null;
create index sys_certificate__create_time on sys_certificate (create_time desc, id desc) where deleted_at is null;
create index sys_certificate__valid_to on sys_certificate (valid_to, id) where deleted_at is null;
create index sys_certificate__create_dept on sys_certificate (create_dept, create_time desc) where deleted_at is null;

create table sys_certificate_renewal (
  id text primary key,
  certificate_id text not null references sys_certificate (id),
  -- the period that ended with this renewal
  cert_no text,
  grade text,
  issue_date date,
  valid_from date,
  valid_to date,
  image_files text,
  remark text,
  create_by text,
  create_time timestamptz not null default now()
);
comment on table sys_certificate_renewal is '证书续期记录';
create index sys_certificate_renewal__certificate_id on sys_certificate_renewal (certificate_id, create_time desc);
