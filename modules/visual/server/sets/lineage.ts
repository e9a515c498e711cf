import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { forgetLineage, recordLineage, type LineageReading } from '#modules/metadata/server/index.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import { withoutNames } from '../../core/sets/bind-names.ts';

/** Own page of a data set. */
export const setPath = (id: string): string => `/visual/dataset?open=detail-${id}`;

async function tableIds(db: Db, sourceId: string, tables: readonly { schema: string; table: string }[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName'])
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .where('tableName', 'in', [...new Set(tables.map(({ table }) => table))])
    .execute();
  return new Map(rows.map((row) => [`${row.schemaName}.${row.tableName}`, row.id]));
}

/** Says in the transaction that saves it which columns a data set is made of; sets that are saved together share a `reading`. */
export async function noteLineage(
  { app, db }: Pick<Ctx, 'app' | 'db'>,
  set: { id: string; name: string; sourceId: string | null; model: SetModel },
  reading?: LineageReading,
): Promise<void> {
  const { origin, fields } = set.model;
  const object = { type: 'dataset' as const, key: set.id, name: set.name, path: setPath(set.id), sourceId: set.sourceId };
  if (set.sourceId === null) return recordLineage(app, db, { object, columns: [] }, reading);
  if (origin.kind === 'sql') return recordLineage(app, db, { object, sql: withoutNames(origin.sql) }, reading);
  const columns = [];
  if (origin.kind === 'table') {
    const id = (await tableIds(db, set.sourceId, [origin.table])).get(`${origin.table.schema}.${origin.table.table}`);
    for (const field of fields) if (id && !field.expr) columns.push({ name: field.id, from: [[id, field.id] as const] });
  } else if (origin.kind === 'join') {
    const ids = await tableIds(db, set.sourceId, origin.model.tables);
    const shown = new Set(fields.map((field) => field.id));
    for (const { id, alias, column } of origin.model.columns) {
      const table = origin.model.tables.find((one) => one.alias === alias);
      const tableId = table && ids.get(`${table.schema}.${table.table}`);
      if (tableId && shown.has(id)) columns.push({ name: id, from: [[tableId, column] as const] });
    }
  }
  return recordLineage(app, db, { object, columns }, reading);
}

export const dropLineage = (app: App, db: Db, id: string): Promise<void> => forgetLineage(app, db, 'dataset', id);
