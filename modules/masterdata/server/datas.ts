import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { contains } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { fieldRef } from '#modules/managed/server/index.ts';
import { data as contract } from '../contract/data.ts';
import { changedCells } from './checked.ts';
import { historyPage, provenanceOf, xrefsOf } from './history.ts';
import { masksOf } from './masks.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';
import { RECORD_SCOPE } from './params.ts';
import { recordProposals, type RecordChange } from './record-approval.ts';
import { carryOut, reachableRecord, recordTitle, titleColumn, writerOf } from './record-changes.ts';
import { addAgain, addRecord, additionPage } from './record-additions.ts';
import { recordPage } from './record-list.ts';
import { recordOf, recordsOf, removeRecords } from './records.ts';
import { conditionsOf, whereOf } from './search.ts';
import { namesOf, shownRecords } from './shown.ts';

type Given = Readonly<Record<string, unknown>>;
const SEEN = ['masterdata:data:detail', 'masterdata:data:edit'];

/** Changes a record at once, or submits the change where a process approves it. */
async function wanted(ctx: Ctx, id: string, change: RecordChange) {
  const { done, flow } = await recordProposals.run(ctx, { targetId: id, input: change }, () => carryOut(ctx, id, change, 'manual'));
  return { version: done ?? change.version, flow };
}

/** Changes what was given of a record by the names of columns; the rest stays. */
export async function updateRecord(
  ctx: Ctx,
  model: ModelInForce,
  { id, given, version, reason }: { id: string; given: Given; version: number; reason: string | null },
) {
  const record = await reachableRecord(ctx, model, id, { isLocked: true });
  const cells = await changedCells(ctx, model, record, given, await masksOf(ctx, model));
  if (record.version === version && Object.keys(cells).length === 0) return { version, flow: null };
  return wanted(ctx, id, { modelId: model.id, action: 'change', cells, version, reason });
}

async function setStatus(
  ctx: Ctx,
  params: { modelId: string; id: string },
  body: { version: number; reason: string | null },
  to: '0' | '1',
) {
  const model = await modelInForce(ctx.db, { id: params.modelId }, { isLocked: true });
  const record = await reachableRecord(ctx, model, params.id, { isLocked: true });
  if (record.status === to) throw new AppError('rule.broken', to === '1' ? '该记录已启用' : '该记录已禁用');
  return wanted(ctx, params.id, { modelId: model.id, action: to === '1' ? 'restore' : 'retire', cells: {}, ...body });
}

/** Removes records within reach; those that others refer to, or that wait for an approval, stay. */
export async function removeMany(ctx: Ctx, model: ModelInForce, ids: readonly string[]): Promise<null> {
  const records = [];
  for (const id of [...new Set(ids)].sort()) records.push(await reachableRecord(ctx, model, id, { isLocked: true }));
  await recordProposals.assertFree(ctx.db, ids, 'delete');
  await assertNotReferred(ctx, model, ids);
  await removeRecords(writerOf(ctx), model, { origin: 'manual' }, records);
  for (const record of records)
    ctx.audit.change({
      entity: `主数据·${model.modelName}`,
      id: record.id,
      name: await recordTitle(ctx.db, model, record),
      before: { status: record.status },
      after: null,
    });
  return null;
}

async function assertNotReferred(ctx: Ctx, model: ModelInForce, ids: readonly string[]): Promise<void> {
  const referring = await ctx.db
    .selectFrom('masterdataModelColumn')
    .innerJoin('masterdataModel', 'masterdataModel.id', 'masterdataModelColumn.modelId')
    .select('masterdataModel.id')
    .distinct()
    .where('masterdataModelColumn.refModelId', '=', model.id)
    .where('masterdataModel.deletedAt', 'is', null)
    .execute();
  for (const { id } of referring) {
    const other = await modelInForce(ctx.db, { id }, { isDisabledToo: true }).catch(() => null);
    for (const column of other?.columns ?? []) {
      if (column.refModelId !== model.id || !other) continue;
      const found = await recordsOf(ctx.db, other)
        .where(sql<boolean>`${fieldRef(other.table, column.id)} = any(${[...ids]}::text[])`)
        .where(sql<boolean>`${fieldRef(other.table, '$id')} <> all(${[...ids]}::text[])`)
        .limit(1)
        .executeTakeFirst();
      if (found) throw new AppError('entity.inUse', `“${other.modelName}”的“${column.columnComment}”引用了它，不能删除，可以禁用`);
    }
  }
}

type PageQuery = z.output<(typeof contract)['page']['query']>;
async function page(ctx: Ctx, modelId: string, query: PageQuery) {
  const model = await modelInForce(ctx.db, { id: modelId });
  const masks = await masksOf(ctx, model);
  const conditions = conditionsOf(model, { ...query, ...whereOf(query.where) });
  const found = await recordPage(ctx, model, masks, { conditions, status: query.status, keyword: query.keyword, page: query });
  return { ...found, data: await shownRecords(ctx, model, masks, found.data) };
}

