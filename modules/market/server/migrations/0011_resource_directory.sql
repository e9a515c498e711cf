-- Resource directory: a tree of up to four levels (类, 项, 目, 细目), resources with the national core metadata, and what people ask of them.
create table market_drd_catalog (
  id text not null,
  version integer not null default 0,
  create_by text,
  create_dept text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz not null,
  parent_id text,
  catalog_name text not null,
  catalog_code text not null,
  depth integer not null,
  sort integer not null default 0,
  last_number integer not null default 0,
  constraint market_drd_catalog__pkey primary key (id),
  constraint market_drd_catalog_depth_check check (depth between 1 and 4),
  constraint market_drd_catalog__parent foreign key (parent_id) references market_drd_catalog (id)
);
create unique index market_drd_catalog_code on market_drd_catalog (catalog_code);
create unique index market_drd_catalog_name on market_drd_catalog (coalesce(parent_id, ''), catalog_name);
comment on table market_drd_catalog is '资源目录分类';
comment on column market_drd_catalog.last_number is 'number of the resource that was catalogued last below it: codes are never given twice';

create table market_drd (
  id text not null,
  version integer not null default 0,
  create_by text,
  create_dept text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz not null,
  deleted_at timestamptz,
  res_code text not null,
  res_name text not null,
  catalog_id text not null,
  res_type text not null,
  ref_id text,
  summary text,
  subject_area text,
  owner_dept text,
  owner_user text,
  update_freq text not null,
  share_type text not null,
  share_condition text,
  share_way text,
  open_type text not null,
  classify_level text,
  tags text[] not null default '{}',
  item_list jsonb not null,
  related_ids text[] not null default '{}',
  file_names text,
  view_count integer not null default 0,
  apply_count integer not null default 0,
  publish_status text not null default '1',
  publish_time timestamptz,
  publish_by text,
  submit_by text,
  flow_status text,
  process_instance_id text,
  constraint market_drd__pkey primary key (id),
  constraint market_drd__catalog foreign key (catalog_id) references market_drd_catalog (id),
  constraint market_drd_publish_status_check check (publish_status in ('1', '2', '3', '4')),
  constraint market_drd_res_type_check check (res_type in ('1', '2', '3', '4', '5')),
  constraint market_drd_share_type_check check (share_type in ('1', '2', '3')),
  constraint market_drd_open_type_check check (open_type in ('0', '1'))
);
create unique index market_drd_code on market_drd (res_code);
create unique index market_drd_name on market_drd (res_name) where deleted_at is null;
create index market_drd_catalog_id on market_drd (catalog_id);
comment on table market_drd is '资源目录中的资源';

-- What is behind a resource: tables, data APIs, files, data sets, boards.
create table market_drd_mount (
  drd_id text not null,
  mount_type text not null,
  ref_id text not null,
  sort integer not null,
  constraint market_drd_mount__pkey primary key (drd_id, mount_type, ref_id),
  constraint market_drd_mount__drd foreign key (drd_id) references market_drd (id),
  constraint market_drd_mount_type_check check (mount_type in ('1', '2', '3', '4', '5'))
);
create index market_drd_mount_ref on market_drd_mount (mount_type, ref_id);
comment on table market_drd_mount is '资源的挂接';

create table market_drd_apply (
  id text not null,
  drd_id text not null,
  usage_type text not null,
  ref_id text not null,
  app_id text,
  columns text[] not null default '{}',
  purpose text not null,
  valid_to date not null,
  end_time timestamptz not null,
  apply_by text not null,
  apply_dept text,
  apply_time timestamptz not null,
  state text not null,
  flow_status text,
  process_instance_id text,
  decide_by text,
  decide_time timestamptz,
  opinion text,
  subscription_id text,
  file_name text,
  file_rows bigint,
  file_problem text,
  constraint market_drd_apply__pkey primary key (id),
  constraint market_drd_apply__drd foreign key (drd_id) references market_drd (id),
  constraint market_drd_apply_usage_check check (usage_type in ('1', '2', '3')),
  constraint market_drd_apply_state_check check (state in ('1', '2', '3', '4', '5'))
);
create unique index market_drd_apply_open on market_drd_apply (drd_id, apply_by, usage_type, ref_id) where state in ('1', '2');
create index market_drd_apply_by on market_drd_apply (apply_by, apply_time desc);
create index market_drd_apply_end on market_drd_apply (end_time) where state = '2';
comment on table market_drd_apply is '资源使用申请';
comment on column market_drd_apply.state is '1 待审批, 2 生效, 3 已拒绝, 4 已撤回, 5 已结束';
comment on column market_drd_apply.ref_id is 'the table, data API or file that was asked for';

create table market_drd_feedback (
  id text not null,
  drd_id text not null,
  kind text not null,
  rating integer,
  content text not null,
  create_by text not null,
  create_time timestamptz not null,
  reply text,
  reply_by text,
  reply_time timestamptz,
  constraint market_drd_feedback__pkey primary key (id),
  constraint market_drd_feedback__drd foreign key (drd_id) references market_drd (id),
  constraint market_drd_feedback_kind_check check (kind in ('1', '2', '3')),
  constraint market_drd_feedback_rating_check check ((kind = '1') = (rating is not null) and (rating is null or rating between 1 and 5))
);
create unique index market_drd_feedback_rating on market_drd_feedback (drd_id, create_by) where kind = '1';
create index market_drd_feedback_drd on market_drd_feedback (drd_id, create_time desc);
comment on table market_drd_feedback is '资源的评价、提问与纠错';

create table market_drd_demand (
  id text not null,
  demand_title text not null,
  demand_desc text not null,
  expect_date date,
  handle_dept text,
  state text not null default '1',
  result text,
  drd_id text,
  create_by text not null,
  create_dept text,
  create_time timestamptz not null,
  handle_by text,
  handle_time timestamptz,
  constraint market_drd_demand__pkey primary key (id),
  constraint market_drd_demand__drd foreign key (drd_id) references market_drd (id),
  constraint market_drd_demand_state_check check (state in ('1', '2', '3', '4'))
);
create index market_drd_demand_by on market_drd_demand (create_by, create_time desc);
comment on table market_drd_demand is '数据需求单';
