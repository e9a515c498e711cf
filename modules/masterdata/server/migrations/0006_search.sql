create table masterdata_search_record (
  model_id text not null references masterdata_model (id),
  record_id text not null,
  columns_key integer not null,
  keys integer[] not null,
  primary key (model_id, record_id)
);
comment on table masterdata_search_record is '主数据检索键';
comment on column masterdata_search_record.columns_key is 'which columns the keys are made of; records of another set are made anew';
comment on column masterdata_search_record.keys is 'digests of the pairs of neighbouring characters of the searched columns';
create index masterdata_search_record__keys on masterdata_search_record using gin (keys);

create table masterdata_search_state (
  model_id text primary key references masterdata_model (id),
  version_no integer not null,
  columns_key integer not null,
  ready_time timestamptz not null
);
comment on table masterdata_search_state is '主数据检索键状态';
comment on column masterdata_search_state.version_no is 'the version of the model whose records all have their keys';
