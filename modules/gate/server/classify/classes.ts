import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { todosChanged } from '#kit/server/todos.ts';
import type * as z from 'zod';
import { classify, type ClassInput } from '../../contract/classify.ts';
import { decide, hitsPage } from './hits.ts';
import { cancelRecognition, recognitionStatus, startRecognition } from './recognition.ts';
import { setClassification } from './set.ts';

const LABEL = '数据分类';
type Body = z.output<typeof ClassInput>;

const rows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataClass')
    .leftJoin('metadataMaskRule', 'metadataMaskRule.id', 'metadataClass.maskRuleId')
    .where('metadataClass.deletedAt', 'is', null);
const COLUMNS = [
  'metadataClass.id',
  'metadataClass.version',
  'metadataClass.createBy',
  'metadataClass.createTime',
  'metadataClass.updateBy',
  'metadataClass.updateTime',
  'metadataClass.parentId',
  'metadataClass.path',
  'metadataClass.className',
  'metadataClass.classCode',
  'metadataClass.level',
  'metadataClass.maskRuleId',
  'metadataMaskRule.ruleName as maskRuleName',
  'metadataClass.recogniser',
  'metadataClass.namePatterns',
  'metadataClass.valuePattern',
  'metadataClass.threshold',
  'metadataClass.isLinkable',
  'metadataClass.isBuiltin',
  'metadataClass.sort',
  'metadataClass.status',
  'metadataClass.remark',
] as const;
const columnCount = sql<number>`(select count(*)::int from metadata_column c where c.class_id = metadata_class.id and c.deleted_at is null)`;
const selected = (ctx: Ctx) => rows(ctx).select(COLUMNS).select(columnCount.as('columns'));
type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
const asReply = (row: Row) => ({
  ...row,
  level: row.level as Body['level'],
  recogniser: row.recogniser as Body['recogniser'],
  namePatterns: row.namePatterns as string[],
});

