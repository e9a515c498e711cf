-- What an object is known by besides its name, and guesses that a new one is an old one under another name.
alter table metadata_table add column source_identity text;
comment on column metadata_table.source_identity is 'number that the source itself knows the object by, whatever its name; null where it has none';
create index metadata_table__source_id_source_identity on metadata_table (source_id, source_identity) where deleted_at is null and source_identity is not null;

create table metadata_rename_guess (
  id text primary key,
  source_id text not null references metadata_source (id),
  run_id text,
  object_type text not null check (object_type in ('table', 'column')),
  table_id text not null,
  old_id text not null,
  new_id text not null,
  old_name text not null,
  new_name text not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'rejected')),
  note text,
  decided_by text,
  decided_time timestamptz,
  create_time timestamptz not null
);
comment on table metadata_rename_guess is '疑似更名';
comment on column metadata_rename_guess.table_id is 'the present table: the new one, or that of the column';
comment on column metadata_rename_guess.old_name is 'schema.table or schema.table.column';
create index metadata_rename_guess__source_id_state on metadata_rename_guess (source_id, state);
create index metadata_rename_guess__table_id on metadata_rename_guess (table_id);
create unique index metadata_rename_guess__new_id_old_id on metadata_rename_guess (new_id, old_id);
