import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { familyData as contract } from '../contract/data.ts';
import { removeMany, updateRecord } from './datas.ts';
import { masksOf } from './masks.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';
import { addRecord } from './record-additions.ts';
import { reachableRecord } from './record-changes.ts';
import { recordPage } from './record-list.ts';
import type { StoredRecord } from './records.ts';
import { columnOf } from './search.ts';
import { shownValues } from './shown.ts';

/** A name is looked up among the models; a table of the platform is none of them. */
const named = (ctx: Ctx, tableName: string, options: { isLocked?: boolean } = {}) => modelInForce(ctx.db, { tableName }, options);

const head = (record: StoredRecord) => ({
  id: record.id,
  status: record.status,
  create_by: record.createBy,
  create_time: record.createTime.toISOString(),
  create_dept: record.createDept,
  update_by: record.updateBy,
  update_time: record.updateTime?.toISOString() ?? null,
  version: record.version,
});
const flat = (model: ModelInForce, masks: Parameters<typeof shownValues>[1], record: StoredRecord) => ({
  ...shownValues(model, masks, record.cells),
  ...head(record),
});

export const family = implement(contract, {
  async page(ctx, { body }) {
    const model = await named(ctx, body.tableName);
    const masks = await masksOf(ctx, model);
    const conditions = (body.conditions ?? []).map(({ column, ...condition }) => ({
      ...condition,
      value: condition.value ?? null,
      leftValue: condition.leftValue ?? null,
      rightValue: condition.rightValue ?? null,
      column: columnOf(model, column),
    }));
    const { pageNum, pageSize } = body;
    const found = await recordPage(ctx, model, masks, { conditions, page: { pageNum, pageSize } });
    const wanted = body.columns && body.columns.length > 0 ? new Set(['id', ...body.columns]) : null;
    const data = found.data.map((record) =>
      Object.fromEntries(Object.entries(flat(model, masks, record)).filter(([name]) => wanted === null || wanted.has(name))),
    );
    return { ...found, data };
  },
  async get(ctx, { params, query }) {
    const model = await named(ctx, query.tableName);
    return flat(model, await masksOf(ctx, model), await reachableRecord(ctx, model, params.id));
  },
  add: async (ctx, { body }) => addRecord(ctx, await named(ctx, body.tableName, { isLocked: true }), body.datas, null),
  async update(ctx, { params, body }) {
    const model = await named(ctx, body.tableName, { isLocked: true });
    const { version } = await reachableRecord(ctx, model, params.id, { isLocked: true });
    return updateRecord(ctx, model, { id: params.id, given: body.datas, version, reason: null });
  },
  remove: async (ctx, { params, body }) => removeMany(ctx, await named(ctx, body.tableName, { isLocked: true }), [params.id]),
});
