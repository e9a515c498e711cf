create table visual_cache_rule (
  scope text not null check (scope in ('source', 'dataset')),
  scope_id text not null,
  policy jsonb,
  purge_no integer not null default 0,
  purge_time timestamptz,
  update_by text,
  update_time timestamptz not null default now(),
  primary key (scope, scope_id)
);
comment on table visual_cache_rule is '数据缓存规则';
comment on column visual_cache_rule.policy is 'how long answers of a source are kept, null = as the platform; data sets keep theirs in their model';
comment on column visual_cache_rule.purge_no is 'grows when somebody empties the cache: part of the keys of kept answers, so that every node forgets them';
