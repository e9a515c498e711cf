create table embed_app (
  id text not null,
  version integer not null default 0,
  create_by text,
  create_dept text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz not null,
  deleted_at timestamptz,
  status text not null default '1',
  app_name text not null,
  origins text[] not null,
  resources text[] not null default '{}',
  account_id text not null,
  is_subject_allowed text not null default '0',
  remark text,
  constraint embed_app__pkey primary key (id)
);
create unique index embed_app_name on embed_app (app_name) where deleted_at is null;
comment on table embed_app is '嵌入应用';
comment on column embed_app.origins is '允许嵌入的来源，例如 https://portal.example.com';
comment on column embed_app.resources is '可以嵌入的内容，board:编号、chart:编号、screen:编号';
comment on column embed_app.account_id is '令牌没有指明账号时，以哪个账号的权限查看';
comment on column embed_app.is_subject_allowed is '令牌可以指明账号';

-- A signature is checked with the secret itself, so it is kept sealed and not as a digest.
create table embed_secret (
  id text not null,
  app_id text not null,
  hint text not null,
  sealed_secret text not null,
  create_by text,
  create_time timestamptz not null,
  last_used_time timestamptz,
  revoke_time timestamptz,
  constraint embed_secret__pkey primary key (id),
  constraint embed_secret_app foreign key (app_id) references embed_app (id) on delete cascade
);
create index embed_secret_app on embed_secret (app_id);
comment on table embed_secret is '嵌入应用的签名密钥';
