import { sql } from 'kysely';
import type * as z from 'zod';
import { contains } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { PracticingTypeRow, TOP_PARENT, type PracticingTypeInput, type PracticingTypeSearch } from '../../contract/practicing-type.ts';
import { fieldRefusal } from '../record-rules.ts';

type Search = z.output<typeof PracticingTypeSearch> & { ids?: string[] | null };

/** The upper type with a code, also one that an earlier row of the file has made; throws rule.broken. */
async function parentByCode(ctx: Ctx, code: string | null): Promise<string> {
  if (code === null) return TOP_PARENT;
  const row = await ctx.db
    .selectFrom('prjPracticingType')
    .select('id')
    .where('typeCode', '=', code)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw fieldRefusal('parentCode', `没有编码为“${code}”的上级类型，上级类型应排在下级类型之前`);
  return row.id;
}

async function batch(ctx: Ctx, query: Search, after: string, limit: number) {
  let rows = ctx.db
    .selectFrom('prjPracticingType as type')
    .leftJoin('prjPracticingType as top', 'top.id', 'type.parentId')
    .select([
      'type.id',
      'type.typeName',
      'type.typeCode',
      'top.typeCode as parentCode',
      'top.typeName as parentName',
      'type.specialties',
      'type.regDept',
      'type.validYears',
      'type.eduHours',
      'type.warnDays',
      'type.allowance',
      'type.status',
      'type.sort',
      'type.remark',
      'type.createTime',
    ])
    .select(
      sql<string>`(select count(*) from prj_practicing_qualification q
        where q.deleted_at is null and (q.type_id = "type".id or q.top_type_id = "type".id))`.as('qualificationCount'),
    )
    .where('type.deletedAt', 'is', null)
    .where('type.id', '>', after);
  if (query.ids) rows = rows.where('type.id', 'in', query.ids);
  if (query.parentId) rows = rows.where('type.parentId', '=', query.parentId);
  if (query.typeCode) rows = rows.where('type.typeCode', 'ilike', contains(query.typeCode));
  if (query.typeName) rows = rows.where('type.typeName', 'ilike', contains(query.typeName));
  if (query.status) rows = rows.where('type.status', '=', query.status);
  const found = await rows.orderBy('type.id').limit(limit).execute();
  return found.map((row) => ({ ...row, qualificationCount: Number(row.qualificationCount) }));
}

interface Hooks {
  create: (ctx: Ctx, body: z.output<typeof PracticingTypeInput>) => Promise<unknown>;
  /** hides what the caller may not read */
  seenBy: <Row extends { allowance: string | null }>(ctx: Ctx, row: Row) => Row;
}

/** Import and export of types; a file may hold upper types and, further down, those below them. */
export const typeExcel = ({ create, seenBy }: Hooks) =>
  excelHandlers({
    label: '执业类型',
    columns: [
      { field: 'typeName', title: '类型名称', required: true, example: '一级注册建造师', width: 28 },
      { field: 'typeCode', title: '类型编码', required: true, example: '1511' },
      { field: 'parentCode', title: '上级类型编码', example: '不填为顶级类型', width: 14 },
      { field: 'parentName', title: '上级类型', only: 'export', width: 20 },
      { field: 'qualificationCount', title: '证书数', kind: 'number', only: 'export' },
      { field: 'specialties', title: '注册专业', example: '建筑、市政公用（不填为不分专业）', width: 36 },
      { field: 'regDept', title: '主管部门', example: '住建' },
      { field: 'validYears', title: '注册有效期（年）', kind: 'number', example: '3' },
      { field: 'eduHours', title: '教育学时', kind: 'number', example: '120' },
      { field: 'warnDays', title: '提醒（天）', kind: 'number', example: '90' },
      { field: 'allowance', title: '证书津贴（元/月）', kind: 'number', example: '800' },
      { field: 'status', title: '状态', dict: 'sys_common_status', example: '启用' },
      { field: 'sort', title: '排序', kind: 'number', example: '10' },
      { field: 'remark', title: '备注', width: 30 },
      { field: 'createTime', title: '创建时间', kind: 'time', only: 'export', width: 20 },
    ],
    input: PracticingTypeRow,
    readDict: dictItems,
    rows: (ctx: Ctx, query: Search) =>
      inBatches(async (after, limit) => (await batch(ctx, query, after, limit)).map((row) => seenBy(ctx, row)), 500),
    async create(ctx, { parentCode, specialties, ...row }) {
      const parentId = await parentByCode(ctx, parentCode);
      await create(ctx, { ...row, parentId, specialties, hasSpecialty: specialties.length > 0 ? '1' : '0' });
    },
  });
