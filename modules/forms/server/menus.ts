import type { MenuSeed } from '#kit/server/module.ts';

const button = (name: string, perms: string) => ({ name, perms: `filling:${perms}` });

/** The pages below 数据填报. */
export const menus: readonly MenuSeed[] = [
  {
    path: '/datafilling',
    name: '数据填报',
    component: 'Layout',
    icon: 'ReconciliationOutlined',
    code: '85',
    sort: 85,
    redirect: '/datafilling/my',
    children: [
      { path: '/datafilling/my', name: '我的填报', component: 'datafilling/my/index', icon: 'ScheduleOutlined', code: '8514', sort: 10 },
      {
        path: '/datafilling/form',
        name: '表单管理',
        component: 'datafilling/form/index',
        icon: 'FileSearchOutlined',
        code: '8511',
        sort: 20,
        perms: 'filling:form:list',
        buttons: [
          button('表单新增', 'form:add'),
          button('表单修改', 'form:edit'),
          button('表单详情', 'form:detail'),
          button('表单删除', 'form:remove'),
          button('表单发布', 'form:publish'),
          button('表单复制', 'form:copy'),
        ],
      },
      {
        path: '/datafilling/task',
        name: '填报任务',
        component: 'datafilling/task/index',
        icon: 'AuditOutlined',
        code: '8512',
        sort: 25,
        perms: 'filling:task:list',
        buttons: [
          button('任务新增', 'task:add'),
          button('任务修改', 'task:edit'),
          button('任务详情', 'task:detail'),
          button('任务删除', 'task:remove'),
          button('任务启动', 'task:start'),
          button('任务停止', 'task:stop'),
          button('任务催办', 'task:urge'),
        ],
      },
      {
        path: '/datafilling/record',
        name: '填报数据',
        component: 'datafilling/record/index',
        icon: 'TableOutlined',
        code: '8513',
        sort: 30,
        perms: 'filling:record:list',
        buttons: [
          button('填报修改', 'record:edit'),
          button('填报删除', 'record:remove'),
          button('填报导入', 'record:import'),
          button('填报导出', 'record:export'),
        ],
      },
    ],
  },
];
