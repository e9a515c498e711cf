create table filling_form (
  id text primary key,
  form_code text not null,
  form_name text not null,
  remark text,
  status char(1) not null default '0' check (status in ('0', '1', '2')),
  publish_scope char(1) not null default '1' check (publish_scope in ('1', '2', '3', '4')),
  with_below char(1) not null default '1' check (with_below in ('0', '1')),
  draft jsonb not null,
  version_no integer,
  is_changed char(1) not null default '1' check (is_changed in ('0', '1')),
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table filling_form is '填报表单';
comment on column filling_form.draft is 'what is drawn; people fill in the last version of filling_form_version';
create unique index filling_form__form_code on filling_form (form_code);
create index filling_form__create_time_id on filling_form (create_time desc, id desc) where deleted_at is null;

create table filling_form_version (
  form_id text not null references filling_form (id),
  version_no integer not null,
  form_name text not null,
  schema jsonb not null,
  author_id text,
  create_time timestamptz not null default now(),
  primary key (form_id, version_no)
);
comment on table filling_form_version is '填报表单版本';

create table filling_record (
  id text primary key,
  form_id text not null references filling_form (id),
  version_no integer not null,
  submitter_id text not null,
  dept_id text,
  flow_status char(1),
  process_instance_id text,
  version integer not null default 0,
  create_time timestamptz not null default now(),
  update_time timestamptz
);
comment on table filling_record is '填报记录';
create index filling_record__form_id_create_time on filling_record (form_id, create_time desc, id desc);
create index filling_record__submitter_id_create_time on filling_record (submitter_id, create_time desc, id desc);

create table filling_draft (
  user_id text not null,
  form_id text not null references filling_form (id),
  version_no integer not null,
  content jsonb not null,
  update_time timestamptz not null,
  primary key (user_id, form_id)
);
comment on table filling_draft is '填报草稿';

create table filling_counter (
  form_id text not null references filling_form (id),
  field_id text not null,
  period text not null,
  last_number bigint not null,
  primary key (form_id, field_id, period)
);
comment on table filling_counter is '填报流水号';
