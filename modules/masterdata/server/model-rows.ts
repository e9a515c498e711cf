import { sql, type Selectable } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { contains } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { scope } from '#kit/server/scope.ts';
import type { ModelSearch } from '../contract/model.ts';
import { ModelColumn, SYSTEM_COLUMNS, type ModelColumnRow } from '../contract/column.ts';

export type StoredModel = Selectable<Tables['masterdataModel']>;

const SCOPE = { dept: 'masterdataModel.createDept', owner: 'masterdataModel.createBy' };

/** Models that the caller may manage with the permission of the call, or with the given ones. */
export const manageable = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('masterdataModel')
    .where('masterdataModel.deletedAt', 'is', null)
    .where(scope(ctx, SCOPE, permissions));

/** Those of them that a search asks for. */
export function searched(ctx: Ctx, query: z.output<typeof ModelSearch>) {
  let rows = manageable(ctx);
  if (query.modelName) rows = rows.where('modelName', 'ilike', contains(query.modelName));
  if (query.modelLogicTable) rows = rows.where('modelLogicTable', 'ilike', contains(query.modelLogicTable));
  if (query.flowStatus) rows = rows.where('flowStatus', '=', query.flowStatus);
  if (query.isSync) rows = rows.where('isSync', '=', query.isSync);
  return rows;
}

/** A model that the caller may manage; locked until the transaction ends when it is to be changed. Throws entity.notFound. */
export async function loadModel(ctx: Ctx, id: string, options: { isLocked?: boolean } = {}): Promise<StoredModel> {
  let query = manageable(ctx).selectAll('masterdataModel').where('masterdataModel.id', '=', id);
  if (options.isLocked) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '主数据模型不存在或没有查看权限');
  return row;
}

export const createName = sql<string | null>`(select nickname from sys_user where id = masterdata_model.create_by)`.as('createName');

/** A model as lists show it. */
export const shownModel = <Row extends StoredModel>(row: Row) => ({
  ...row,
  isSync: row.isSync as '0' | '1',
  status: row.status as '0' | '1',
  flowStatus: row.flowStatus as FlowStatus,
  isChanged: row.versionNo !== null && row.isSync === '0',
});

/** The columns of the draft in their order. */
export async function draftColumns(db: Db, modelId: string): Promise<ModelColumn[]> {
  const rows = await db
    .selectFrom('masterdataModelColumn')
    .selectAll()
    .where('modelId', '=', modelId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map((row) => ModelColumn.parse(row));
}

/** The columns of a version; null when there is no such version. */
export async function versionColumns(db: Db, modelId: string, versionNo: number): Promise<ModelColumn[] | null> {
  const row = await db
    .selectFrom('masterdataModelVersion')
    .select('columns')
    .where('modelId', '=', modelId)
    .where('versionNo', '=', versionNo)
    .executeTakeFirst();
  return row ? ModelColumn.array().parse(row.columns) : null;
}

const NOTHING = {
  columnScale: null,
  defaultValue: null,
  isUnique: '0',
  isInsert: '0',
  isEdit: '0',
  isQuery: '0',
  queryType: 'eq',
  htmlType: 'input',
  isBindDict: '0',
  bindDictTypeId: null,
  bindDictColumn: null,
  elementId: null,
  refModelId: null,
  isSystem: '1',
  bindDictTypeName: null,
  elementName: null,
  refModelName: null,
} as const;

const systemRows = (modelId: string): ModelColumnRow[] =>
  SYSTEM_COLUMNS.map(([columnName, columnComment, columnType, columnLength], at) => ({
    ...NOTHING,
    id: `sys_${columnName}`,
    modelId,
    columnName,
    columnComment,
    columnType,
    columnLength,
    isRequired: columnName === 'id' ? ('1' as const) : ('0' as const),
    isPk: columnName === 'id' ? ('1' as const) : ('0' as const),
    isDetail: '0' as const,
    isList: '0' as const,
    sort: at - SYSTEM_COLUMNS.length,
  }));

async function namesOf(db: Db, table: 'standardType' | 'standardElement' | 'masterdataModel', ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  if (wanted.length === 0) return new Map<string, string>();
  const name = { standardType: 'gbTypeName', standardElement: 'elementName', masterdataModel: 'modelName' }[table];
  const rows = await db
    .selectFrom(table as 'standardType')
    .select(['id', `${name as 'gbTypeName'} as name`])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The draft as the designer shows it: the columns of every record first, then those of the model with the names of what they refer to. */
export async function columnRows(db: Db, modelId: string): Promise<ModelColumnRow[]> {
  const columns = await draftColumns(db, modelId);
  const [types, elements, models] = await Promise.all([
    namesOf(
      db,
      'standardType',
      columns.map((column) => column.bindDictTypeId),
    ),
    namesOf(
      db,
      'standardElement',
      columns.map((column) => column.elementId),
    ),
    namesOf(
      db,
      'masterdataModel',
      columns.map((column) => column.refModelId),
    ),
  ]);
  const own = columns.map((column): ModelColumnRow => ({
    ...column,
    modelId,
    isSystem: '0',
    isPk: '0',
    bindDictTypeName: types.get(column.bindDictTypeId ?? '') ?? null,
    elementName: elements.get(column.elementId ?? '') ?? null,
    refModelName: models.get(column.refModelId ?? '') ?? null,
  }));
  return [...systemRows(modelId), ...own];
}
