import type { MenuSeed } from '#kit/server/module.ts';

const button = (name: string, perms: string) => ({ name, perms: `masterdata:${perms}` });

/** The pages below 主数据. */
export const menus: readonly MenuSeed[] = [
  {
    path: '/masterdata',
    name: '主数据',
    component: 'Layout',
    icon: 'IdcardOutlined',
    code: '50',
    sort: 50,
    redirect: '/masterdata/index',
    children: [
      { path: '/masterdata/index', name: '概览', component: 'masterdata/index', icon: 'DashboardOutlined', sort: 0 },
      {
        path: '/masterdata/datamodel',
        name: '数据模型',
        component: 'masterdata/datamodel/index',
        icon: 'ApartmentOutlined',
        code: '5011',
        sort: 10,
        perms: 'masterdata:model:list',
        buttons: [
          button('模型新增', 'model:add'),
          button('模型修改', 'model:edit'),
          button('模型详情', 'model:detail'),
          button('模型删除', 'model:remove'),
          button('模型提交', 'model:submit'),
          button('建模', 'model:create'),
        ],
      },
      {
        path: '/masterdata/datamanage',
        name: '数据管理',
        component: 'masterdata/datamanage/index',
        icon: 'DatabaseOutlined',
        code: '5012',
        sort: 20,
        perms: 'masterdata:data:list',
        buttons: [
          button('主数据新增', 'data:add'),
          button('主数据修改', 'data:edit'),
          button('主数据详情', 'data:detail'),
          button('主数据删除', 'data:remove'),
          button('主数据导入', 'data:import'),
          button('主数据导出', 'data:export'),
          button('接入查看', 'map:list'),
          button('接入维护', 'map:edit'),
          button('接入执行', 'map:load'),
        ],
      },
      {
        path: '/masterdata/duplicate',
        name: '重复审核',
        component: 'masterdata/duplicate/index',
        icon: 'ReconciliationOutlined',
        code: '5013',
        sort: 30,
        perms: 'masterdata:match:list',
        buttons: [
          button('查重', 'match:run'),
          button('处理重复', 'match:decide'),
          button('数据合并', 'data:merge'),
          button('撤销合并', 'data:unmerge'),
        ],
      },
      {
        path: '/masterdata/target',
        name: '数据分发',
        component: 'masterdata/target/index',
        icon: 'ExportOutlined',
        code: '5014',
        sort: 40,
        perms: 'masterdata:target:list',
        buttons: [
          button('分发新增', 'target:add'),
          button('分发修改', 'target:edit'),
          button('分发详情', 'target:detail'),
          button('分发删除', 'target:remove'),
          button('分发执行', 'target:send'),
        ],
      },
    ],
  },
];
