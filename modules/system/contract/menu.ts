import * as z from 'zod';
import { Id, Ids, Status, Version, YesNo, optionalText, requiredText, rowFields, SortInput, StatusInput } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { FlagInput, PermissionText } from './fields.ts';

/** 菜单类型 (dictionary sys_menu_type): 0 模块, 1 菜单, 2 按钮. */
export const MenuType = z.enum(['0', '1', '2'], { error: '请选择菜单类型' });

/** 菜单; `menuPath` may be given relative to the parent and is stored in full. */
export const MenuInput = z.object({
  parentId: z.string({ error: '请选择上级菜单' }).pipe(Id),
  menuName: requiredText(50, '资源名称'),
  menuType: MenuType,
  menuPath: z
    .string()
    .trim()
    .max(255, '路由地址不能超过255个字符')
    .regex(/^\/?[A-Za-z0-9_:.-]+(\/[A-Za-z0-9_:.-]+)*$|^https?:\/\/\S+$/, '路由地址由字母、数字和 / 组成')
    .or(z.literal(''))
    .nullish()
    .transform((text) => text || null),
  menuComponent: optionalText(255, '组件路径'),
  menuRedirect: optionalText(255, '跳转地址'),
  menuPerms: PermissionText,
  menuIcon: optionalText(50, '图标'),
  menuCode: optionalText(50, '资源编码'),
  menuHidden: FlagInput,
  menuSort: SortInput,
  status: StatusInput,
  remark: optionalText(1000, '备注'),
});
export const Menu = z.object({
  ...rowFields,
  parentId: z.string(),
  menuName: z.string(),
  menuType: MenuType,
  menuPath: z.string().nullable(),
  menuComponent: z.string().nullable(),
  menuRedirect: z.string().nullable(),
  menuPerms: z.string().nullable(),
  menuIcon: z.string().nullable(),
  menuCode: z.string().nullable(),
  menuHidden: YesNo,
  menuSort: z.number().int(),
  isBuiltIn: YesNo,
  forEverybody: YesNo,
  status: Status,
  remark: z.string().nullable(),
});
export const MenuOption = Menu.pick({
  id: true,
  parentId: true,
  menuName: true,
  menuType: true,
  menuPath: true,
  menuComponent: true,
  menuIcon: true,
  menuCode: true,
  menuHidden: true,
  menuSort: true,
  forEverybody: true,
  status: true,
});

/** A permission string and the routes that require it. */
export const PermissionInfo = z.object({
  perm: z.string(),
  calls: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string() })),
  /** menus and buttons that give it */
  menus: z.array(z.string()),
});

const params = z.object({ id: Id });

export const menu = defineContract({
  list: route.get('/system/menus/list', { summary: '菜单列表', access: signedIn, reply: z.array(MenuOption) }),
  tree: route.get('/system/menus/tree', { summary: '菜单管理列表', access: perm('system:menu:list'), reply: z.array(Menu) }),
  flow: route.get('/system/menus/list/flow', {
    summary: '可作为流程业务的菜单',
    access: signedIn,
    reply: z.array(z.object({ id: Id, menuName: z.string(), menuCode: z.string() })),
  }),
  permissions: route.get('/system/menus/permissions', {
    summary: '权限标识清单',
    access: perm('system:menu:list', 'system:menu:add', 'system:menu:edit'),
    reply: z.array(PermissionInfo),
  }),
  get: route.get('/system/menus/:id', { summary: '菜单详情', access: perm('system:menu:detail', 'system:menu:edit'), params, reply: Menu }),
  create: route.post('/system/menus', {
    summary: '新增菜单',
    access: perm('system:menu:add'),
    body: MenuInput,
    reply: z.object({ id: Id }),
    audit: '新增菜单',
  }),
  sort: route.put('/system/menus/sort', {
    summary: '菜单排序',
    access: perm('system:menu:edit'),
    body: z.object({
      moves: z
        .array(z.object({ id: Id, parentId: Id, menuSort: z.number().int().min(0).max(999_999) }))
        .min(1)
        .max(1000),
    }),
    reply: z.null(),
    audit: '菜单排序',
  }),
  update: route.put('/system/menus/:id', {
    summary: '修改菜单',
    access: perm('system:menu:edit'),
    params,
    body: MenuInput.extend({ version: Version }),
    reply: z.object({ version: z.number().int() }),
    audit: '修改菜单',
  }),
  remove: route.delete('/system/menus/:id', {
    summary: '删除菜单',
    access: perm('system:menu:remove'),
    params,
    reply: z.null(),
    audit: '删除菜单',
  }),
  removeBatch: route.delete('/system/menus/batch/:ids', {
    summary: '批量删除菜单',
    access: perm('system:menu:remove'),
    params: z.object({ ids: Ids }),
    reply: z.null(),
    audit: '批量删除菜单',
  }),
});
