import { AppError } from '#kit/contract/errors.ts';
import { crudHandlers, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowDeskOf, isGoverned } from '#kit/server/flow.ts';
import { implement } from '#kit/server/module.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { ElementInput, ElementRow, ElementSearch, standardElement, type ElementAttributes } from '../contract/element.ts';
import { elementBook } from './element-book.ts';
import { ELEMENT, elementRows, withChanges } from './element-rows.ts';
import { readable } from './publish-comparison.ts';
import { elementType, labelsOf, publish, retire } from './publish.ts';

const crud = crudHandlers(
  'standardElement',
  { row: ElementRow, input: ElementInput, search: ElementSearch },
  { label: '数据元', nameField: 'elementName', unique: { elementCode: '标识符已存在' } },
);
const SORTABLE = ['elementCode', 'elementName', 'versionNo', 'createTime', 'updateTime'];

type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
const selected = (ctx: Ctx, id: string) => elementRows(ctx.db, { id }).select(ELEMENT);
const shown = (row: Row) => ({
  ...withChanges(row),
  flowStatus: row.flowStatus as FlowStatus,
  pending: row.pending as 'publish' | 'retire' | null,
});

async function elementOf(ctx: Ctx, id: string) {
  const row = await selected(ctx, id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return shown(row);
}

const REFERENCES = [
  ['gbTypeId', 'standardType', '值域'],
  ['unitId', 'standardUnit', '计量单位'],
  ['docId', 'standardDoc', '来源标准'],
  ['classId', 'metadataClass', '数据分类'],
  ['ownerId', 'sysUser', '负责人'],
] as const;

/** Only what is enabled can be referred to. */
async function checkReferences(ctx: Ctx, body: ElementAttributes): Promise<void> {
  for (const [field, table, label] of REFERENCES) {
    const id = body[field];
    if (id === null) continue;
    const found = await ctx.db
      .selectFrom(table as 'standardType')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', '1')
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!found)
      throw new AppError('rule.broken', `${label}不存在或已禁用，请重新选择`, [{ path: field, message: `${label}不存在或已禁用` }]);
  }
}

/** What waits for approvers stays as it was submitted. */
function assertOpen({ flowStatus, elementName }: { flowStatus: string; elementName: string }): void {
  if (flowStatus === '3') throw new AppError('flow.closed', `数据元“${elementName}”正在审核，不能修改`);
}

async function assertNeverPublished(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of [...ids].sort()) {
    const row = await lockedElement(ctx, id);
    if (row.versionNo !== null) throw new AppError('entity.inUse', `数据元“${row.elementName}”已发布过，不能删除，可以废止`);
  }
}

export const elements = implement(standardElement, {
  ...crud,
  ...elementBook,
  async page(ctx, { query }) {
    const rows = elementRows(ctx.db, query);
    let list = rows.select(ELEMENT);
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
      list = list.orderBy(`standardElement.${field}` as never, direction);
    const page = await pageRows(query, list, rows);
    return { ...page, data: page.data.map(shown) };
  },
  get: (ctx, { params }) => elementOf(ctx, params.id),
  async create(ctx, input) {
    await checkReferences(ctx, input.body);
    return crud.create(ctx, input);
  },
  async update(ctx, input) {
    // locked before it is looked at: what was submitted meanwhile is what its approvers see
    const before = await lockedElement(ctx, input.params.id);
    if (before.versionNo !== null && before.elementCode !== input.body.elementCode)
      throw new AppError('rule.broken', '已发布数据元的标识符不能修改', [{ path: 'elementCode', message: '已发布数据元的标识符不能修改' }]);
    await checkReferences(ctx, input.body);
    // a draft over what was decided begins anew
    const opens = before.flowStatus === '4' || before.flowStatus === '5' ? { flowStatus: '1' } : {};
    return crud.update(ctx, { ...input, body: { ...input.body, ...opens } });
  },
  async remove(ctx, input) {
    await assertNeverPublished(ctx, [input.params.id]);
    return crud.remove(ctx, input);
  },
  async removeBatch(ctx, input) {
    await assertNeverPublished(ctx, input.params.ids);
    return crud.removeBatch(ctx, input);
  },
  async versions(ctx, { params }) {
    await elementOf(ctx, params.id);
    const rows = await ctx.db
      .selectFrom('standardElementVersion as v')
      .leftJoin('sysUser', 'sysUser.id', 'v.publishBy')
      .select(['v.id', 'v.versionNo', 'v.attributes', 'v.changed', 'v.publishTime', 'v.endTime', 'sysUser.nickname as publishName'])
      .where('v.elementId', '=', params.id)
      .orderBy('v.versionNo', 'desc')
      .limit(200)
      .execute();
    const versions = [];
    for (const row of rows) {
      const attributes = row.attributes as Record<string, unknown>;
      versions.push({ ...row, attributes, texts: await readable(ctx.db, attributes) });
    }
    return versions;
  },
  async submit(ctx, { params }) {
    const row = await lockedElement(ctx, params.id);
    if (row.state === 'inForce' && row.changed.length === 0) throw new AppError('rule.broken', '草稿与生效版本相同，没有可发布的修改');
    if (await isGoverned(ctx, elementType)) await ask(ctx, row.id, { pending: 'publish', retireReason: null });
    else {
      const versionNo = await publish(ctx, row.id, ctx.user.id);
      await ctx.db.updateTable('standardElement').set({ flowStatus: '4' }).where('id', '=', row.id).execute();
      ctx.audit.note(`“${row.elementName}”发布第${versionNo}版${row.changed.length > 0 ? `，修改${labelsOf(row.changed)}` : ''}`);
    }
    return elementOf(ctx, row.id);
  },
  async retire(ctx, { params, body }) {
    const row = await lockedElement(ctx, params.id);
    if (row.state !== 'inForce') throw new AppError('rule.broken', '只有生效的数据元可以废止');
    if (await isGoverned(ctx, elementType)) await ask(ctx, row.id, { pending: 'retire', retireReason: body.reason });
    else {
      await retire(ctx, row.id, ctx.user.id);
      const { state, id, elementName } = row;
      ctx.audit.change({ entity: '数据元', id, name: elementName, before: { state }, after: { state: 'retired', reason: body.reason } });
    }
    return elementOf(ctx, row.id);
  },
});

/** The element, locked; what waits for approvers is refused. */
async function lockedElement(ctx: Ctx, id: string) {
  await ctx.db.selectFrom('standardElement').select('id').where('id', '=', id).forUpdate().execute();
  const row = await elementOf(ctx, id);
  assertOpen(row);
  return row;
}

/** Submits what is wanted of an element to its process; what was decided before does not keep it from being submitted. */
async function ask(ctx: Ctx, id: string, wanted: { pending: 'publish' | 'retire'; retireReason: string | null }): Promise<void> {
  await ctx.db.updateTable('standardElement').set(wanted).where('id', '=', id).execute();
  await ctx.db.updateTable('standardElement').set({ flowStatus: '1' }).where('id', '=', id).where('flowStatus', 'in', ['4', '5']).execute();
  await flowDeskOf(ctx.app)!.submit(ctx, { businessType: elementType.code, id });
}
