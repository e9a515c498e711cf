-- What runs of a rule measured, so that later ones are judged by it: a number, counts of a distribution, columns of a table. No row of a source.

create table quality_figure (
  report_id text primary key,
  check_rule_id text not null,
  -- what was measured: figures of a rule that was changed to measure something else are not comparable
  figure_key text not null,
  -- calendar day in Shanghai
  day date not null,
  check_time timestamptz not null,
  value double precision,
  -- what the past expected at that time
  low double precision,
  high double precision,
  detail jsonb
);
comment on table quality_figure is '质量指标历史';
create index quality_figure__check_rule_id on quality_figure (check_rule_id, figure_key, check_time);
create index quality_figure__check_time on quality_figure (check_time);
