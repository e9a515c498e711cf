-- One word per thing: overview pages are 概览, a board is 看板; executions of tasks are 任务日志. Names that an administrator chose stay.
update sys_menu set menu_name = '概览' where menu_path = '/metadata/index' and menu_name = '看板' and is_built_in = '1';
update sys_menu set menu_name = '任务日志' where menu_path = '/basic/scheduler/tasklog' and menu_name = '日志管理' and is_built_in = '1';
