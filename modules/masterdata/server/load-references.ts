import type { Db } from '#kit/server/ctx.ts';
import type { ModelColumn } from '../contract/column.ts';
import { levelsOf } from '../core/index.ts';
import type { SourceRow } from './load-batch.ts';
import type { StoredMap } from './map-rows.ts';
import type { ModelInForce } from './model-in-force.ts';

type Named = Pick<SourceRow, 'key' | 'values'>;

/** A value of a source as the key of a row of that source. */
const keyText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString() : String(value as string | number).trim();
};

/** Rows of a load in the order in which those that others stand below come first, as levels. */
export function levelsOfLoad<Row extends Named>(model: Pick<ModelInForce, 'id' | 'columns'>, rows: readonly Row[]): Row[][] {
  const hierarchies = model.columns.filter(({ refModelId }) => refModelId === model.id).map(({ columnName }) => columnName);
  if (hierarchies.length === 0) return rows.length === 0 ? [] : [[...rows]];
  return levelsOf(rows, ({ key, values }) => ({
    key,
    above: hierarchies.map((name) => keyText(values[name])).filter((above) => above !== '' && above !== key),
  }));
}

/** Records of a model by the keys that tables of a source know them by; a key that means several records means none. */
async function recordsByKey(
  db: Db,
  map: StoredMap,
  { refModelId }: ModelColumn,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('masterdataXref as x')
    .innerJoin('masterdataSourceMap as m', 'm.id', 'x.mapId')
    .select(['x.sourceKey', 'x.recordId'])
    .distinct()
    .where('x.modelId', '=', refModelId)
    .where('m.sourceId', '=', map.sourceId)
    .where('m.deletedAt', 'is', null)
    .where('x.sourceKey', 'in', keys)
    .execute();
  const found = new Map<string, string | null>();
  for (const { sourceKey, recordId } of rows) found.set(sourceKey, found.has(sourceKey) ? null : recordId);
  return new Map([...found].flatMap(([key, id]) => (id === null ? [] : [[key, id] as const])));
}

/** Rows whose references name records: a source names a record by the key that it has there. What is no such key is left as it is. */
export async function withReferences(db: Db, model: ModelInForce, map: StoredMap, rows: readonly SourceRow[]): Promise<SourceRow[]> {
  const given = new Map<string, ReadonlyMap<string, string>>();
  for (const column of model.columns) {
    if (column.refModelId === null) continue;
    const keys = [...new Set(rows.map(({ values }) => keyText(values[column.columnName])).filter((key) => key !== ''))];
    if (keys.length > 0) given.set(column.columnName, await recordsByKey(db, map, column, keys));
  }
  if (given.size === 0) return [...rows];
  return rows.map((row) => {
    const values = { ...row.values };
    for (const [name, records] of given) {
      const record = records.get(keyText(values[name]));
      if (record !== undefined) values[name] = record;
    }
    return { ...row, values };
  });
}
