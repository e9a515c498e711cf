import type { MenuSeed } from '#kit/server/module.ts';

export const menus: readonly MenuSeed[] = [
  {
    path: '/visual/embed',
    under: '/visual',
    name: '嵌入应用',
    component: 'visual/embed/index',
    icon: 'ApiOutlined',
    code: '7016',
    sort: 6,
    perms: 'visual:embed:list',
    buttons: [
      { name: '嵌入应用新增', perms: 'visual:embed:add' },
      { name: '嵌入应用修改', perms: 'visual:embed:edit' },
      { name: '嵌入应用详情', perms: 'visual:embed:detail' },
      { name: '嵌入应用删除', perms: 'visual:embed:remove' },
      { name: '嵌入密钥轮换', perms: 'visual:embed:rotate' },
      { name: '嵌入账号指定', perms: 'visual:embed:account' },
    ],
  },
];
