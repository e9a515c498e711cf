import type { MenuIconName } from '#kit/contract/menu-icons.ts';
import type { MenuSeed } from '#kit/server/module.ts';

/** 详情, 新增, 修改, 删除, 导入, 导出 of an entity, and its own verbs: `buttons('supplier', '供应商', ['blacklist', '拉黑'])`. */
const buttons = (entity: string, label: string, ...own: (readonly [action: string, name: string])[]) =>
  [
    ['detail', '详情'] as const,
    ['add', '新增'] as const,
    ['edit', '修改'] as const,
    ['remove', '删除'] as const,
    ['import', '导入'] as const,
    ['export', '导出'] as const,
    ...own,
  ].map(([action, name]) => ({ name: `${label}${name}`, perms: `project:${entity}:${action}` }));

interface Page {
  entity: string;
  name: string;
  icon: MenuIconName;
  code: string;
  sort: number;
  own?: readonly (readonly [action: string, name: string])[];
}
const page = ({ entity, name, icon, code, sort, own = [] }: Page): MenuSeed => ({
  path: `/project/${entity}`,
  name,
  component: `project/${entity}/index`,
  icon,
  code,
  sort,
  perms: `project:${entity}:list`,
  buttons: buttons(entity, name, ...own),
});

/** The pages below 项目档案; only pages that exist stand here, in the order in which people see them. */
const pages: readonly MenuSeed[] = [
  page({ entity: 'practicingType', name: '执业类型', icon: 'ApartmentOutlined', code: '9011', sort: 1 }),
  page({
    entity: 'practicingQualification',
    name: '执业资质',
    icon: 'SafetyCertificateOutlined',
    code: '9012',
    sort: 2,
    own: [['occupy', '锁定与释放']],
  }),
  page({ entity: 'intellectualProperty', name: '知识产权', icon: 'ExperimentOutlined', code: '9013', sort: 3 }),
  page({ entity: 'qualityProject', name: '质量项目', icon: 'TrophyOutlined', code: '9014', sort: 4 }),
  page({ entity: 'department', name: '部门档案', icon: 'ClusterOutlined', code: '9015', sort: 5 }),
  page({
    entity: 'supplier',
    name: '供应商',
    icon: 'ShopOutlined',
    code: '9016',
    sort: 6,
    own: [
      ['score', '评价'],
      ['blacklist', '黑名单管理'],
    ],
  }),
  {
    path: '/project/sysArea',
    name: '行政区划',
    component: 'project/sysArea/index',
    icon: 'EnvironmentOutlined',
    code: '9017',
    sort: 7,
    perms: 'project:sysArea:list',
    buttons: [
      { name: '行政区划修改', perms: 'project:sysArea:edit' },
      { name: '行政区划更新', perms: 'project:sysArea:import' },
      { name: '行政区划导出', perms: 'project:sysArea:export' },
    ],
  },
];

export const menus: readonly MenuSeed[] = [
  {
    path: '/project',
    name: '项目档案',
    component: 'Layout',
    redirect: '/project/practicingQualification',
    icon: 'ProjectOutlined',
    code: '90',
    sort: 90,
    children: pages,
  },
];
