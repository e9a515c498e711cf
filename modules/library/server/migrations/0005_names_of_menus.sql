-- A screen is 大屏, copying is 复制, the overview is 概览. Names that an administrator chose stay.
update sys_menu set menu_name = '概览' where menu_path = '/visual/index' and menu_name = '看板' and is_built_in = '1';
update sys_menu set menu_name = replace(replace(menu_name, '酷屏', '大屏'), '拷贝', '复制')
where is_built_in = '1' and menu_name in (
  '酷屏配置', '酷屏新增', '酷屏修改', '酷屏预览', '酷屏删除', '酷屏拷贝', '酷屏详情', '酷屏发布', '酷屏授权', '酷屏分享', '酷屏导出', '酷屏订阅',
  '图表拷贝', '看板拷贝'
);
comment on table visual_screen is '大屏';
comment on table visual_screen_chart is '大屏引用的图表';
comment on table visual_use is '图表、看板、大屏直接使用的数据集';
comment on table visual_view_stat is '看板与大屏每日访问';
