import type { SetModel } from '../../contract/data-set-model.ts';
import type { Catalogue, CatalogueTable } from './SourcePanel.tsx';
import type { JoinModel } from './use-draft.ts';

const joinOf = (model: SetModel): JoinModel | null => (model.origin.kind === 'join' ? model.origin.model : null);
const with_ = (model: SetModel, join: JoinModel): Partial<SetModel> => ({
  ...model,
  origin: { kind: 'join', model: join },
});

/** `t3`, the next free one. */
function freeAlias(join: JoinModel): string {
  for (let n = join.tables.length + 1; ; n++) if (!join.tables.some((table) => table.alias === `t${n}`)) return `t${n}`;
}

/** A name for a column that no other column of the set has. */
function freeId(join: JoinModel, column: string, table: string): string {
  const taken = new Set(join.columns.map(({ id }) => id));
  if (!taken.has(column)) return column;
  for (let n = 1; ; n++) {
    const id = n === 1 ? `${table}_${column}` : `${table}_${column}_${n}`;
    if (!taken.has(id)) return id;
  }
}

const columnsOf = (catalogue: Catalogue | undefined, table: { schema: string; table: string }) =>
  catalogue?.tables.find((one) => one.schemaName === table.schema && one.tableName === table.table)?.columns ?? [];

/** The columns by which two tables most likely belong together: the key of one under the same name in the other. */
export function guessOn(
  catalogue: Catalogue | undefined,
  left: { schema: string; table: string },
  right: { schema: string; table: string },
): { left: string; right: string } | null {
  const [a, b] = [columnsOf(catalogue, left), columnsOf(catalogue, right)];
  const key = b.find((column) => column.isKey && a.some((other) => other.name === column.name));
  const same = key ?? b.find((column) => /_(id|code|no)$/i.test(column.name) && a.some((other) => other.name === column.name));
  return same ? { left: same.name, right: same.name } : null;
}

/** The model with one more table, joined to the one it was dropped on or else to the first one it fits; its columns come with it. */
export function addTable(model: SetModel, table: CatalogueTable, catalogue: Catalogue | undefined, onto?: string): Partial<SetModel> {
  const join = joinOf(model);
  if (!join || join.tables.length >= 12) return {};
  const alias = freeAlias(join);
  const added = { schema: table.schemaName, table: table.tableName, alias };
  const columns = [...join.columns];
  const grown = { ...join, columns };
  for (const column of table.columns) columns.push({ id: freeId(grown, column.name, table.tableName), alias, column: column.name });
  const partners = join.tables.map((one) => ({ one, on: guessOn(catalogue, one, added) }));
  const partner = partners.find(({ one, on }) => (onto === undefined ? on !== null : one.alias === onto));
  const left = partner?.one ?? join.tables[0];
  const joins = left
    ? [
        ...join.joins,
        {
          left: left.alias,
          right: alias,
          kind: 'left' as const,
          cardinality: 'one' as const,
          on: [partner?.on ?? { left: '', right: '' }],
        },
      ]
    : join.joins;
  return with_(model, { tables: [...join.tables, added], joins, columns: columns.slice(0, 500) });
}

/** The model without a table, what hangs on it only through this table, and their fields. */
export function removeTable(model: SetModel, alias: string): Partial<SetModel> {
  const join = joinOf(model);
  if (!join) return {};
  const kept = new Set(join.tables.filter((table) => table.alias !== alias).map((table) => table.alias));
  const columns = join.columns.filter((column) => kept.has(column.alias));
  const ids = new Set(columns.map(({ id }) => id));
  return {
    ...with_(model, {
      tables: join.tables.filter((table) => kept.has(table.alias)),
      joins: join.joins.filter((one) => kept.has(one.left) && kept.has(one.right)),
      columns,
    }),
    fields: model.fields.filter((field) => field.expr || ids.has(field.id)),
  };
}

export function changeJoin(model: SetModel, at: number, change: JoinModel['joins'][number] | null): Partial<SetModel> {
  const join = joinOf(model);
  if (!join) return {};
  const joins = change ? (at < 0 ? [...join.joins, change] : join.joins.with(at, change)) : join.joins.toSpliced(at, 1);
  return with_(model, { ...join, joins });
}

