import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { RESERVED_NAMES, type ColumnInput, type ModelColumn } from '../contract/column.ts';
import { modelFaults, repeatedNames } from '../core/index.ts';
import { draftColumns, versionColumns, type StoredModel } from './model-rows.ts';

/** What columns refer to, with the sentence for what is not there. */
const REFERENCES = [
  ['bindDictTypeId', 'standardType', '绑定的标准类别'],
  ['elementId', 'standardElement', '对应的数据元'],
  ['refModelId', 'masterdataModel', '引用的主数据模型'],
] as const;

const problem = (message: string, columnName: string): AppError =>
  new AppError('input.invalid', message, [{ path: columnName === '' ? 'modelColumns' : `modelColumns.${columnName}`, message }]);

async function assertReferences(ctx: Ctx, columns: readonly ModelColumn[]): Promise<void> {
  for (const [field, table, label] of REFERENCES) {
    const ids = [...new Set(columns.flatMap((column) => column[field] ?? []))];
    if (ids.length === 0) continue;
    const rows = await ctx.db
      .selectFrom(table as 'standardType')
      .select('id')
      .where('id', 'in', ids)
      .where('deletedAt', 'is', null)
      .execute();
    const found = new Set(rows.map((row) => row.id));
    const lost = columns.find((column) => column[field] !== null && !found.has(column[field]));
    if (lost) throw problem(`“${lost.columnComment}”${label}不存在或已删除，请重新选择`, lost.columnName);
  }
}

/** Ids for columns as they were given: those of the draft by id or name, those that an earlier version had by name, else new ones. */
async function identified(ctx: Ctx, model: Pick<StoredModel, 'id' | 'versionNo'>, given: readonly ColumnInput[]): Promise<ModelColumn[]> {
  const draft = await draftColumns(ctx.db, model.id);
  const inForce = model.versionNo === null ? [] : ((await versionColumns(ctx.db, model.id, model.versionNo)) ?? []);
  const known = new Set([...draft, ...inForce].map((column) => column.id));
  const used = new Set(given.flatMap((column) => (column.id !== null && known.has(column.id) ? column.id : [])));
  const byName = new Map([...inForce, ...draft].map((column) => [column.columnName, column.id]));
  return given.map(({ id, isSystem: _, ...column }, at) => {
    const named = byName.get(column.columnName);
    const own = id !== null && known.has(id) ? id : named !== undefined && !used.has(named) ? named : ctx.app.ids.next();
    return { ...column, id: own, sort: at + 1 };
  });
}

/** Replaces the columns of a draft. Throws input.invalid for names that repeat and for what is not there. Answers the new ones. */
export async function storeColumns(
  ctx: Ctx,
  model: Pick<StoredModel, 'id' | 'versionNo'>,
  given: readonly ColumnInput[],
): Promise<ModelColumn[]> {
  const own = given.filter((column) => !RESERVED_NAMES.has(column.columnName));
  const repeated = repeatedNames(own)[0];
  if (repeated !== undefined) throw problem(`列名称 ${repeated} 重复`, repeated);
  const columns = await identified(ctx, model, own);
  if (new Set(columns.map((column) => column.id)).size < columns.length) throw problem('同一列出现了两次，请刷新后重试', '');
  await assertReferences(ctx, columns);
  await ctx.db.deleteFrom('masterdataModelColumn').where('modelId', '=', model.id).execute();
  if (columns.length > 0)
    await ctx.db
      .insertInto('masterdataModelColumn')
      .values(columns.map((column) => ({ ...column, modelId: model.id })))
      .execute();
  return columns;
}

/** Throws input.invalid with every fault of a draft that is to be submitted. */
export async function assertComplete(ctx: Ctx, columns: readonly ModelColumn[]): Promise<void> {
  const faults = modelFaults(columns);
  if (faults.length > 0)
    throw new AppError(
      'input.invalid',
      faults[0]!.message,
      faults.map(({ columnName, message }) => ({ path: columnName === '' ? 'modelColumns' : `modelColumns.${columnName}`, message })),
    );
  await assertReferences(ctx, columns);
}
