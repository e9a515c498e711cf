import { sql, type SqlBool } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { OwnedTable } from '#modules/managed/server/index.ts';
import type { ModelColumn } from '../contract/column.ts';
import { versionColumns } from './model-rows.ts';
import { modelTable } from './tables.ts';

/** A model as its records go by it: the version in force, and where they stand. */
export interface ModelInForce {
  readonly id: string;
  readonly modelName: string;
  /** `managed.md_customer` */
  readonly tableName: string;
  readonly versionNo: number;
  readonly columns: readonly ModelColumn[];
  readonly table: OwnedTable;
  /** all its records have the keys that parts of texts are found by */
  readonly isSearchReady: boolean;
  /** a new record waits for an approval, and so does what a load brings, where a process approves them */
  readonly isAddApproved: boolean;
  readonly isLoadApproved: boolean;
}

/** The version in force of a model by its id or by the name of its table. Throws entity.notFound: what is no model is no table either. */
export async function modelInForce(
  db: Db,
  by: { readonly id: string } | { readonly tableName: string },
  options: { isLocked?: boolean; isDisabledToo?: boolean } = {},
): Promise<ModelInForce> {
  let query = db
    .selectFrom('masterdataModel')
    .select(['id', 'modelName', 'modelPhysicalTable', 'versionNo', 'isAddApproved', 'isLoadApproved'])
    .select(
      sql<SqlBool>`exists (select 1 from masterdata_search_state s where s.model_id = masterdata_model.id
        and s.version_no = masterdata_model.version_no)`.as('isSearchReady'),
    )
    .where('deletedAt', 'is', null);
  if (!options.isDisabledToo) query = query.where('status', '=', '1');
  query = 'id' in by ? query.where('id', '=', by.id) : query.where('modelPhysicalTable', '=', by.tableName);
  // whoever writes records keeps the next version waiting, and waits for nobody else who writes
  if (options.isLocked) query = query.forShare();
  const row = await query.executeTakeFirst();
  const table = row && row.versionNo !== null ? await modelTable(db, row.id) : null;
  const columns = row && row.versionNo !== null ? await versionColumns(db, row.id, row.versionNo) : null;
  if (!row || row.versionNo === null || row.modelPhysicalTable === null || !table || !columns)
    throw new AppError('entity.notFound', '主数据模型不存在、已禁用或尚未建模');
  return {
    id: row.id,
    modelName: row.modelName,
    tableName: row.modelPhysicalTable,
    versionNo: row.versionNo,
    columns,
    table,
    isSearchReady: row.isSearchReady === true,
    isAddApproved: row.isAddApproved === '1',
    isLoadApproved: row.isLoadApproved === '1',
  };
}

/** The version in force of a model, also of a disabled one; null when the model is gone. */
export const modelEver = (db: Db, id: string): Promise<ModelInForce | null> =>
  modelInForce(db, { id }, { isDisabledToo: true }).catch((error: unknown) => {
    if (error instanceof AppError && error.key === 'entity.notFound') return null;
    throw error;
  });
