create table visual_editor (
  entity_type text not null,
  entity_id text not null,
  session_id text not null,
  window_key text not null,
  user_id text not null,
  is_hidden text not null default '0',
  until_time timestamptz not null,
  primary key (entity_type, entity_id, session_id, window_key)
);
create index visual_editor__until on visual_editor (until_time);
comment on table visual_editor is '正在编辑可视化对象的窗口';
comment on column visual_editor.until_time is 'the window counts as gone after this, unless it speaks again';
