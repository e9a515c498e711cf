import type { MenuSeed } from '#kit/server/module.ts';

/** The page belongs to the menu folder of the system module, which is seeded before. */
export const menus: readonly MenuSeed[] = [
  {
    path: '/basic',
    name: '平台基础设置',
    component: 'Layout',
    sort: 10,
    children: [
      {
        path: '/basic/system',
        name: '系统管理',
        component: null,
        sort: 10,
        children: [
          {
            path: '/basic/system/file',
            name: '文件管理',
            component: 'basic/system/file/index',
            icon: 'FolderOutlined',
            sort: 90,
            perms: 'file:file:list',
            buttons: [
              { name: '文件详情', perms: 'file:file:detail' },
              { name: '文件删除', perms: 'file:file:remove' },
            ],
          },
        ],
      },
    ],
  },
];
