create table filling_link (
  id text primary key,
  form_id text not null references filling_form (id),
  link_name text not null,
  token_hash text not null unique,
  token_hint text not null,
  password_hash text,
  expire_time timestamptz,
  has_captcha char(1) not null default '1' check (has_captcha in ('0', '1')),
  max_records integer check (max_records > 0),
  hour_limit integer check (hour_limit > 0),
  day_limit integer check (day_limit > 0),
  record_count integer not null default 0,
  last_time timestamptz,
  owner_id text not null,
  status char(1) not null default '1' check (status in ('0', '1')),
  version integer not null default 0,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table filling_link is '公开填报链接';
comment on column filling_link.owner_id is 'account that looks options up and submits for approval, fixed when the link was made';
comment on column filling_link.hour_limit is 'records an hour from one address';
create index filling_link__form_id on filling_link (form_id) where deleted_at is null;

alter table filling_record add column link_id text;
alter table filling_record add column link_key text;
comment on column filling_record.link_id is 'public link that it came through; its submitter is the owner of the link';
comment on column filling_record.link_key is 'name of the filling: sent again, it is the same record';
create unique index filling_record__link_id_link_key on filling_record (link_id, link_key) where link_id is not null;
