import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, Status, optionalText, requiredText, rowFields, SortInput, StatusInput } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';

/** 部门; the parent of a root is `0`. */
export const DeptInput = z.object({
  parentId: z.string({ error: '请选择上级部门' }).pipe(Id),
  deptName: requiredText(50, '部门名称'),
  deptNo: z
    .string({ error: '部门编码不能为空' })
    .trim()
    .regex(/^[0-9A-Za-z_-]{1,50}$/, '部门编码由字母、数字、下划线和短横线组成，1到50个字符'),
  sortNo: SortInput,
  leaderId: Id.nullish().transform((value) => value ?? null),
  phone: optionalText(30, '联系电话'),
  status: StatusInput,
  remark: optionalText(1000, '备注'),
});
export const Dept = z.object({
  ...rowFields,
  parentId: z.string(),
  deptName: z.string(),
  deptNo: z.string(),
  sortNo: z.number().int(),
  leaderId: z.string().nullable(),
  phone: z.string().nullable(),
  status: Status,
  remark: z.string().nullable(),
});
export const DeptSearch = z.object({
  deptName: z.string().max(50).optional(),
  deptNo: z.string().max(50).optional(),
  status: Status.optional(),
});
/** What a file calls the place of a root. */
export const TOP_LEVEL = '顶级部门';
/** A row of an import file: the parent by code or by the names on the way to it, the leader by user name. */
export const DeptImport = DeptInput.omit({ parentId: true, leaderId: true }).extend({
  parent: optionalText(600, '上级部门'),
  leader: optionalText(50, '负责人用户名'),
});
const keptText = (max: number, label: string) => z.string().trim().max(max, `${label}不能超过${max}个字符`).optional();
/** A row that changes a known department: what is missing stays. */
export const DeptImportChange = z.object({
  deptNo: DeptInput.shape.deptNo,
  deptName: DeptInput.shape.deptName.optional(),
  sortNo: z.number({ error: '排序应为数字' }).int('排序应为整数').min(0, '排序不能小于0').max(999_999, '排序不能大于999999').optional(),
  parent: keptText(600, '上级部门'),
  leader: keptText(50, '负责人用户名'),
  phone: keptText(30, '联系电话'),
  status: Status.optional(),
  remark: keptText(1000, '备注'),
});

export const DeptOption = z.object({
  id: Id,
  parentId: z.string(),
  deptName: z.string(),
  deptNo: z.string(),
  sortNo: z.number().int(),
  status: Status,
});
/** A row of the department page: with the number of accounts directly in it. */
export const DeptNode = Dept.extend({ leaderName: z.string().nullable(), userCount: z.number().int() });

/** What a move changes, shown before it happens. */
export const DeptMovePreview = z.object({
  /** null when the move is possible, else why not */
  problem: z.string().nullable(),
  fromPath: z.array(z.string()),
  toPath: z.array(z.string()),
  /** departments that move along, this one included */
  deptCount: z.number().int(),
  userCount: z.number().int(),
  /** accounts whose data range grows because their department is above the new place */
  gaining: z.number().int(),
  losing: z.number().int(),
});

export const dept = defineContract({
  ...crudRoutes('/system/depts', '部门', 'system:dept', { row: Dept, input: DeptInput, search: DeptSearch }),
  ...excelRoutes('/system/depts', '部门', 'system:dept', { search: DeptSearch, updates: true }),
  list: route.get('/system/depts/list', { summary: '部门列表', access: signedIn, reply: z.array(DeptOption) }),
  tree: route.get('/system/depts/tree', {
    summary: '部门管理列表',
    access: perm('system:dept:list'),
    query: DeptSearch,
    reply: z.array(DeptNode),
  }),
  movePreview: route.get('/system/depts/:id/move-preview', {
    summary: '部门移动预览',
    access: perm('system:dept:edit'),
    params: z.object({ id: Id }),
    query: z.object({ parentId: Id }),
    reply: DeptMovePreview,
  }),
});
