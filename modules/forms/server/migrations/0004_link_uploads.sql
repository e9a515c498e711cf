create table filling_link_upload (
  file_name text primary key,
  link_id text not null references filling_link (id),
  link_key text not null,
  field_id text not null,
  file_size integer not null,
  record_id text,
  create_time timestamptz not null default now()
);
comment on table filling_link_upload is '公开填报上传的文件';
comment on column filling_link_upload.link_key is 'name of the filling that it was uploaded for: nobody else can submit it';
comment on column filling_link_upload.record_id is 'record that keeps it; null while nothing was submitted';
create index filling_link_upload__link_id_link_key on filling_link_upload (link_id, link_key);

create table filling_link_day (
  link_id text not null,
  day date not null,
  view_count integer not null default 0,
  submit_count integer not null default 0,
  refused_count integer not null default 0,
  last_view_time timestamptz,
  primary key (link_id, day)
);
comment on table filling_link_day is '公开填报链接每天的访问';
comment on column filling_link_day.link_id is 'no reference: visits are counted while a submission holds the link';
comment on column filling_link_day.refused_count is 'openings and submissions that a limit refused';
