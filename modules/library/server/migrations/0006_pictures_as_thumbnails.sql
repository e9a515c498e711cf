comment on column visual_chart.chart_thumbnail is '缩略图（保存时的图片，或平台绘制的示意图）';
comment on column visual_board.board_thumbnail is '缩略图（发布时的图片，或平台绘制的示意图）';
comment on column visual_screen.screen_thumbnail is '缩略图（发布时的图片，或平台绘制的示意图）';