async function found(ctx: Ctx, id: string): Promise<Row> {
  const row = await selected(ctx).where('metadataClass.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** Checks what the body names; answers the path of the class above. */
async function assertValid(ctx: Ctx, body: Body, id: string | null): Promise<string> {
  let same = ctx.db.selectFrom('metadataClass').select('id').where('classCode', '=', body.classCode).where('deletedAt', 'is', null);
  if (id !== null) same = same.where('id', '!=', id);
  if (await same.executeTakeFirst())
    throw new AppError('entity.duplicate', '分类编码已存在', [{ path: 'classCode', message: '分类编码已存在' }]);
  if (body.maskRuleId !== null) {
    const rule = await ctx.db
      .selectFrom('metadataMaskRule')
      .select('id')
      .where('id', '=', body.maskRuleId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!rule) throw new AppError('entity.notFound', '脱敏规则不存在或已删除');
  }
  if (body.parentId === null) return '/';
  const parent = await ctx.db
    .selectFrom('metadataClass')
    .select('path')
    .where('id', '=', body.parentId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!parent) throw new AppError('entity.notFound', '上级分类不存在或已删除');
  if (id !== null && parent.path.includes(`/${id}/`)) throw new AppError('rule.broken', '上级分类不能是自己或自己的下级');
  return parent.path;
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const list = await selected(ctx).where('metadataClass.id', 'in', ids).execute();
  if (list.length !== ids.length) throw new AppError('entity.notFound', '部分分类不存在或已删除，请刷新后重试');
  for (const row of list) {
    if (row.isBuiltin === '1') throw new AppError('entity.inUse', `内置分类“${row.className}”不能删除，可以禁用`);
    if (row.columns > 0) throw new AppError('entity.inUse', `分类“${row.className}”下有${row.columns}个字段，请先调整这些字段的分类`);
    const child = await rows(ctx)
      .select('metadataClass.className')
      .where('metadataClass.parentId', '=', row.id)
      .where('metadataClass.id', 'not in', ids)
      .executeTakeFirst();
    if (child) throw new AppError('entity.inUse', `分类“${row.className}”有下级分类“${child.className}”，请先删除下级`);
  }
  await ctx.db
    .updateTable('metadataClass')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const row of list) ctx.audit.change({ entity: LABEL, id: row.id, name: row.className, before: { ...row }, after: null });
  return null;
}

export const classes = implement(classify, {
  async page(ctx, { query }) {
    let all = rows(ctx);
    if (query.className) all = all.where(containsText('metadataClass.className', query.className));
    if (query.level) all = all.where('metadataClass.level', '=', query.level);
    if (query.status) all = all.where('metadataClass.status', '=', query.status);
    let list = all.select(COLUMNS).select(columnCount.as('columns'));
    for (const [field, direction] of sortOrders(query.sort, ['sort', 'className', 'level', 'createTime'], 'sort'))
      list = list.orderBy(`metadataClass.${field}` as 'metadataClass.id', direction);
    const page = await pageRows<Row>(query, list, all);
    return { ...page, data: page.data.map(asReply) };
  },
  get: async (ctx, { params }) => asReply(await found(ctx, params.id)),
  async create(ctx, { body }) {
    const above = await assertValid(ctx, body, null);
    const id = ctx.app.ids.next();
    const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
    await ctx.db
      .insertInto('metadataClass')
      .values({
        ...body,
        namePatterns: JSON.stringify(body.namePatterns),
        threshold: String(body.threshold),
        id,
        path: `${above}${id}/`,
        ...stamp,
      })
      .execute();
    ctx.audit.change({ entity: LABEL, id, name: body.className, before: null, after: body });
    return { id };
  },
  async update(ctx, { params, body }) {
    await ctx.db.selectFrom('metadataClass').select('id').where('id', '=', params.id).forUpdate().execute();
    const before = await found(ctx, params.id);
    assertVersion(before, body);
    const above = await assertValid(ctx, body, params.id);
    const { version, ...values } = body;
    const path = `${above}${params.id}/`;
    await ctx.db
      .updateTable('metadataClass')
      .set({
        ...values,
        namePatterns: JSON.stringify(values.namePatterns),
        threshold: String(values.threshold),
        path,
        version: version + 1,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .where('id', '=', params.id)
      .execute();
    if (path !== before.path)
      await ctx.db
        .updateTable('metadataClass')
        .set({ path: sql<string>`${path} || substr(path, ${before.path.length + 1}::int)` })
        .where('path', 'like', `${before.path.replace(/[\\%_]/g, '\\$&')}%`)
        .where('id', '!=', params.id)
        .execute();
    const kept = Object.fromEntries(Object.keys(values).map((key) => [key, before[key as keyof Row]]));
    ctx.audit.change({ entity: LABEL, id: params.id, name: body.className, before: kept, after: values });
    return { version: version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  async list(ctx) {
    const list = await ctx.db
      .selectFrom('metadataClass')
      .select(['id', 'parentId', 'className', 'level', 'status'])
      .where('deletedAt', 'is', null)
      .orderBy('sort')
      .orderBy('id')
      .limit(5000)
      .execute();
    return list.map((row) => ({ ...row, level: row.level as Body['level'] }));
  },
  hits: (ctx, { query }) => hitsPage(ctx, query),
  async decide(ctx, { body }) {
    await todosChanged(ctx.app, ctx.db, [ctx.user.id]);
    return decide(ctx, body);
  },
  recognise: (ctx, { params, body }) => startRecognition(ctx, params.sourceId, body.tableIds),
  recognition: (ctx, { params }) => recognitionStatus(ctx, params.sourceId),
  cancel: (ctx, { params }) => cancelRecognition(ctx, params.sourceId),
  setColumns: async (ctx, { body }) => ({ changed: await setClassification(ctx, body.columnIds, { ...body, reason: body.levelReason }) }),
});
