import type { DictSeed } from '#kit/server/module.ts';

/** Dictionaries of the platform itself. */
export const systemDicts: readonly DictSeed[] = [
  {
    code: 'sys_menu_type',
    name: '菜单类型',
    items: [
      ['0', '模块'],
      ['1', '菜单'],
      ['2', '按钮'],
    ],
  },
  {
    code: 'sys_common_status',
    name: '数据状态',
    items: [
      ['0', '禁用'],
      ['1', '启用'],
    ],
  },
  {
    code: 'sys_data_scope',
    name: '数据范围',
    items: [
      ['1', '全部数据权限'],
      ['2', '自定义数据权限'],
      ['3', '本部门数据权限'],
      ['4', '本部门及以下数据权限'],
      ['5', '仅本人数据权限'],
    ],
  },
  {
    code: 'sys_yes_no',
    name: '是否',
    items: [
      ['0', '否'],
      ['1', '是'],
    ],
  },
  {
    code: 'sys_job_status',
    name: '任务状态',
    items: [
      ['0', '暂停'],
      ['1', '运行'],
    ],
  },
  {
    code: 'sys_normal_status',
    name: '系统状态',
    items: [
      ['0', '失败'],
      ['1', '成功'],
    ],
  },
  {
    code: 'sys_flow_status',
    name: '流程状态',
    items: [
      ['1', '待提交'],
      ['2', '已退回'],
      ['3', '审核中'],
      ['4', '通过'],
      ['5', '不通过'],
      ['6', '已撤销'],
    ],
  },
  {
    code: 'sys_user_sex',
    name: '用户性别',
    items: [
      ['0', '未知'],
      ['1', '男'],
      ['2', '女'],
    ],
  },
  {
    code: 'sys_config_type',
    name: '参数类型',
    items: [
      ['text', '文本'],
      ['number', '数字'],
      ['boolean', '是或否'],
      ['secret', '加密'],
    ],
  },
  {
    code: 'sys_login_event',
    name: '登录事件',
    items: [
      ['login', '登录'],
      ['logout', '退出'],
      ['kick', '强制下线'],
      ['unlock', '解锁'],
      ['reset', '找回密码'],
    ],
  },
  {
    code: 'sys_notice_type',
    name: '公告类型',
    items: [
      ['1', '通知'],
      ['2', '公告'],
      ['3', '待办提醒'],
    ],
  },
  {
    code: 'sys_notice_status',
    name: '公告状态',
    items: [
      ['0', '草稿'],
      ['1', '已发布'],
      ['2', '已撤回'],
    ],
  },
];
