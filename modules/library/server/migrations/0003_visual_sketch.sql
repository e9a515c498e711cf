-- Thumbnails were pictures of what their author saw, and people with smaller rights on the rows saw them too. The platform draws
-- schematics from now on; those of documents that are stored already are drawn at the next start.
update visual_chart set chart_thumbnail = null where chart_thumbnail is not null;
update visual_board set board_thumbnail = null where board_thumbnail is not null;
update visual_screen set screen_thumbnail = null where screen_thumbnail is not null;
comment on column visual_chart.chart_thumbnail is '缩略图（平台绘制的示意图，不含数据）';
comment on column visual_board.board_thumbnail is '缩略图（平台绘制的示意图，不含数据）';
comment on column visual_screen.screen_thumbnail is '缩略图（平台绘制的示意图，不含数据）';
