import type { MenuSeed } from '#kit/server/module.ts';

/** Pages below 系统监控; the folder itself is seeded by the system module, which comes first. */
export const menus: readonly MenuSeed[] = [
  {
    path: '/basic',
    name: '平台基础设置',
    component: 'Layout',
    sort: 20,
    children: [
      {
        path: '/basic/monitor',
        name: '系统监控',
        component: null,
        sort: 20,
        children: [
          {
            path: '/basic/monitor/server',
            name: '服务监控',
            component: 'basic/monitor/server/index',
            icon: 'DashboardOutlined',
            sort: 60,
            perms: 'monitor:server:view',
            buttons: [{ name: '抓取指标', perms: 'monitor:metrics:view' }],
          },
          {
            path: '/basic/monitor/cache',
            name: '缓存监控',
            component: 'basic/monitor/cache/index',
            icon: 'DatabaseOutlined',
            sort: 70,
            perms: 'monitor:cache:view',
            buttons: [{ name: '清除缓存', perms: 'monitor:cache:clear' }],
          },
          {
            path: '/basic/monitor/api',
            name: '接口文档',
            component: 'basic/monitor/api/index',
            icon: 'ApiOutlined',
            sort: 80,
            perms: 'monitor:api:view',
          },
        ],
      },
    ],
  },
];
