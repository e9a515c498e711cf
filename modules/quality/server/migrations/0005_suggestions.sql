-- Suggested rules that somebody does not want: they are not suggested again.
create table quality_suggestion (
  column_id text not null,
  item_code text not null,
  decided_by text not null,
  create_time timestamptz not null,
  constraint quality_suggestion__pkey primary key (column_id, item_code)
);
comment on table quality_suggestion is '不采纳的规则建议';
