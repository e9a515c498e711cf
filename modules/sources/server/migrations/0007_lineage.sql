create table metadata_lineage_object (
  id text primary key,
  object_type text not null,
  object_key text not null,
  object_name text not null,
  source_id text,
  path text,
  is_transient char(1) not null default '0' check (is_transient in ('0', '1')),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table metadata_lineage_object is '血缘外部对象';
comment on column metadata_lineage_object.object_type is 'external = table that is not in the catalogue; others come from modules: dataset, api, chart, board, screen, extract, form';
comment on column metadata_lineage_object.object_key is 'id within its type; of an external table: schema.table in lower case';
comment on column metadata_lineage_object.path is 'own page of the object';
create unique index metadata_lineage_object__object_type_object_key_source_id
  on metadata_lineage_object (object_type, object_key, coalesce(source_id, '')) where deleted_at is null;

create table metadata_lineage_unit (
  id text primary key,
  origin text not null check (origin in ('view', 'routine', 'console', 'import', 'manual', 'module')),
  origin_key text not null,
  unit_name text not null,
  source_id text,
  dialect text,
  sql_text text,
  sql_hash text not null,
  state text not null check (state in ('parsed', 'partial', 'failed')),
  message text,
  statement_count integer not null default 1,
  run_count bigint not null default 0,
  last_run_time timestamptz,
  parse_time timestamptz not null,
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table metadata_lineage_unit is '血缘解析单元';
comment on column metadata_lineage_unit.origin_key is 'what it was made from: id of the view, the routine, the file, the object of a module; hash of a console statement';
create unique index metadata_lineage_unit__origin_origin_key on metadata_lineage_unit (origin, origin_key) where deleted_at is null;
create index metadata_lineage_unit__source_id on metadata_lineage_unit (source_id) where deleted_at is null;

create table metadata_lineage_edge (
  id text primary key,
  unit_id text not null references metadata_lineage_unit (id),
  from_type text not null,
  from_id text not null,
  from_column text,
  to_type text not null,
  to_id text not null,
  to_column text,
  kind text not null check (kind in ('value', 'filter', 'join', 'group', 'sort')),
  expression text,
  confidence text not null check (confidence in ('exact', 'inferred', 'manual')),
  create_time timestamptz not null default now()
);
comment on table metadata_lineage_edge is '血缘关系';
comment on column metadata_lineage_edge.from_type is 'table = metadata_table, object = metadata_lineage_object';
comment on column metadata_lineage_edge.from_column is 'null: the edge is between the objects as a whole';
comment on column metadata_lineage_edge.kind is 'value = the content flows; others decide about rows only';
create index metadata_lineage_edge__from_id_from_column on metadata_lineage_edge (from_id, from_column);
create index metadata_lineage_edge__to_id_to_column on metadata_lineage_edge (to_id, to_column);
create index metadata_lineage_edge__unit_id on metadata_lineage_edge (unit_id);

create table metadata_lineage_unresolved (
  id text primary key,
  unit_id text not null references metadata_lineage_unit (id),
  text text not null,
  reason text not null,
  candidates jsonb not null default '[]',
  state text not null default 'open' check (state in ('open', 'resolved', 'ignored')),
  resolution jsonb,
  resolved_by text,
  resolved_time timestamptz,
  create_time timestamptz not null default now()
);
comment on table metadata_lineage_unresolved is '血缘待处理';
comment on column metadata_lineage_unresolved.candidates is 'objects it may mean, best first: [{type, id, name}]';
comment on column metadata_lineage_unresolved.resolution is 'what a steward decided; used again when the unit is parsed anew';
create index metadata_lineage_unresolved__unit_id on metadata_lineage_unresolved (unit_id);
create index metadata_lineage_unresolved__state on metadata_lineage_unresolved (state, create_time desc);
