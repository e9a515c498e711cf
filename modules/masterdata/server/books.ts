import { sql } from 'kysely';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { ExcelColumn } from '#kit/server/excel/column.ts';
import { excelHandlers } from '#kit/server/excel/handlers.ts';
import { isGoverned } from '#kit/server/flow.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { fieldRef } from '#modules/managed/server/index.ts';
import type { ModelColumn } from '../contract/column.ts';
import { dataExcel as contract } from '../contract/data.ts';
import { numberSize } from '../core/index.ts';
import { changedCells, newCells, newFacts } from './checked.ts';
import { masksOf, type Masks } from './masks.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';
import { choicesOf, RECORD_SCOPE } from './params.ts';
import { recordAdditions } from './record-additions.ts';
import { recordProposals } from './record-approval.ts';
import { carryOut, writerOf } from './record-changes.ts';
import { allRecords } from './record-list.ts';
import { addRecords, recordOf, recordsOf, type StoredRecord } from './records.ts';
import { conditionsOf, whereOf } from './search.ts';
import { shownValues } from './shown.ts';

type Row = Record<string, unknown>;
const Row = z.record(z.string(), z.unknown());

function kindOf(column: ModelColumn): 'text' | 'number' | 'day' | 'time' {
  if (numberSize(column)) return 'number';
  return column.columnType === 'date' ? 'day' : column.columnType === 'datetime' ? 'time' : 'text';
}

/** The columns of a workbook: titles are what people call columns; two of one name are told apart. */
function bookColumns(model: ModelInForce): ExcelColumn[] {
  const titles = model.columns.map((column) => column.columnComment);
  return model.columns.map((column, at) => ({
    field: column.columnName,
    title: titles.indexOf(column.columnComment) === at ? column.columnComment : `${column.columnComment}（${column.columnName}）`,
    kind: kindOf(column),
    required: column.isRequired === '1' && column.defaultValue === null,
    ...(column.isBindDict === '1' && column.htmlType !== 'checkbox' && { dict: column.id }),
  }));
}

/** A record that a file means, by the value of the column that tells records apart. */
async function meant(ctx: Ctx, model: ModelInForce, key: ModelColumn, value: unknown): Promise<StoredRecord> {
  const row = (await recordsOf(ctx.db, model)
    .where(sql<boolean>`lower(${fieldRef(model.table, key.id)}) = lower(${String(value as string).trim()})`)
    .where(scope(ctx, RECORD_SCOPE))
    .forUpdate()
    .executeTakeFirst()) as Row | undefined;
  if (!row) throw new AppError('entity.notFound', `没有“${key.columnComment}”为“${String(value as string)}”的记录`);
  return recordOf(model, row);
}

async function changeByFile(ctx: Ctx, model: ModelInForce, masks: Masks, key: ModelColumn, given: Row): Promise<void> {
  if (await isGoverned(ctx, recordProposals.type)) throw new AppError('rule.broken', '主数据变更需要审批，不能用文件更新，请逐条修改');
  const record = await meant(ctx, model, key, given[key.columnName]);
  const { [key.columnName]: _, ...rest } = given;
  const cells = await changedCells(ctx, model, record, rest, masks);
  if (Object.keys(cells).length === 0) return;
  await recordProposals.assertFree(ctx.db, [record.id], 'edit');
  await carryOut(ctx, record.id, { modelId: model.id, action: 'change', cells, version: record.version, reason: null }, 'import');
}

/** Which values of a key column are there within the reach of the caller. */
async function existing(db: Db, model: ModelInForce, key: ModelColumn, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = (await recordsOf(db, model)
    .where(sql<boolean>`lower(${fieldRef(model.table, key.id)}) = any(${[...keys]}::text[])`)
    .execute()) as Row[];
  return new Set(rows.map((row) => (recordOf(model, row).cells[key.id] ?? '').toLowerCase()));
}

/** The workbooks of a model. Files update records only where a column tells them apart: 不可重复, and seen in the clear. */
async function bookOf(ctx: Ctx, modelId: string) {
  const model = await modelInForce(ctx.db, { id: modelId });
  const masks = await masksOf(ctx, model);
  const key = model.columns.find((column) => column.isUnique === '1' && !masks.has(column.id) && kindOf(column) === 'text');
  return excelHandlers({
    label: model.modelName,
    columns: bookColumns(model),
    readDict: async (db, code) => {
      const column = model.columns.find((one) => one.id === code);
      return column ? (await choicesOf(db, column)).map(({ value, label }) => ({ itemText: value, itemValue: label })) : [];
    },
    async *rows(reading, query: { ids?: readonly string[] | null; status?: '0' | '1'; keyword?: string; where?: string }) {
      const conditions = conditionsOf(model, whereOf(query.where));
      for await (const record of allRecords(reading, model, masks, { ...query, conditions })) yield shownValues(model, masks, record.cells);
    },
    input: Row,
    begin: async (own) => {
      const inForce = await modelInForce(own.db, { id: modelId }, { isLocked: true });
      const facts = await newFacts(own.db, inForce);
      const waits = inForce.isAddApproved && (await isGoverned(own, recordAdditions.type));
      const createMany = async (at: Ctx, rows: readonly Row[]) => {
        if (waits) throw new AppError('rule.broken', '新增主数据需要审批，不能用文件新增，请逐条新增');
        const added = [];
        for (const row of rows) {
          const id = at.app.ids.next();
          added.push({ id, cells: await newCells(at, inForce, id, row, facts) });
        }
        await addRecords(writerOf(at), inForce, { origin: 'import' }, added);
      };
      return {
        create: (at, row: Row) => createMany(at, [row]),
        createMany,
        ...(key && { update: (at: Ctx, row: Row) => changeByFile(at, inForce, masks, key, row) }),
      };
    },
    ...(key && {
      changes: { key: key.columnName, input: Row, existing: (db: Db, keys: readonly string[]) => existing(db, model, key, keys) },
    }),
  });
}

export const books = implement(contract, {
  exportRows: async (ctx, input) => (await bookOf(ctx, input.params.modelId)).exportRows(ctx, input),
  importTemplate: async (ctx, { params }) => (await bookOf(ctx, params.modelId)).importTemplate(ctx),
  importRows: async (ctx, input) => (await bookOf(ctx, input.params.modelId)).importRows(ctx, input),
  importErrors: async (ctx, input) => (await bookOf(ctx, input.params.modelId)).importErrors(ctx, input),
});
