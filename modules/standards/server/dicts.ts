import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { crudHandlers, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { StandardDict, StandardDictInput, StandardDictSearch, isValidSpan, standardDict } from '../contract/dict.ts';
import { initialsOf } from '../core/initials.ts';
import { keepAreas } from './areas.ts';
import { dictBook } from './dict-book.ts';
import { dictRows } from './dict-rows.ts';
import { assertItemsFree } from './in-use.ts';

const crud = crudHandlers(
  'standardDict',
  { row: StandardDict, input: StandardDictInput, search: StandardDictSearch },
  { label: '标准字典', nameField: 'gbName' },
);

const COLUMNS = [
  'standardDict.id',
  'standardDict.version',
  'standardDict.typeId',
  'standardDict.gbCode',
  'standardDict.gbName',
  'standardDict.parentCode',
  'standardDict.validFrom',
  'standardDict.validTo',
  'standardDict.sortNo',
  'standardDict.status',
  'standardDict.remark',
  'standardDict.createBy',
  'standardDict.createTime',
  'standardDict.updateBy',
  'standardDict.updateTime',
  'standardType.gbTypeCode',
  'standardType.gbTypeName',
] as const;
const PARENT = sql<string | null>`(select above.gb_name from standard_dict above where above.type_id = standard_dict.type_id
  and above.gb_code = standard_dict.parent_code and above.deleted_at is null)`;
const CHILDREN = sql<number>`(select count(*)::int from standard_dict below where below.type_id = standard_dict.type_id
  and below.parent_code = standard_dict.gb_code and below.deleted_at is null)`;
const SORTABLE = ['gbCode', 'gbName', 'sortNo', 'validFrom', 'validTo', 'createTime', 'updateTime'];

type Body = ReturnType<(typeof StandardDictInput)['parse']>;

/** The set must exist and be kept by people, the code is free, and the item above stands in the set without a circle. */
async function checkItem(ctx: Ctx, body: Body, before: { id: string; gbCode: string } | null): Promise<void> {
  await assertKeptByPeople(ctx, [body.typeId]);
  if (!isValidSpan(body))
    throw new AppError('input.invalid', '失效日期不能早于生效日期', [{ path: 'validTo', message: '失效日期不能早于生效日期' }]);
  const taken = await ctx.db
    .selectFrom('standardDict')
    .select('id')
    .where('typeId', '=', body.typeId)
    .where('gbCode', '=', body.gbCode)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (taken && taken.id !== before?.id)
    throw new AppError('entity.duplicate', '该类别已有这个标准编码', [{ path: 'gbCode', message: '该类别已有这个标准编码' }]);
  if (body.parentCode !== null) await assertParent(ctx, { ...body, parentCode: body.parentCode }, before);
}

async function assertParent(
  ctx: Ctx,
  { typeId, gbCode, parentCode }: { typeId: string; gbCode: string; parentCode: string },
  before: { gbCode: string } | null,
): Promise<void> {
  const { rows } = await sql<{ gbCode: string }>`
    with recursive above as (
      select gb_code, parent_code, 1 as depth from standard_dict where type_id = ${typeId} and gb_code = ${parentCode} and deleted_at is null
      union all
      select item.gb_code, item.parent_code, depth + 1 from standard_dict item, above
      where item.type_id = ${typeId} and item.gb_code = above.parent_code and item.deleted_at is null and depth < 50
    )
    select gb_code as "gbCode" from above`.execute(ctx.db);
  const refuse = (message: string) => new AppError('rule.broken', message, [{ path: 'parentCode', message }]);
  if (rows.length === 0) throw refuse(`该类别没有编码为“${parentCode}”的项，请先新增上级`);
  if (rows.some((row) => row.gbCode === gbCode || row.gbCode === before?.gbCode)) throw refuse('上级不能是自身或自己的下级');
}

/** Refuses edits of sets that follow another table. */
async function assertKeptByPeople(ctx: Ctx, typeIds: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('standardType')
    .select(['id', 'keptBy', 'flowStatus', 'gbTypeName'])
    .where('id', 'in', [...new Set(typeIds)])
    .where('deletedAt', 'is', null)
    .forShare()
    .execute();
  if (rows.length < new Set(typeIds).size)
    throw new AppError('rule.broken', '所属类别不存在，请重新选择', [{ path: 'typeId', message: '所属类别不存在' }]);
  const waiting = rows.find((row) => row.flowStatus === '3');
  if (waiting) throw new AppError('flow.closed', `标准类别“${waiting.gbTypeName}”正在审核，不能修改标准项`);
  if (rows.some((row) => row.keptBy === 'areas')) throw new AppError('rule.broken', '行政区划代码随“行政区划”更新，请在那里维护');
}

async function typesOf(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('standardDict')
    .select('typeId')
    .distinct()
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(({ typeId }) => typeId);
}

/** Items with items below them cannot be deleted without them. */
async function assertRemovable(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const typeIds = await typesOf(ctx, ids);
  if (typeIds.length > 0) await assertKeptByPeople(ctx, typeIds);
  await assertItemsFree(ctx.db, ids);
  const { rows } = await sql<{ name: string }>`
    select item.gb_name as name from standard_dict item where item.id = any(${[...ids]}::text[]) and exists (
      select from standard_dict below where below.type_id = item.type_id and below.parent_code = item.gb_code
        and below.deleted_at is null and below.id <> all(${[...ids]}::text[])) limit 1`.execute(ctx.db);
  if (rows[0]) throw new AppError('entity.inUse', `“${rows[0].name}”还有下级，请先删除下级`);
}

export const dicts = implement(standardDict, {
  ...crud,
  ...dictBook,
  async page(ctx, { query }) {
    // the index of this order holds what a word is looked for in: a full page ends early, any other needs no count
    const rows = dictRows(ctx.db, query);
    let list = rows.select(COLUMNS).select([PARENT.as('parentName'), CHILDREN.as('childCount')]);
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, 'typeId,sortNo,gbCode'))
      list = list.orderBy(`standardDict.${field}` as never, direction);
    return pageRows(query, list, rows) as never;
  },
  async get(ctx, { params }) {
    const row = await dictRows(ctx.db, { ids: [params.id] })
      .select(COLUMNS)
      .select([PARENT.as('parentName'), CHILDREN.as('childCount')])
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return row;
  },
  async create(ctx, input) {
    await checkItem(ctx, input.body, null);
    return crud.create(ctx, { body: { ...input.body, pinyin: initialsOf(input.body.gbName) } });
  },
  async update(ctx, input) {
    const { body, params } = input;
    const before = await ctx.db
      .selectFrom('standardDict')
      .select(['id', 'gbCode', 'typeId'])
      .where('id', '=', params.id)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new AppError('entity.notFound');
    if (before.typeId !== body.typeId) throw new AppError('rule.broken', '标准项不能换到另一个类别，请在那里新增');
    await checkItem(ctx, body, before);
    const updated = await crud.update(ctx, { params, body: { ...body, pinyin: initialsOf(body.gbName) } });
    // items below keep standing below it
    if (before.gbCode !== body.gbCode)
      await ctx.db
        .updateTable('standardDict')
        .set({ parentCode: body.gbCode })
        .where('typeId', '=', before.typeId)
        .where('parentCode', '=', before.gbCode)
        .where('deletedAt', 'is', null)
        .execute();
    return updated;
  },
  async remove(ctx, input) {
    await assertRemovable(ctx, [input.params.id]);
    return crud.remove(ctx, input);
  },
  async removeBatch(ctx, input) {
    await assertRemovable(ctx, input.params.ids);
    return crud.removeBatch(ctx, input);
  },
  refresh: async (ctx) => ({ written: await keepAreas(ctx.db) }),
});
