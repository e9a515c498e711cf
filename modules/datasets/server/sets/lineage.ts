import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { checkExpr, parseExpr } from '#kit/core/expr/index.ts';
import { forgetLineage, recordLineage, type LineageReading } from '#modules/lineage/server/index.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import type { Field } from '../../contract/field.ts';
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

/** Calculated fields with the columns that they come to in the end, through other calculated fields. */
function derivedFields({ fields }: SetModel): { name: string; from: string[] }[] {
  const basesOf = (field: Field, above: readonly string[]): string[] => {
    if (!field.expr) return [field.id];
    const { ast } = parseExpr(field.expr);
    const named = ast ? checkExpr(ast, fields, [field.id]).fields : [];
    return fields.filter(({ id }) => named.includes(id) && !above.includes(id)).flatMap((one) => basesOf(one, [...above, one.id]));
  };
  return fields.flatMap((field) => (field.expr ? [{ name: field.id, from: [...new Set(basesOf(field, [field.id]))] }] : []));
}

/** Says in the transaction that saves it which columns a data set is made of; sets that are saved together share a `reading`. */
export async function noteLineage(
  { app, db }: Pick<Ctx, 'app' | 'db'>,
  set: { id: string; name: string; sourceId: string | null; model: SetModel },
  reading?: LineageReading,
): Promise<void> {
  const { origin, fields, extract, minGroupBy } = set.model;
  const object = { type: 'dataset' as const, key: set.id, name: set.name, path: setPath(set.id), sourceId: set.sourceId };
  if (set.sourceId === null) return recordLineage(app, db, { object, columns: [] }, reading);
  const whole = [minGroupBy, extract?.watermark, ...(extract?.key ?? [])].flatMap((id) => id ?? []);
  const known = { derived: derivedFields(set.model), whole };
  if (origin.kind === 'sql') {
    const outputs = fields.flatMap((field) => (field.expr ? [] : [field.id]));
    return recordLineage(app, db, { object, sql: withoutNames(origin.sql), outputs, ...known }, reading);
  }
  const columns = [];
  const joins: [string, string][] = [];
  if (origin.kind === 'table') {
    const id = (await tableIds(db, set.sourceId, [origin.table])).get(`${origin.table.schema}.${origin.table.table}`);
    for (const field of fields) if (id && !field.expr) columns.push({ name: field.id, from: [[id, field.id] as const] });
  } else if (origin.kind === 'join') {
    const ids = await tableIds(db, set.sourceId, origin.model.tables);
    const shown = new Set(fields.map((field) => field.id));
    const idOf = (alias: string) => {
      const table = origin.model.tables.find((one) => one.alias === alias);
      return table && ids.get(`${table.schema}.${table.table}`);
    };
    for (const { left, right, on } of origin.model.joins)
      for (const pair of on)
        for (const [tableId, column] of [
          [idOf(left), pair.left],
          [idOf(right), pair.right],
        ] as const)
          if (tableId) joins.push([tableId, column]);
    for (const { id, alias, column } of origin.model.columns) {
      const tableId = idOf(alias);
      if (tableId && shown.has(id)) columns.push({ name: id, from: [[tableId, column] as const] });
    }
  }
  return recordLineage(app, db, { object, columns, joins, ...known }, reading);
}

export const dropLineage = (app: App, db: Db, id: string): Promise<void> => forgetLineage(app, db, 'dataset', id);
