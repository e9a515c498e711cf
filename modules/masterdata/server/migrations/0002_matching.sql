create table masterdata_match_rule (
  model_id text primary key references masterdata_model (id),
  preset text not null check (preset in ('strict', 'balanced', 'loose')),
  auto_score numeric(4,3) not null,
  review_score numeric(4,3) not null,
  attributes jsonb not null,
  revision integer not null default 1,
  matched_revision integer,
  match_time timestamptz,
  summary jsonb,
  version integer not null default 0,
  update_by text,
  update_time timestamptz not null default now()
);
comment on table masterdata_match_rule is '主数据匹配规则';
comment on column masterdata_match_rule.attributes is 'compared columns: columnId, kind, weight';
comment on column masterdata_match_rule.revision is 'grows when the comparison changes; what was compared by an earlier one is compared again';

create table masterdata_survivor_rule (
  model_id text not null references masterdata_model (id),
  column_id text not null,
  rule text not null check (rule in ('source', 'newest', 'longest', 'frequent', 'manual')),
  primary key (model_id, column_id)
);
comment on table masterdata_survivor_rule is '主数据生存规则';

create table masterdata_match_record (
  model_id text not null references masterdata_model (id),
  record_id text not null,
  record_version integer not null,
  identities jsonb not null,
  is_compared char(1) not null check (is_compared in ('0', '1')),
  primary key (model_id, record_id)
);
comment on table masterdata_match_record is '主数据匹配进度';
comment on column masterdata_match_record.identities is 'digests of valid identifiers by the id of the column';

create table masterdata_match_key (
  model_id text not null,
  block_key text not null,
  record_id text not null,
  primary key (model_id, block_key, record_id)
);
comment on table masterdata_match_key is '主数据匹配分块';
create index masterdata_match_key__model_id_record_id on masterdata_match_key (model_id, record_id);

create table masterdata_match_pair (
  model_id text not null references masterdata_model (id),
  record_a text not null,
  record_b text not null,
  score numeric(4,3) not null,
  reasons jsonb not null,
  primary key (model_id, record_a, record_b)
);
comment on table masterdata_match_pair is '主数据匹配对';
create index masterdata_match_pair__model_id_record_b on masterdata_match_pair (model_id, record_b);

create table masterdata_match_apart (
  model_id text not null references masterdata_model (id),
  record_a text not null,
  record_b text not null,
  origin text not null check (origin in ('never', 'undone')),
  candidate_id text,
  create_by text,
  create_time timestamptz not null,
  primary key (model_id, record_a, record_b)
);
comment on table masterdata_match_apart is '主数据永不合并';
create index masterdata_match_apart__candidate_id on masterdata_match_apart (candidate_id) where candidate_id is not null;

create table masterdata_candidate (
  id text primary key,
  model_id text not null references masterdata_model (id),
  score numeric(4,3) not null,
  zone text not null check (zone in ('auto', 'review')),
  reasons jsonb not null,
  state text not null check (state in ('open', 'later', 'never', 'merged')),
  decide_by text,
  decide_time timestamptz,
  create_time timestamptz not null
);
comment on table masterdata_candidate is '主数据重复候选';
create index masterdata_candidate__model_id_state_score_id on masterdata_candidate (model_id, state, score desc, id);

create table masterdata_candidate_record (
  candidate_id text not null references masterdata_candidate (id) on delete cascade,
  record_id text not null,
  primary key (candidate_id, record_id)
);
comment on table masterdata_candidate_record is '主数据重复候选的记录';
create index masterdata_candidate_record__record_id on masterdata_candidate_record (record_id);

create table masterdata_merge (
  id text primary key,
  model_id text not null references masterdata_model (id),
  candidate_id text,
  record_id text not null,
  merged_count integer not null,
  taken jsonb not null,
  kept jsonb not null,
  user_id text,
  create_dept text,
  merge_time timestamptz not null,
  undo_by text,
  undo_time timestamptz
);
comment on table masterdata_merge is '主数据合并记录';
comment on column masterdata_merge.taken is 'what the merge took away or changed, as it was: rows of records, references and moved sources';
comment on column masterdata_merge.kept is 'the record as the merge left it, and which rule chose each value';
create index masterdata_merge__model_id_merge_time_id on masterdata_merge (model_id, merge_time desc, id desc);
create index masterdata_merge__record_id on masterdata_merge (record_id);

create table masterdata_merge_record (
  merge_id text not null references masterdata_merge (id) on delete cascade,
  record_id text not null,
  primary key (merge_id, record_id)
);
comment on table masterdata_merge_record is '主数据合并的记录';
create index masterdata_merge_record__record_id on masterdata_merge_record (record_id);
