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
      {
        path: '/standard/dictcontrast',
        name: '对照表',
        component: 'standard/dictcontrast/index',
        icon: 'TableOutlined',
        code: '3012',
        sort: 60,
        perms: 'standard:contrast:list',
        buttons: [
          button('对照表新增', 'contrast:add'),
          button('对照表修改', 'contrast:edit'),
          button('对照表详情', 'contrast:detail'),
          button('对照表删除', 'contrast:remove'),
          button('对照字典新增', 'contrast:dict:add'),
          button('对照字典修改', 'contrast:dict:edit'),
          button('对照字典详情', 'contrast:dict:detail'),
          button('对照字典删除', 'contrast:dict:remove'),
          button('采集字段取值', 'contrast:dict:collect'),
        ],
      },
      {
        path: '/standard/dictmapping',
        name: '字典对照',
        component: 'standard/dictmapping/index',
        icon: 'BranchesOutlined',
        code: '3013',
        sort: 70,
        perms: 'standard:mapping:list',
        buttons: [button('自动对照', 'mapping:auto'), button('手动对照', 'mapping:manual'), button('取消对照', 'mapping:cancel')],
      },
      {
        path: '/standard/contraststat',
        name: '对照统计',
        component: 'standard/contraststat/index',
        icon: 'BarChartOutlined',
        code: '3014',
        sort: 80,
        perms: 'standard:stat:list',
      },
    ],
  },
];
