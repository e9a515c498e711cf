create table metadata_domain (
  id text primary key,
  parent_id text references metadata_domain (id),
  path text not null,
  domain_name text not null,
  domain_code text not null,
  owner_id text,
  sort integer not null default 0,
  status char(1) not null default '1' check (status in ('0', '1')),
  remark text,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table metadata_domain is '主题域';
comment on column metadata_domain.path is 'ids from the root, /1/12/';
create unique index metadata_domain__domain_code on metadata_domain (domain_code) where deleted_at is null;
create index metadata_domain__parent_id on metadata_domain (parent_id);

create table metadata_tag (
  id text primary key,
  tag_name text not null,
  tag_color text not null default 'blue',
  remark text,
  status char(1) not null default '1' check (status in ('0', '1')),
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table metadata_tag is '元数据标签';
create unique index metadata_tag__tag_name on metadata_tag (tag_name) where deleted_at is null;

create table metadata_tag_link (
  tag_id text not null references metadata_tag (id),
  object_type text not null check (object_type in ('table', 'column')),
  object_id text not null,
  create_by text,
  create_time timestamptz not null default now(),
  primary key (object_type, object_id, tag_id)
);
comment on table metadata_tag_link is '元数据标签关联';
create index metadata_tag_link__tag_id on metadata_tag_link (tag_id);

alter table metadata_table add column cn_name text;
alter table metadata_table add column description text;
alter table metadata_table add column owner_id text;
alter table metadata_table add column domain_id text references metadata_domain (id);
alter table metadata_table add column level text;
alter table metadata_table add column tier text;
alter table metadata_table add column view_sql text;
alter table metadata_table add column indexes jsonb not null default '[]';
alter table metadata_table add column partition_count integer not null default 0;
alter table metadata_table add column change_time timestamptz;
alter table metadata_table add column heat integer not null default 0;
alter table metadata_table add column quality_score numeric(5, 2);
alter table metadata_table add column profile_time timestamptz;
alter table metadata_table add column version integer not null default 0;
alter table metadata_table add column update_by text;
alter table metadata_table add column grams text[] not null default '{}';
alter table metadata_table add column search_text text not null default '';
comment on column metadata_table.level is 'highest classification of its columns or set by hand, L1 to L4';
comment on column metadata_table.tier is '数据分层: ods, dwd, dws, ads, dim, other';
comment on column metadata_table.change_time is 'when the structure last changed at the source';
comment on column metadata_table.heat is 'reads of the last 30 days, counted anew every night';
comment on column metadata_table.grams is 'bigrams, words, pinyin and initials of names, comment, tags and owner';
comment on column metadata_table.search_text is 'lower-case text that a hit of the grams is checked against';
create index metadata_table__domain_id on metadata_table (domain_id) where deleted_at is null;
create index metadata_table__owner_id on metadata_table (owner_id) where deleted_at is null;
create index metadata_table__change_time on metadata_table (change_time desc) where deleted_at is null;

alter table metadata_column add column cn_name text;
alter table metadata_column add column description text;
alter table metadata_column add column class_id text;
alter table metadata_column add column level_by text check (level_by in ('manual', 'auto', 'lineage'));
alter table metadata_column add column version integer not null default 0;
alter table metadata_column add column update_by text;
alter table metadata_column add column grams text[] not null default '{}';
alter table metadata_column add column search_text text not null default '';
comment on column metadata_column.class_id is 'classification that the level comes from';
comment on column metadata_column.level_by is 'who set the level: a person, a recogniser, or inheritance through lineage';

create table metadata_routine (
  id text primary key,
  source_id text not null references metadata_source (id),
  schema_name text not null,
  routine_name text not null,
  routine_kind text not null check (routine_kind in ('procedure', 'function', 'package', 'trigger')),
  language text,
  signature text not null default '',
  body text,
  routine_comment text,
  fingerprint text not null,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table metadata_routine is '存储过程与函数';
create unique index metadata_routine__source_id_schema_name_routine_name_signature
  on metadata_routine (source_id, schema_name, routine_name, signature) where deleted_at is null;

create table metadata_profile (
  column_id text primary key,
  table_id text not null references metadata_table (id),
  stats jsonb not null,
  row_count bigint not null,
  is_sampled char(1) not null default '0' check (is_sampled in ('0', '1')),
  profile_time timestamptz not null
);
comment on table metadata_profile is '字段画像';
comment on column metadata_profile.stats is 'null, distinct, min, max, mean, lengths, quantiles, top values, patterns, histogram';
create index metadata_profile__table_id on metadata_profile (table_id);

create table metadata_usage_day (
  day date not null,
  table_id text not null references metadata_table (id),
  reads integer not null default 0,
  readers integer not null default 0,
  primary key (day, table_id)
);
comment on table metadata_usage_day is '数据表每日使用量';

create table metadata_figure_day (
  day date primary key,
  figures jsonb not null,
  create_time timestamptz not null
);
comment on table metadata_figure_day is '元数据看板每日指标';
