import type { MenuSeed } from '#kit/server/module.ts';

export const menus: readonly MenuSeed[] = [
  {
    path: '/visual/transfer',
    under: '/visual',
    name: '定义迁移',
    component: 'visual/transfer/index',
    icon: 'ExportOutlined',
    code: '7017',
    sort: 7,
    perms: 'visual:transfer:list',
    buttons: [
      { name: '导出定义', perms: 'visual:transfer:export' },
      { name: '导入定义', perms: 'visual:transfer:import' },
    ],
  },
];
