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
  icon: string;
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
