import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import type { ExcelColumn } from '#kit/server/excel/column.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { StandardDictBookRow } from '../contract/dict.ts';
import { initialsOf } from '../core/initials.ts';
import { dictRows, type DictFilter } from './dict-rows.ts';

const COLUMNS: readonly ExcelColumn[] = [
  { field: 'gbTypeCode', title: '标准类别编码', required: true, always: true, example: 'GB/T 2261.1-2003', width: 24 },
  { field: 'gbCode', title: '标准编码', required: true, always: true, example: '01', width: 16 },
  { field: 'gbName', title: '标准名称', required: true, always: true, example: '男性', width: 28 },
  { field: 'parentCode', title: '上级编码', always: true, example: '00', width: 16 },
  { field: 'validFrom', title: '生效日期', kind: 'day', always: true, example: '2026-01-01', width: 14 },
  { field: 'validTo', title: '失效日期', kind: 'day', always: true, example: '2036-12-31', width: 14 },
  { field: 'sortNo', title: '排序', kind: 'number', always: true, example: '10', width: 10 },
  { field: 'status', title: '状态', dict: 'sys_common_status', always: true, example: '启用', width: 10 },
  { field: 'remark', title: '备注', always: true, width: 40 },
];
const KEPT = ['gbName', 'parentCode', 'validFrom', 'validTo', 'sortNo', 'status', 'remark'] as const;

interface KnownItem extends Record<(typeof KEPT)[number], unknown> {
  readonly id: string;
  readonly parentCode: string | null;
}
const keyOf = (typeId: string, code: string): string => `${typeId}\n${code}`;
const aboveOf = (typeId: string, code: string | null | undefined): string | null => (code ? keyOf(typeId, code) : null);

/** True when an item stands below itself. */
function isInCircle(key: string, above: (key: string) => string | null): boolean {
  let at = above(key);
  for (let steps = 0; at !== null && steps < 100; steps++) {
    if (at === key) return true;
    at = above(at);
  }
  return at !== null;
}

/** What the rows of a file are compared with: the sets that they name, and the items of these. */
async function knownOf(ctx: Ctx, rows: readonly StandardDictBookRow[]) {
  const codes = [...new Set(rows.map((row) => row.gbTypeCode))];
  const sets = await ctx.db
    .selectFrom('standardType')
    .select(['id', 'gbTypeCode', 'keptBy', 'flowStatus'])
    .where('gbTypeCode', 'in', codes)
    .where('deletedAt', 'is', null)
    .forShare()
    .execute();
  const items = new Map<string, KnownItem>();
  if (sets.length > 0) {
    const found = await ctx.db
      .selectFrom('standardDict')
      .select(['id', 'typeId', 'gbCode', ...KEPT])
      .where(
        'typeId',
        'in',
        sets.map(({ id }) => id),
      )
      .where('deletedAt', 'is', null)
      .execute();
    for (const item of found) items.set(keyOf(item.typeId, item.gbCode), item);
  }
  return { sets: new Map(sets.map((set) => [set.gbTypeCode, set])), items };
}

/**
 * Items by workbook: a known code of a set is changed to what the row says, a new one is added, so that an export can be imported again as it
 * is. Unchanged rows are not written.
 */
export const dictBook = excelHandlers({
  label: '标准字典',
  columns: COLUMNS,
  input: StandardDictBookRow,
  readDict: dictItems,
  rows: (ctx: Ctx, query: DictFilter) =>
    inBatches((after, limit) =>
      dictRows(ctx.db, query)
        .select(['standardDict.id', 'standardType.gbTypeCode', 'standardDict.gbCode'])
        .select(KEPT.map((name) => `standardDict.${name}` as const))
        .where('standardDict.id', '>', after)
        .orderBy('standardDict.id')
        .limit(limit)
        .execute(),
    ),
  async begin(ctx, rows) {
    const { sets, items } = await knownOf(
      ctx,
      rows.map(({ value }) => value as StandardDictBookRow),
    );
    const parents = new Map(
      (rows as readonly { value: StandardDictBookRow }[]).map(({ value }) => {
        const typeId = sets.get(value.gbTypeCode)?.id ?? '';
        return [keyOf(typeId, value.gbCode), aboveOf(typeId, value.parentCode)] as const;
      }),
    );
    const seen = new Map<string, StandardDictBookRow>();
    return {
      async create(call: Ctx, row: StandardDictBookRow) {
        const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
        const set = sets.get(row.gbTypeCode);
        if (!set) throw wrong('gbTypeCode', `标准类别“${row.gbTypeCode}”不存在，请先新增类别`);
        if (set.keptBy === 'areas' && !isSame(items.get(keyOf(set.id, row.gbCode)), row))
          throw wrong('gbTypeCode', '行政区划代码随“行政区划”更新，不能导入修改');
        if (set.flowStatus === '3' && !isSame(items.get(keyOf(set.id, row.gbCode)), row))
          throw wrong('gbTypeCode', `标准类别“${row.gbTypeCode}”正在审核，不能导入修改`);
        const key = keyOf(set.id, row.gbCode);
        const earlier = seen.get(key);
        if (earlier && earlier !== row) throw wrong('gbCode', `文件内重复：编码“${row.gbCode}”出现两次`);
        seen.set(key, row);
        const above = aboveOf(set.id, row.parentCode);
        if (above !== null && !items.has(above) && !parents.has(above))
          throw wrong('parentCode', `该类别没有编码为“${row.parentCode}”的上级`);
        if (isInCircle(key, (at) => (parents.has(at) ? (parents.get(at) ?? null) : aboveOf(set.id, items.get(at)?.parentCode))))
          throw wrong('parentCode', '上级不能是自身或自己的下级');
        await keepRow(call, { typeId: set.id, row, known: items.get(key) });
      },
    };
  },
});

const isSame = (known: KnownItem | undefined, row: StandardDictBookRow): boolean =>
  known !== undefined && KEPT.every((name) => known[name] === row[name]);

async function keepRow(
  ctx: Ctx,
  { typeId, row, known }: { typeId: string; row: StandardDictBookRow; known: KnownItem | undefined },
): Promise<void> {
  if (isSame(known, row)) return;
  const { gbTypeCode: _, ...values } = row;
  const stamp = { pinyin: initialsOf(row.gbName), updateBy: ctx.user.id, updateTime: ctx.now };
  if (known) {
    await ctx.db
      .updateTable('standardDict')
      .set((e) => ({ ...values, ...stamp, version: e('version', '+', 1) }))
      .where('id', '=', known.id)
      .execute();
    const before = Object.fromEntries(KEPT.map((name) => [name, known[name]]));
    const after = Object.fromEntries(KEPT.map((name) => [name, row[name]]));
    ctx.audit.change({ entity: '标准字典', id: known.id, name: row.gbName, before, after });
    return;
  }
  const id = ctx.app.ids.next();
  await ctx.db
    .insertInto('standardDict')
    .values({ id, typeId, ...values, ...stamp, createBy: ctx.user.id, createTime: ctx.now, createDept: ctx.user.deptId })
    .execute();
  ctx.audit.change({ entity: '标准字典', id, name: row.gbName, before: null, after: values });
}
