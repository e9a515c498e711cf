import type { DictSeed, MenuSeed } from '#kit/server/module.ts';

/** Paths, codes and permissions are those of the product family; 取消执行 and the exports are ours. */
export const menus: readonly MenuSeed[] = [
  {
    path: '/basic',
    name: '平台基础设置',
    component: 'Layout',
    sort: 10,
    children: [
      {
        path: '/basic/scheduler',
        name: '任务调度',
        component: null,
        icon: 'ScheduleOutlined',
        code: '1030',
        sort: 30,
        redirect: '/basic/scheduler/taskjob',
        children: [
          {
            path: '/basic/scheduler/taskjob',
            name: '任务管理',
            component: 'basic/scheduler/taskjob/index',
            icon: 'FieldTimeOutlined',
            code: '1031',
            sort: 10,
            perms: 'scheduler:job:list',
            buttons: [
              { name: '任务新增', perms: 'scheduler:job:add' },
              { name: '任务修改', perms: 'scheduler:job:edit' },
              { name: '任务详情', perms: 'scheduler:job:detail' },
              { name: '任务删除', perms: 'scheduler:job:remove' },
              { name: '任务暂停', perms: 'scheduler:job:pause' },
              { name: '任务恢复', perms: 'scheduler:job:resume' },
              { name: '立即执行', perms: 'scheduler:job:run' },
              { name: '取消执行', perms: 'scheduler:job:cancel' },
              { name: '任务导出', perms: 'scheduler:job:export' },
            ],
          },
          {
            path: '/basic/scheduler/tasklog',
            name: '任务日志',
            component: 'basic/scheduler/tasklog/index',
            icon: 'HistoryOutlined',
            code: '1032',
            sort: 20,
            perms: 'scheduler:log:list',
            buttons: [
              { name: '日志详情', perms: 'scheduler:log:detail' },
              { name: '日志删除', perms: 'scheduler:log:remove' },
              { name: '日志导出', perms: 'scheduler:log:export' },
            ],
          },
        ],
      },
    ],
  },
];

export const dicts: readonly DictSeed[] = [
  {
    code: 'scheduler_misfire',
    name: '任务错过处理',
    items: [
      ['once', '补执行一次'],
      ['skip', '跳过'],
      ['all', '全部补执行'],
    ],
  },
  {
    code: 'scheduler_overlap',
    name: '任务重叠处理',
    items: [
      ['skip', '跳过'],
      ['queue', '排队'],
      ['parallel', '并行'],
      ['cancel', '取消上一次'],
    ],
  },
  {
    code: 'scheduler_run_state',
    name: '任务执行状态',
    items: [
      ['waiting', '等待'],
      ['running', '执行中'],
      ['done', '成功'],
      ['failed', '失败'],
      ['timeout', '超时'],
      ['cancelled', '已取消'],
      ['skipped', '已跳过'],
    ],
  },
  {
    code: 'scheduler_run_cause',
    name: '任务触发方式',
    items: [
      ['cron', '按计划'],
      ['missed', '补执行'],
      ['manual', '手动'],
    ],
  },
];
