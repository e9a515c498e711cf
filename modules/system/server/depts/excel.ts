import { sql } from 'kysely';
import type * as z from 'zod';
import { contains } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers } from '#kit/server/excel/handlers.ts';
import { DeptImport, DeptImportChange, TOP_LEVEL, type DeptSearch } from '../../contract/dept.ts';
import { ROOT_ID } from '../../contract/fields.ts';
import { dictItems } from '../dicts.ts';
import { existingCodes, takeDepts } from './import.ts';
import { inScope } from './writes.ts';

const MAX_DEPTS = 20_000;
/** Separator of the names in a department path. */
export const STEP = '/';

type Search = Partial<z.output<typeof DeptSearch>> & { ids?: string[] | null };

/** Departments in tree order, with the path of the parent: by names, or by its code where a name contains the separator. */
async function* exportedDepts(ctx: Ctx, query: Search) {
  const all = await ctx.db
    .selectFrom('sysDept')
    .select(['id', 'parentId', 'deptName', 'deptNo'])
    .where('deletedAt', 'is', null)
    .orderBy('sortNo')
    .orderBy('id')
    .limit(MAX_DEPTS)
    .execute();
  const byId = new Map(all.map((dept) => [dept.id, dept]));
  const wayTo = (id: string): string => {
    const names: string[] = [];
    for (let at = byId.get(id); at; at = byId.get(at.parentId)) names.unshift(at.deptName);
    return names.some((name) => name.includes(STEP)) ? (byId.get(id)?.deptNo ?? '') : names.join(STEP);
  };
  let rows = ctx.db.selectFrom('sysDept').where('sysDept.deletedAt', 'is', null).where(inScope(ctx));
  if (query.ids) rows = rows.where('sysDept.id', 'in', query.ids);
  if (query.deptName) rows = rows.where('sysDept.deptName', 'ilike', contains(query.deptName));
  if (query.deptNo) rows = rows.where('sysDept.deptNo', 'ilike', contains(query.deptNo));
  if (query.status) rows = rows.where('sysDept.status', '=', query.status);
  const found = await rows
    .leftJoin('sysUser as leader', 'leader.id', 'sysDept.leaderId')
    .select(['sysDept.id', 'sysDept.parentId', 'sysDept.deptName', 'sysDept.deptNo', 'sysDept.sortNo', 'sysDept.status'])
    .select(['sysDept.phone', 'sysDept.remark', 'sysDept.createTime', 'leader.nickname as leaderName', 'leader.username as leader'])
    .select(sql<number>`(select count(*)::int from sys_user u where u.dept_id = sys_dept.id and u.deleted_at is null)`.as('userCount'))
    .limit(MAX_DEPTS)
    .execute();
  const places = new Map(depthFirst(all).map((id, at) => [id, at]));
  found.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  for (const row of found) yield { ...row, parent: row.parentId === ROOT_ID ? TOP_LEVEL : wayTo(row.parentId) };
}

/** Ids of a tree whose brothers are in order, each followed by what is below it. */
function depthFirst(rows: readonly { id: string; parentId: string }[]): string[] {
  const below = new Map<string, string[]>();
  for (const { id, parentId } of rows) below.set(parentId, [...(below.get(parentId) ?? []), id]);
  const ordered: string[] = [];
  const open = [...(below.get(ROOT_ID) ?? [])].reverse();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    ordered.push(id);
    open.push(...[...(below.get(id) ?? [])].reverse());
  }
  return ordered;
}

export const deptExcel = excelHandlers({
  label: '部门',
  columns: [
    { field: 'deptName', title: '部门名称', required: true, example: '研发一部', width: 24 },
    { field: 'deptNo', title: '部门编码', required: true, always: true, example: 'RD-1', width: 16 },
    {
      field: 'parent',
      title: '上级部门',
      always: true,
      example: `上级的编码，或从顶级写起的名称，如 集团总部${STEP}研发中心；不填为${TOP_LEVEL}`,
      width: 36,
    },
    { field: 'leader', title: '负责人用户名', always: true, example: 'zhangsan', width: 16 },
    { field: 'leaderName', title: '负责人', only: 'export' },
    { field: 'phone', title: '联系电话', example: '025-88880000', width: 16 },
    { field: 'sortNo', title: '排序', kind: 'number', example: '10' },
    { field: 'status', title: '状态', dict: 'sys_common_status', example: '启用' },
    { field: 'remark', title: '备注', width: 30 },
    { field: 'userCount', title: '人数', kind: 'number', only: 'export' },
    { field: 'createTime', title: '创建时间', kind: 'time', only: 'export', width: 20 },
  ],
  input: DeptImport,
  readDict: dictItems,
  rows: exportedDepts,
  begin: takeDepts,
  changes: { key: 'deptNo', input: DeptImportChange, existing: existingCodes },
});
