create table visual_origin (
  entity_type text not null,
  entity_id text not null,
  origin_id text not null,
  import_by text,
  import_time timestamptz not null,
  constraint visual_origin__pkey primary key (entity_type, entity_id)
);
create index visual_origin_origin on visual_origin (entity_type, origin_id);
comment on table visual_origin is '导入内容的来源编号';
comment on column visual_origin.origin_id is '导出处的编号，再次导入时据此找到同一内容';
