create table visual_folder (
  id text primary key,
  kind text not null check (kind in ('dataset', 'chart', 'board', 'screen')),
  name text not null,
  parent_id text references visual_folder (id),
  sort integer not null default 0,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table visual_folder is '可视化目录';
create unique index visual_folder__name on visual_folder (kind, coalesce(parent_id, ''), name) where deleted_at is null;

create table visual_data_set (
  id text primary key,
  set_name text not null,
  folder_id text references visual_folder (id),
  source_id text references metadata_source (id),
  set_kind text not null default 'sql' check (set_kind in ('table', 'join', 'sql', 'file', 'platform')),
  set_sql text,
  schema_json jsonb not null default '{"columns": [], "dimensions": [], "measures": []}',
  model jsonb not null,
  code text,
  is_system text not null default '0',
  is_shared text not null default '0',
  row_count bigint,
  status text not null default '1',
  remark text,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table visual_data_set is '数据集';
comment on column visual_data_set.set_sql is 'text of an SQL data set; of tables and joins the query they stand for';
comment on column visual_data_set.schema_json is 'columns, dimensions, measures in the form of the family, derived from the model';
comment on column visual_data_set.model is 'contract/data-set-model.ts SetModel';
comment on column visual_data_set.code is 'fixed name of a data set that a module brings';
comment on column visual_data_set.is_shared is '1 = everybody who may list data sets sees it; its rows stay limited by the rights of the viewer';
create unique index visual_data_set__code on visual_data_set (code) where code is not null and deleted_at is null;
create index visual_data_set__folder on visual_data_set (folder_id, update_time desc) where deleted_at is null;
create index visual_data_set__source on visual_data_set (source_id) where deleted_at is null;
create index visual_data_set__update on visual_data_set (update_time desc, id) where deleted_at is null;

create table visual_extract (
  set_id text primary key references visual_data_set (id),
  state text not null default 'none' check (state in ('none', 'running', 'ready', 'failed')),
  snapshot text,
  file_path text,
  fingerprint text,
  set_version integer,
  row_count bigint,
  size_bytes bigint,
  watermark text,
  run_as text,
  last_start timestamptz,
  last_end timestamptz,
  next_time timestamptz,
  message text,
  job_id text,
  update_time timestamptz not null default now()
);
comment on table visual_extract is '数据集抽取的当前状态';
comment on column visual_extract.snapshot is 'id of the file that answers now; changes with every finished run';
comment on column visual_extract.fingerprint is 'what the account that extracted was let see; only viewers with the same rights read the extract';

create table visual_extract_run (
  id text primary key,
  set_id text not null references visual_data_set (id),
  mode text not null,
  state text not null check (state in ('running', 'success', 'failed', 'cancelled')),
  row_read bigint not null default 0,
  row_count bigint,
  size_bytes bigint,
  message text,
  trigger_by text not null default 'manual',
  create_by text,
  start_time timestamptz not null default now(),
  end_time timestamptz
);
comment on table visual_extract_run is '数据集抽取记录';
create index visual_extract_run__set on visual_extract_run (set_id, start_time desc);

create table visual_chart (
  id text primary key,
  chart_name text not null,
  folder_id text references visual_folder (id),
  data_set_id text references visual_data_set (id),
  chart_type text,
  chart_thumbnail text,
  chart_json jsonb,
  is_shared text not null default '0',
  code text,
  is_system text not null default '0',
  status text not null default '1',
  remark text,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table visual_chart is '图表';
comment on column visual_chart.chart_json is 'contract/chart.ts ChartConfig, or the form of the family';
create unique index visual_chart__code on visual_chart (code) where code is not null and deleted_at is null;
create index visual_chart__folder on visual_chart (folder_id, update_time desc) where deleted_at is null;
create index visual_chart__update on visual_chart (update_time desc, id) where deleted_at is null;
create index visual_chart__set on visual_chart (data_set_id) where deleted_at is null;

create table visual_board (
  id text primary key,
  board_name text not null,
  folder_id text references visual_folder (id),
  board_thumbnail text,
  board_json jsonb,
  published_no integer,
  published_time timestamptz,
  draft_changed text not null default '0',
  is_shared text not null default '0',
  code text,
  is_system text not null default '0',
  status text not null default '1',
  remark text,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table visual_board is '看板';
comment on column visual_board.board_json is 'the draft, contract/board-config.ts; viewers read the published version';
comment on column visual_board.draft_changed is '1 = the draft differs from the published version';
create unique index visual_board__code on visual_board (code) where code is not null and deleted_at is null;
create index visual_board__folder on visual_board (folder_id, update_time desc) where deleted_at is null;
create index visual_board__update on visual_board (update_time desc, id) where deleted_at is null;

create table visual_screen (
  id text primary key,
  screen_name text not null,
  folder_id text references visual_folder (id),
  screen_thumbnail text,
  screen_json jsonb,
  published_no integer,
  published_time timestamptz,
  draft_changed text not null default '0',
  is_shared text not null default '0',
  code text,
  is_system text not null default '0',
  view_perms text,
  status text not null default '1',
  remark text,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table visual_screen is '酷屏';
comment on column visual_screen.code is 'fixed screens have one: cockpit, leaderView …';
comment on column visual_screen.view_perms is 'permission that opens the published version, of fixed screens: screen:cockpit:view';
create unique index visual_screen__code on visual_screen (code) where code is not null and deleted_at is null;
create index visual_screen__folder on visual_screen (folder_id, update_time desc) where deleted_at is null;
create index visual_screen__update on visual_screen (update_time desc, id) where deleted_at is null;

-- the family's link tables: which charts a board or screen shows; rebuilt with every save
create table visual_board_chart (
  board_id text not null references visual_board (id),
  chart_id text not null references visual_chart (id),
  primary key (board_id, chart_id)
);
comment on table visual_board_chart is '看板引用的图表';
create index visual_board_chart__chart on visual_board_chart (chart_id);
create table visual_screen_chart (
  screen_id text not null references visual_screen (id),
  chart_id text not null references visual_chart (id),
  primary key (screen_id, chart_id)
);
comment on table visual_screen_chart is '酷屏引用的图表';
create index visual_screen_chart__chart on visual_screen_chart (chart_id);

create table visual_use (
  entity_type text not null check (entity_type in ('chart', 'board', 'screen')),
  entity_id text not null,
  data_set_id text not null references visual_data_set (id),
  is_published text not null default '0',
  primary key (entity_type, entity_id, data_set_id, is_published)
);
comment on table visual_use is '图表、看板、酷屏直接使用的数据集';
create index visual_use__set on visual_use (data_set_id);

create table visual_version (
  id text primary key,
  entity_type text not null check (entity_type in ('chart', 'board', 'screen', 'dataset')),
  entity_id text not null,
  version_no integer not null,
  name text,
  doc jsonb not null,
  charts jsonb not null default '{}',
  schema_version integer not null default 1,
  sha256 text not null,
  is_published text not null default '0',
  restored_from integer,
  create_by text,
  create_time timestamptz not null default now(),
  unique (entity_type, entity_id, version_no)
);
comment on table visual_version is '可视化版本';
comment on column visual_version.charts is 'stored charts as they were when it was published, by id: later changes of a chart do not reach viewers before the next publishing';

create table visual_grant (
  id text primary key,
  entity_type text not null check (entity_type in ('dataset', 'chart', 'board', 'screen')),
  entity_id text not null,
  subject_type text not null check (subject_type in ('role', 'dept', 'user')),
  subject_id text not null,
  level text not null check (level in ('view', 'edit')),
  create_by text,
  create_time timestamptz not null default now(),
  unique (entity_type, entity_id, subject_type, subject_id)
);
comment on table visual_grant is '可视化对象授权';
create index visual_grant__subject on visual_grant (subject_type, subject_id, entity_type);

create table visual_star (
  user_id text not null,
  entity_type text not null,
  entity_id text not null,
  create_time timestamptz not null default now(),
  primary key (user_id, entity_type, entity_id)
);
comment on table visual_star is '收藏的可视化对象';

create table visual_share (
  id text primary key,
  entity_type text not null check (entity_type in ('board', 'screen')),
  entity_id text not null,
  share_name text,
  token_hash text not null unique,
  token_hint text not null,
  password_hash text,
  expire_time timestamptz,
  max_views integer,
  view_count integer not null default 0,
  ip_ranges text,
  run_as text not null,
  allow_export text not null default '0',
  status text not null default '1',
  last_view_time timestamptz,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table visual_share is '分享链接';
comment on column visual_share.run_as is 'account whose rights the link reads with, fixed when it was made';
create index visual_share__entity on visual_share (entity_type, entity_id) where deleted_at is null;

create table visual_share_visit (
  id text primary key,
  share_id text not null references visual_share (id),
  ip text,
  agent text,
  outcome text not null,
  create_time timestamptz not null default now()
);
comment on table visual_share_visit is '分享访问记录';
create index visual_share_visit__share on visual_share_visit (share_id, create_time desc);

create table visual_comment (
  id text primary key,
  entity_type text not null check (entity_type in ('board', 'screen')),
  entity_id text not null,
  item_key text,
  parent_id text references visual_comment (id),
  content text not null,
  mention_ids jsonb not null default '[]',
  is_resolved text not null default '0',
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table visual_comment is '看板批注';
create index visual_comment__entity on visual_comment (entity_type, entity_id, create_time) where deleted_at is null;

create table visual_subscription (
  id text primary key,
  entity_type text not null check (entity_type in ('board', 'screen')),
  entity_id text not null,
  subscription_name text not null,
  cron text not null,
  filters jsonb not null default '{}',
  channels jsonb not null default '["notice"]',
  user_ids jsonb not null default '[]',
  condition jsonb,
  last_time timestamptz,
  next_time timestamptz,
  last_outcome text,
  last_message text,
  status text not null default '1',
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table visual_subscription is '看板订阅';
create index visual_subscription__next on visual_subscription (next_time) where deleted_at is null and status = '1';
create index visual_subscription__entity on visual_subscription (entity_type, entity_id) where deleted_at is null;

create table visual_map_asset (
  id text primary key,
  adcode text not null,
  map_name text not null,
  vintage text,
  approval_no text,
  file_name text,
  geo jsonb not null,
  feature_count integer not null,
  status text not null default '1',
  remark text,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table visual_map_asset is '上传的地图数据，替换内置示意地图';
comment on column visual_map_asset.approval_no is '审图号';
create unique index visual_map_asset__adcode on visual_map_asset (adcode) where deleted_at is null and status = '1';

create table visual_view_stat (
  entity_type text not null,
  entity_id text not null,
  day date not null,
  user_id text not null,
  views integer not null default 1,
  primary key (entity_type, entity_id, day, user_id)
);
comment on table visual_view_stat is '看板与酷屏每日访问';
create index visual_view_stat__day on visual_view_stat (day);
