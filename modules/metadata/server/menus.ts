import type { MenuSeed } from '#kit/server/module.ts';

export const menus: readonly MenuSeed[] = [
  {
    path: '/metadata',
    name: '元数据管理',
    component: 'Layout',
    redirect: '/metadata/datasource',
    icon: 'DatabaseOutlined',
    code: '20',
    sort: 20,
    children: [
      { path: '/metadata/index', name: '看板', component: 'metadata/index', hidden: true, icon: 'DashboardOutlined', sort: 0 },
      {
        path: '/metadata/datasource',
        name: '数据源',
        component: 'metadata/datasource/index',
        icon: 'DatabaseOutlined',
        code: '2011',
        sort: 1,
        perms: 'metadata:datasource:list',
        buttons: [
          { name: '数据源新增', perms: 'metadata:datasource:add' },
          { name: '数据源修改', perms: 'metadata:datasource:edit' },
          { name: '数据源详情', perms: 'metadata:datasource:detail' },
          { name: '数据源删除', perms: 'metadata:datasource:remove' },
          { name: '刷新缓存', perms: 'metadata:datasource:refresh' },
          { name: '元数据同步', perms: 'metadata:datasource:sync' },
          { name: '连通性检测', perms: 'metadata:datasource:connect' },
        ],
      },
      {
        path: '/metadata/datacolumn',
        name: '元数据',
        component: 'metadata/datacolumn/index',
        icon: 'TableOutlined',
        code: '2012',
        sort: 2,
        perms: 'metadata:datacolumn:list',
        buttons: [{ name: '元数据详情', perms: 'metadata:datacolumn:detail' }],
      },
      {
        path: '/metadata/sqlconsole',
        name: 'SQL工作台',
        component: 'metadata/sqlconsole/index',
        icon: 'CodeOutlined',
        code: '2018',
        sort: 8,
        perms: 'metadata:sqlconsole:list',
        buttons: [
          { name: 'SQL执行', perms: 'metadata:sqlconsole:run' },
          { name: '结果导出', perms: 'metadata:sqlconsole:export' },
          { name: '修改数据', perms: 'metadata:sqlconsole:write' },
          { name: '查看他人记录', perms: 'metadata:sqlconsole:audit' },
        ],
      },
    ],
  },
];
