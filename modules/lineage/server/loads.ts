import type { App, Db } from '#kit/server/ctx.ts';
import { holdLevels } from '#modules/gate/server/index.ts';
import { dropUnits, saveUnit, type UnitInput } from './units.ts';

/** A table that a module fills from another one: which column is copied where. */
export interface LoadRecord {
  /** unique among all loads of all modules: `masterdata:<id>` */
  readonly key: string;
  readonly name: string;
  readonly from: { readonly sourceId: string; readonly tableId: string };
  readonly to: { readonly sourceId: string; readonly tableId: string };
  /** what is made of the values on the way, as people read it; left out where they are copied as they are */
  readonly expression?: string;
  /** pairs of column names: from, to */
  readonly columns: readonly (readonly [from: string, to: string])[];
  readonly by: string;
}

const keyOf = (key: string): string => `load:${key}`;

/**
 * Records in the transaction of the caller that rows of one table are copied into another; replaces what was recorded before by that key. The
 * columns that are filled get the levels of those that they are filled from.
 */
export async function recordLoad(app: App, db: Db, load: LoadRecord): Promise<void> {
  await holdLevels(db, [load.from.sourceId, load.to.sourceId]);
  const input: UnitInput = {
    origin: 'module',
    originKey: keyOf(load.key),
    name: load.name,
    sourceId: load.to.sourceId,
    schemaName: null,
    dialect: 'generic',
    sql: '',
    createBy: load.by,
  };
  const edges = load.columns.map(([fromColumn, toColumn]) => ({
    from: { type: 'table' as const, id: load.from.tableId },
    fromColumn,
    to: { type: 'table' as const, id: load.to.tableId },
    toColumn,
    kind: 'value' as const,
    expression: load.expression ?? null,
    confidence: 'exact' as const,
  }));
  await saveUnit(app, db, input, { draft: { edges, doubts: [] }, statementCount: 0, failure: null });
}

/** Takes a load out of the lineage, in the transaction of the caller; an unknown key is ignored. */
export async function forgetLoad(app: App, db: Db, key: string): Promise<void> {
  const rows = await db
    .selectFrom('metadataLineageUnit')
    .select('id')
    .where('origin', '=', 'module')
    .where('originKey', '=', keyOf(key))
    .where('deletedAt', 'is', null)
    .execute();
  await dropUnits(
    app,
    db,
    rows.map((row) => row.id),
  );
}