/** The model with the columns that its tables have now, new ones among them; null while none of its own is gone. */
export function withExistingColumns(model: SetModel, catalogue: Catalogue): Partial<SetModel> | null {
  const join = joinOf(model);
  if (!join) return null;
  const tables = new Map(join.tables.map((table) => [table.alias, table]));
  const known = (alias: string) => columnsOf(catalogue, tables.get(alias) ?? { schema: '', table: '' });
  const isGone = ({ alias, column }: JoinModel['columns'][number]): boolean =>
    known(alias).length > 0 && !known(alias).some(({ name }) => name === column);
  if (!join.columns.some(isGone)) return null;
  const columns = join.columns.filter((column) => !isGone(column));
  const grown = { ...join, columns };
  // a new column never takes the name of a field that is waiting to be bound
  const taken = new Set(model.fields.map(({ id }) => id));
  for (const { alias, table } of join.tables)
    for (const { name } of known(alias)) {
      if (columns.some((one) => one.alias === alias && one.column === name)) continue;
      const id = freeId(grown, name, table);
      if (!taken.has(id)) columns.push({ id, alias, column: name });
    }
  return with_(model, { ...join, columns: columns.slice(0, 500) });
}

/** Columns that a join compares by and that its tables have no more. */
export function lostPairs(model: JoinModel, join: JoinModel['joins'][number], catalogue: Catalogue | undefined): string[] {
  const isGone = (alias: string, column: string): boolean => {
    const table = model.tables.find((one) => one.alias === alias);
    const columns = table ? columnsOf(catalogue, table) : [];
    return column !== '' && columns.length > 0 && !columns.some(({ name }) => name === column);
  };
  return [
    ...new Set(
      join.on.flatMap((pair) => [
        ...(isGone(join.left, pair.left) ? [pair.left] : []),
        ...(isGone(join.right, pair.right) ? [pair.right] : []),
      ]),
    ),
  ];
}

/** Alias of the only table of a set that joins none. */
const ONLY = 't1';
/** Tables that a set reads by their names. */
function tablesOf({ origin }: SetModel): JoinModel['tables'] {
  if (origin.kind === 'join') return origin.model.tables;
  return origin.kind === 'table' ? [{ ...origin.table, alias: ONLY }] : [];
}

/** Tables of a set that the source has no more under this name. */
export const lostTables = (model: SetModel, catalogue: Catalogue): JoinModel['tables'] =>
  tablesOf(model).filter((table) => !catalogue.tables.some((one) => one.schemaName === table.schema && one.tableName === table.table));

/** What a lost table may be called now: the tables that have every column that the set uses of it come first. */
export function fittingTables(
  model: SetModel,
  alias: string,
  catalogue: Catalogue,
): { readonly table: CatalogueTable; readonly hasAll: boolean }[] {
  const join = joinOf(model);
  const taken = (table: CatalogueTable) => tablesOf(model).some((one) => one.schema === table.schemaName && one.table === table.tableName);
  const compared = (join?.joins ?? []).flatMap(({ left, right, on }) =>
    on.flatMap((pair) => [...(left === alias ? [pair.left] : []), ...(right === alias ? [pair.right] : [])]),
  );
  // the fields of a single table are called as its columns
  const shown = join
    ? join.columns.filter((one) => one.alias === alias).map(({ column }) => column)
    : model.fields.filter(({ expr }) => !expr).map(({ id }) => id);
  const used = [...shown, ...compared];
  return catalogue.tables
    .filter((table) => !taken(table))
    .map((table) => ({ table, hasAll: used.every((name) => table.columns.some((column) => column.name === name)) }))
    .toSorted((a, b) => Number(b.hasAll) - Number(a.hasAll));
}

/** The model with another table in the place of one; joins, columns and fields keep their names. */
export function replaceTable(model: SetModel, alias: string, { schemaName, tableName }: CatalogueTable): Partial<SetModel> {
  const join = joinOf(model);
  if (!join) return model.origin.kind === 'table' ? { origin: { kind: 'table', table: { schema: schemaName, table: tableName } } } : {};
  const tables = join.tables.map((one) => (one.alias === alias ? { ...one, schema: schemaName, table: tableName } : one));
  return with_(model, { ...join, tables });
}