async function detail(ctx: Ctx, modelId: string, id: string) {
  const model = await modelInForce(ctx.db, { id: modelId });
  const masks = await masksOf(ctx, model);
  const record = await reachableRecord(ctx, model, id);
  const [row] = await shownRecords(ctx, model, masks, [record]);
  const users = await namesOf(ctx.db, 'user', [record.updateBy]);
  const { n } = await ctx.db
    .selectFrom('masterdataXref')
    .select((e) => e.fn.countAll<string>().as('n'))
    .where('recordId', '=', id)
    .where('modelId', '=', modelId)
    .executeTakeFirstOrThrow();
  return {
    ...row!,
    modelId,
    modelName: model.modelName,
    updateName: users.get(record.updateBy ?? '') ?? null,
    masked: model.columns.filter((column) => masks.has(column.id)).map((column) => column.columnName),
    xrefCount: Number(n),
  };
}

/** Records to choose from, by what people know them by. */
async function options(ctx: Ctx, modelId: string, query: { keyword?: string | undefined; ids?: string | undefined }) {
  const model = await modelInForce(ctx.db, { id: modelId });
  const masks = await masksOf(ctx, model);
  const column = titleColumn(model);
  if (!column) return [];
  let rows = recordsOf(ctx.db, model)
    .where(scope(ctx, RECORD_SCOPE))
    .orderBy(fieldRef(model.table, column.id))
    .orderBy(fieldRef(model.table, '$id'))
    .limit(50);
  if (query.ids) rows = rows.where(sql<boolean>`${fieldRef(model.table, '$id')} = any(${query.ids.split(',').slice(0, 100)}::text[])`);
  else rows = rows.where(sql<boolean>`${fieldRef(model.table, '$status')} = '1'`);
  if (query.keyword && !masks.has(column.id))
    rows = rows.where(sql<boolean>`${fieldRef(model.table, column.id)} ilike ${contains(query.keyword)}`);
  return ((await rows.execute()) as Record<string, unknown>[]).map((row) => {
    const { id, cells } = recordOf(model, row);
    const value = cells[column.id] ?? null;
    return { value: id, label: String((masks.get(column.id)?.(value) as string | null | undefined) ?? value ?? id) };
  });
}

async function history(ctx: Ctx, params: { modelId: string; id: string }, query: z.output<(typeof contract)['history']['query']>) {
  const model = await modelInForce(ctx.db, { id: params.modelId });
  await reachableRecord(ctx, model, params.id, { permissions: SEEN });
  return historyPage(ctx, model, await masksOf(ctx, model), { recordId: params.id, columnName: query.columnName, query });
}

async function xrefs(ctx: Ctx, params: { modelId: string; id: string }) {
  const model = await modelInForce(ctx.db, { id: params.modelId });
  await reachableRecord(ctx, model, params.id, { permissions: SEEN });
  const attributes = await provenanceOf(ctx, model, params.id);
  return { attributes, xrefs: await xrefsOf(ctx, model, await masksOf(ctx, model), params.id) };
}

export const datas = implement(contract, {
  page: (ctx, { params, query }) => page(ctx, params.modelId, query),
  get: (ctx, { params }) => detail(ctx, params.modelId, params.id),
  create: async (ctx, { params, body }) =>
    addRecord(ctx, await modelInForce(ctx.db, { id: params.modelId }, { isLocked: true }), body.values, body.reason),
  additions: async (ctx, { params, query }) => additionPage(ctx, await modelInForce(ctx.db, { id: params.modelId }), query),
  addAgain: async (ctx, { params, body }) =>
    addAgain(ctx, await modelInForce(ctx.db, { id: params.modelId }, { isLocked: true }), {
      id: params.id,
      given: body.values,
      reason: body.reason,
    }),
  update: async (ctx, { params, body }) =>
    updateRecord(ctx, await modelInForce(ctx.db, { id: params.modelId }, { isLocked: true }), {
      id: params.id,
      given: body.values,
      version: body.version,
      reason: body.reason,
    }),
  retire: (ctx, { params, body }) => setStatus(ctx, params, body, '0'),
  restore: (ctx, { params, body }) => setStatus(ctx, params, body, '1'),
  remove: async (ctx, { params }) => removeMany(ctx, await modelInForce(ctx.db, { id: params.modelId }, { isLocked: true }), params.ids),
  history: (ctx, { params, query }) => history(ctx, params, query),
  xrefs: (ctx, { params }) => xrefs(ctx, params),
  options: (ctx, { params, query }) => options(ctx, params.modelId, query),
});
