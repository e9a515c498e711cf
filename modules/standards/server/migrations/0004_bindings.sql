-- 落标: which element a column follows, what speaks for it, and how far it does.

create table standard_proposal (
  id text primary key,
  source_id text not null,
  table_id text not null,
  column_id text not null,
  element_id text not null references standard_element (id),
  score numeric(4, 3) not null,
  reasons jsonb not null,
  -- rejected: a person said that it is not this one; never proposed again
  state text not null default 'open' check (state in ('open', 'rejected')),
  decide_by text,
  decide_time timestamptz,
  create_time timestamptz not null default now()
);
comment on table standard_proposal is '落标建议';
create unique index standard_proposal__column_id_element_id on standard_proposal (column_id, element_id);
create index standard_proposal__state_score on standard_proposal (state, score desc, id);
create index standard_proposal__element_id on standard_proposal (element_id);
create index standard_proposal__source_id on standard_proposal (source_id);

create table standard_binding (
  id text primary key,
  version integer not null default 0,
  source_id text not null,
  table_id text not null,
  column_id text not null,
  element_id text not null references standard_element (id),
  method text not null check (method in ('proposal', 'manual')),
  score numeric(4, 3),
  reasons jsonb not null default '[]',
  -- exempt from the standard until that day, with why
  exempt_reason text,
  exempt_until date,
  -- null before the first contrast
  verdict text check (verdict in ('conform', 'partial', 'bad', 'retired')),
  results jsonb not null default '[]',
  check_time timestamptz,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table standard_binding is '落标绑定';
create unique index standard_binding__column_id on standard_binding (column_id) where deleted_at is null;
create index standard_binding__element_id on standard_binding (element_id) where deleted_at is null;
create index standard_binding__source_id on standard_binding (source_id) where deleted_at is null;
create index standard_binding__table_id on standard_binding (table_id) where deleted_at is null;

create table standard_stat_day (
  day date not null,
  source_id text not null,
  columns integer not null,
  bound integer not null,
  conform integer not null,
  partial integer not null,
  bad integer not null,
  exempt integer not null,
  primary key (day, source_id)
);
comment on table standard_stat_day is '落标每日统计';
