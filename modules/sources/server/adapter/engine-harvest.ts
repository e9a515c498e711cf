import { withSession, type EngineKind, type Session } from './engine-pool.ts';
import { inBatches, type VisibleScope } from './harvest-tools.ts';
import { inScope } from './in-scope.ts';
import type { Connection, HarvestBatch, HarvestedRoutine, HarvestedTable, HarvestScope } from './types.ts';

/** What a driver reads of one schema, a few statements for all of its relations together. */
export interface SchemaRows {
  /** relation, kind, comment, estimated rows, bytes, text of a view */
  tables: [name: unknown, kind: HarvestedTable['kind'], comment: unknown, rows: unknown, bytes: unknown, viewSql: unknown][];
  columns: {
    table: unknown;
    name: unknown;
    position: unknown;
    type: string;
    length?: unknown;
    precision?: unknown;
    scale?: unknown;
    isNullable: boolean;
    defaultText?: unknown;
    comment?: unknown;
  }[];
  /** a row for each column of a key, in order; `refTable` with its schema */
  keys: {
    table: unknown;
    name: unknown;
    kind: 'primary' | 'unique' | 'foreign';
    column: unknown;
    refTable?: unknown;
    refColumn?: unknown;
  }[];
  /** a row for each column of an index, in order */
  indexes: { table: unknown; name: unknown; isUnique: boolean; column: unknown; method?: unknown }[];
  routines: HarvestedRoutine[];
  /** what the source knows relations by, whatever their names, where it tells */
  identities?: { readonly rows: readonly (readonly unknown[])[]; readonly hasMovingPositions: boolean };
}
export interface Catalogue {
  /** schemas that the account sees, with the number of their relations */
  schemas(session: Session): Promise<[schema: string, count: number][]>;
  read(session: Session, schema: string): Promise<SchemaRows>;
  readonly reach?: VisibleScope;
}

const text = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value).trimEnd() || null;
const number = (value: unknown): number | null => (value === null || value === undefined || value === '' ? null : Number(value));

/** Puts the rows of a schema together to relations. */
export function assemble(schema: string, rows: SchemaRows): HarvestedTable[] {
  const found = new Map<string, HarvestedTable>();
  for (const [name, kind, comment, count, bytes, viewSql] of rows.tables)
    found.set(String(name), {
      schema,
      name: String(name),
      kind,
      comment: text(comment),
      rowEstimate: kind === 'view' ? null : number(count),
      sizeBytes: number(bytes),
      isReadable: true,
      keys: [],
      columns: [],
      indexes: [],
      viewSql: text(viewSql),
      partitionCount: 0,
    });
  for (const { table, name, kind, column, refTable, refColumn } of rows.keys) {
    const keys = found.get(String(table))?.keys;
    let key = keys?.find((one) => one.name === name);
    if (!keys) continue;
    if (!key) {
      key = { name: String(name), kind, columns: [], refTable: text(refTable), refColumns: [] };
      keys.push(key);
    }
    key.columns.push(String(column));
    if (text(refColumn) !== null) key.refColumns.push(String(refColumn));
  }
  for (const { table, name, isUnique, column, method } of rows.indexes) {
    const indexes = found.get(String(table))?.indexes;
    let index = indexes?.find((one) => one.name === name);
    if (!indexes) continue;
    if (!index) {
      index = { name: String(name), isUnique, columns: [], method: text(method) };
      indexes.push(index);
    }
    index.columns.push(String(column));
  }
  for (const column of rows.columns) {
    const table = found.get(String(column.table));
    if (!table) continue;
    const name = String(column.name);
    table.columns.push({
      name,
      comment: text(column.comment),
      isKey: table.keys.some((key) => key.kind === 'primary' && key.columns.includes(name)),
      isNullable: column.isNullable,
      position: Number(column.position),
      type: column.type,
      length: text(column.length),
      precision: text(column.precision),
      scale: text(column.scale),
      defaultText: text(column.defaultText),
    });
  }
  for (const [name, identity] of rows.identities?.rows ?? []) {
    const table = found.get(String(name));
    if (!table || identity === null || identity === undefined) continue;
    table.identity = String(identity);
    table.hasMovingPositions = rows.identities?.hasMovingPositions ?? false;
  }
  return [...found.values()];
}

/** The harvest of a driver with a catalogue: schema by schema, so that no more than one of them is in memory. */
export const engineHarvest = (kind: EngineKind, catalogue: Catalogue) =>
  async function* harvest(connection: Connection, scope: HarvestScope, signal: AbortSignal): AsyncGenerator<HarvestBatch> {
    signal.throwIfAborted();
    const isWanted = inScope(scope);
    const seen = await withSession(kind, connection, (session) => catalogue.schemas(session), signal);
    const schemas = seen.filter(([schema]) => scope.schemas.length === 0 || scope.schemas.includes(schema));
    const total = schemas.reduce((sum, [, count]) => sum + count, 0);
    const names = schemas.map(([schema]) => schema);
    if (names.length === 0) yield* inBatches([], [], { signal, total, schemas: names, ...catalogue.reach });
    for (const schema of names) {
      const rows = await withSession(kind, connection, (session) => catalogue.read(session, schema), signal);
      const tables = assemble(schema, rows).filter((table) => isWanted(schema, table.name));
      yield* inBatches(tables, rows.routines, { signal, total, schemas: names, ...catalogue.reach });
    }
  };
