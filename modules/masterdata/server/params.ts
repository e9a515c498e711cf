import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { selectFrom } from '#modules/managed/server/index.ts';
import { itemsOf } from '#modules/standards/server/index.ts';
import type { ModelColumn } from '../contract/column.ts';
import type { FormParam, ModelOption, TableParam } from '../contract/model.ts';
import { numberRules } from './code-rules.ts';
import { masksOf, sensitiveColumns } from './masks.ts';
import { modelInForce } from './model-in-force.ts';
import { modelTable } from './tables.ts';

type Choice = { id: string; value: string; label: string };

/** The items that a column may hold: those of its code set that are in force. */
export async function choicesOf(db: Db, column: Pick<ModelColumn, 'isBindDict' | 'bindDictTypeId' | 'bindDictColumn'>): Promise<Choice[]> {
  if (column.isBindDict !== '1' || column.bindDictTypeId === null) return [];
  const items = await itemsOf(db, column.bindDictTypeId);
  const byName = column.bindDictColumn === 'gb_name';
  return items
    .filter((item) => item.state === 'inForce')
    .map((item) => ({ id: item.id, value: byName ? item.gbName : item.gbCode, label: item.gbName }));
}

const withChoices = async (db: Db, column: ModelColumn) => (column.isBindDict === '1' ? { dictList: await choicesOf(db, column) } : {});

/** What the list of records of a model needs. */
export async function tableParam(ctx: Ctx, id: string): Promise<TableParam> {
  const model = await modelInForce(ctx.db, { id });
  const masks = await masksOf(ctx, model);
  const columnList = [];
  const queryList = [];
  for (const column of model.columns) {
    const { columnName, columnComment: label, columnType, columnScale, htmlType, queryType, refModelId } = column;
    const choices = await withChoices(ctx.db, column);
    const isMasked = masks.has(column.id);
    if (column.isList === '1') columnList.push({ prop: columnName, label, columnType, htmlType, refModelId, isMasked, ...choices });
    // what is masked is not asked for: the answer would tell it
    if (column.isQuery === '1' && !isMasked)
      queryList.push({ column: columnName, columnName: label, columnType, columnScale, queryType, htmlType, refModelId, ...choices });
  }
  return { modelId: model.id, modelName: model.modelName, tableName: model.tableName, columnList, queryList };
}

/** What the form and the page of a record need. */
export async function formParam(ctx: Ctx, id: string): Promise<FormParam> {
  const model = await modelInForce(ctx.db, { id });
  const [masks, sensitive] = [await masksOf(ctx, model), await sensitiveColumns(ctx.db, model)];
  const coded = new Set((await numberRules(ctx.db, id)).map((rule) => rule.columnId));
  const columnList = [];
  for (const column of model.columns)
    columnList.push({
      ...column,
      ...(await withChoices(ctx.db, column)),
      isMasked: masks.has(column.id),
      isSensitive: sensitive.has(column.id),
      isCoded: coded.has(column.id),
    });
  return { modelId: model.id, modelName: model.modelName, tableName: model.tableName, columnList };
}

/** Records of a model that an account may see. */
export const RECORD_SCOPE = { dept: 'r.create_dept', owner: 'r.create_by' };
const LIST = 'masterdata:data:list';

/** Models for choices and beside the list of records, with how many records the caller may see. */
export async function modelOptions(ctx: Ctx): Promise<ModelOption[]> {
  const rows = await ctx.db
    .selectFrom('masterdataModel')
    .select(['id', 'modelName', 'modelLogicTable', 'modelPhysicalTable', 'isSync', 'flowStatus', 'versionNo'])
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .orderBy('modelName')
    .orderBy('id')
    .limit(500)
    .execute();
  const isReader = holds(ctx.user, LIST);
  const options: ModelOption[] = [];
  for (const { versionNo, ...row } of rows) {
    const table = versionNo !== null && isReader ? await modelTable(ctx.db, row.id) : null;
    const counted = table
      ? ((await selectFrom(ctx.db, table, [])
          .clearSelect()
          .select(sql<number>`count(*)::int`.as('n'))
          .where(scope(ctx, RECORD_SCOPE, [LIST]))
          .executeTakeFirst()) as { n: number } | undefined)
      : undefined;
    options.push({
      ...row,
      isSync: row.isSync as '0' | '1',
      flowStatus: row.flowStatus as FlowStatus,
      recordCount: counted?.n ?? null,
    });
  }
  return options;
}
