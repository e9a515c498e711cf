-- Masks of one API on top of those of the classes: rules of the library by the name of the output.
create table market_api_mask (
  id text not null,
  version integer not null default 0,
  create_by text,
  create_dept text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz not null,
  deleted_at timestamptz,
  status text not null default '1',
  api_id text not null,
  mask_name text not null,
  rules jsonb not null,
  remark text,
  constraint market_api_mask__pkey primary key (id)
);
create unique index market_api_mask_api on market_api_mask (api_id) where deleted_at is null;
comment on table market_api_mask is '数据API的脱敏';
