import type { MenuSeed } from '#kit/server/module.ts';

const button = (name: string, perms: string) => ({ name, perms: `standard:${perms}` });

/** The pages below 数据标准 that exist. */
export const menus: readonly MenuSeed[] = [
  {
    path: '/standard',
    name: '数据标准',
    component: 'Layout',
    icon: 'BookOutlined',
    code: '30',
    sort: 30,
    redirect: '/standard/datadict',
    children: [
      {
        path: '/standard/datadict',
        name: '标准字典',
        component: 'standard/datadict/index',
        icon: 'BookOutlined',
        code: '3011',
        sort: 20,
        perms: 'standard:dict:list',
        buttons: [
          button('标准类别新增', 'type:add'),
          button('标准类别修改', 'type:edit'),
          button('标准类别详情', 'type:detail'),
          button('标准类别删除', 'type:remove'),
          button('标准字典新增', 'dict:add'),
          button('标准字典修改', 'dict:edit'),
          button('标准字典详情', 'dict:detail'),
          button('标准字典删除', 'dict:remove'),
          button('标准字典导入', 'dict:import'),
          button('标准字典导出', 'dict:export'),
          button('刷新缓存', 'dict:refresh'),
        ],
      },
    ],
  },
];
