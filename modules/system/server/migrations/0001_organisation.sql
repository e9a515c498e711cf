-- Organisation, accounts, rights, dictionaries and settings.
-- A root department or menu has the parent '0': clients of the product family build their trees that way.

create table sys_dept (
  id text primary key,
  version integer not null default 0,
  parent_id text not null default '0',
  dept_name text not null,
  dept_no text not null,
  -- ids from the root to this row, '/1/12/123/': one prefix match finds everything below
  path text not null,
  sort_no integer not null default 0,
  leader_id text,
  phone text,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check (parent_id <> id)
);
comment on table sys_dept is '部门';
create unique index sys_dept__dept_no on sys_dept (dept_no) where deleted_at is null;
create unique index sys_dept__parent_id_dept_name on sys_dept (parent_id, dept_name) where deleted_at is null;

create table sys_post (
  id text primary key,
  version integer not null default 0,
  post_name text not null,
  post_code text,
  sort_no integer not null default 0,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table sys_post is '岗位';
create unique index sys_post__post_name on sys_post (post_name) where deleted_at is null;
create unique index sys_post__post_code on sys_post (post_code) where deleted_at is null;

create table sys_user (
  id text primary key,
  version integer not null default 0,
  username text not null,
  nickname text not null,
  password_hash text not null,
  password_time timestamptz not null default now(),
  must_change_password char(1) not null default '0' check (must_change_password in ('0', '1')),
  email text,
  phone text,
  birthday date,
  sex char(1) not null default '0' check (sex in ('0', '1', '2')),
  avatar text,
  dept_id text references sys_dept (id),
  -- from this moment on the account no longer signs in
  expire_time timestamptz,
  -- until this moment the account does not sign in (set by an administrator or by the sign-in throttle)
  locked_until timestamptz,
  last_login_time timestamptz,
  last_login_ip text,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table sys_user is '用户';
-- names are compared without case: "Admin" must not look like "admin"
create unique index sys_user__username on sys_user (lower(username)) where deleted_at is null;
create index sys_user__dept_id on sys_user (dept_id) where deleted_at is null;
create index sys_user__create_time on sys_user (create_time desc, id desc) where deleted_at is null;
create index sys_user__phone on sys_user (phone) where deleted_at is null;

create table sys_role (
  id text primary key,
  version integer not null default 0,
  role_name text not null,
  role_code text not null,
  -- 1 全部, 2 自定义, 3 本部门, 4 本部门及以下, 5 仅本人 (sys_data_scope)
  data_scope char(1) not null default '5' check (data_scope in ('1', '2', '3', '4', '5')),
  sort_no integer not null default 0,
  is_built_in char(1) not null default '0' check (is_built_in in ('0', '1')),
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table sys_role is '角色';
create unique index sys_role__role_code on sys_role (role_code) where deleted_at is null;
create unique index sys_role__role_name on sys_role (role_name) where deleted_at is null;

create table sys_menu (
  id text primary key,
  version integer not null default 0,
  parent_id text not null default '0',
  menu_name text not null,
  -- full path; null for buttons
  menu_path text,
  menu_component text,
  menu_redirect text,
  menu_perms text,
  menu_icon text,
  -- 0 模块, 1 菜单, 2 按钮 (sys_menu_type)
  menu_type char(1) not null check (menu_type in ('0', '1', '2')),
  menu_code text,
  menu_hidden char(1) not null default '0' check (menu_hidden in ('0', '1')),
  menu_sort integer not null default 0,
  -- every account gets it, whatever its roles
  for_everybody char(1) not null default '0' check (for_everybody in ('0', '1')),
  is_built_in char(1) not null default '0' check (is_built_in in ('0', '1')),
  -- enabled, and so is every row above it; kept by the menu calls so that the guard needs no recursion
  is_effective char(1) not null default '1' check (is_effective in ('0', '1')),
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check (parent_id <> id),
  check ((menu_type = '2') = (menu_path is null))
);
comment on table sys_menu is '菜单';
create unique index sys_menu__menu_path on sys_menu (menu_path) where deleted_at is null;
create index sys_menu__parent_id on sys_menu (parent_id) where deleted_at is null;

create table sys_user_role (
  user_id text not null references sys_user (id),
  role_id text not null references sys_role (id),
  primary key (user_id, role_id)
);
comment on table sys_user_role is '用户角色';
create index sys_user_role__role_id on sys_user_role (role_id, user_id);

create table sys_user_post (
  user_id text not null references sys_user (id),
  post_id text not null references sys_post (id),
  primary key (user_id, post_id)
);
comment on table sys_user_post is '用户岗位';
create index sys_user_post__post_id on sys_user_post (post_id, user_id);

create table sys_role_menu (
  role_id text not null references sys_role (id),
  menu_id text not null references sys_menu (id),
  primary key (role_id, menu_id)
);
comment on table sys_role_menu is '角色菜单';
create index sys_role_menu__menu_id on sys_role_menu (menu_id, role_id);

create table sys_role_dept (
  role_id text not null references sys_role (id),
  dept_id text not null references sys_dept (id),
  primary key (role_id, dept_id)
);
comment on table sys_role_dept is '角色数据范围部门';
create index sys_role_dept__dept_id on sys_role_dept (dept_id, role_id);

create table sys_dict (
  id text primary key,
  version integer not null default 0,
  dict_name text not null,
  dict_code text not null,
  is_built_in char(1) not null default '0' check (is_built_in in ('0', '1')),
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table sys_dict is '字典';
create unique index sys_dict__dict_code on sys_dict (dict_code) where deleted_at is null;

create table sys_dict_item (
  id text primary key,
  version integer not null default 0,
  dict_id text not null references sys_dict (id),
  -- item_text is the stored code, item_value the label: the words of the product family
  item_text text not null,
  item_value text not null,
  item_sort integer not null default 0,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table sys_dict_item is '字典项';
create unique index sys_dict_item__dict_id_item_text on sys_dict_item (dict_id, item_text) where deleted_at is null;
create index sys_dict_item__dict_id_item_sort on sys_dict_item (dict_id, item_sort, id) where deleted_at is null;

create table sys_config (
  id text primary key,
  version integer not null default 0,
  config_name text not null,
  config_key text not null,
  -- sealed by the secret box when config_type is secret
  config_value text not null,
  config_type text not null default 'text' check (config_type in ('text', 'number', 'boolean', 'secret')),
  is_public char(1) not null default '0' check (is_public in ('0', '1')),
  is_built_in char(1) not null default '0' check (is_built_in in ('0', '1')),
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz,
  check (is_public = '0' or config_type <> 'secret')
);
comment on table sys_config is '参数';
create unique index sys_config__config_key on sys_config (config_key) where deleted_at is null;
