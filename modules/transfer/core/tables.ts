import type { SetModel } from '#modules/datasets/contract/data-set-model.ts';
import { renameInModel } from '#modules/datasets/core/index.ts';
import type { Mapping } from '../contract/transfer.ts';

export interface Place {
  readonly schema: string;
  readonly table: string;
}
/** A table that a data set reads, with the columns it takes of it. */
export interface ReadTable extends Place {
  readonly columns: readonly string[];
}

/** Tables of a data set made of tables; none of one made of a statement, whose text the data gate reads. */
export function tablesOf({ origin, fields }: SetModel): ReadTable[] {
  if (origin.kind === 'table') return [{ ...origin.table, columns: fields.flatMap((field) => (field.expr ? [] : [field.id])) }];
  if (origin.kind !== 'join') return [];
  const { tables, joins, columns } = origin.model;
  return tables.map(({ schema, table, alias }) => ({
    schema,
    table,
    columns: [
      ...new Set([
        ...columns.flatMap((one) => (one.alias === alias ? [one.column] : [])),
        ...joins.flatMap(({ left, right, on }) =>
          on.flatMap((pair) => [...(left === alias ? [pair.left] : []), ...(right === alias ? [pair.right] : [])]),
        ),
      ]),
    ],
  }));
}

export interface Catalogue {
  readonly tables: readonly {
    readonly schemaName: string;
    readonly tableName: string;
    readonly columns: readonly { readonly name: string }[];
  }[];
}
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const MAX_PROPOSALS = 5;

/** Tables of a catalogue that may be meant: the very one, else those that are called the same in another schema or another case. */
export function tableProposals({ tables }: Catalogue, { schema, table }: Place): Place[] {
  const named = tables
    .filter(({ tableName }) => same(tableName, table))
    .map(({ schemaName, tableName }) => ({ schema: schemaName, table: tableName }));
  const rank = (one: Place): number => (one.schema === schema ? 0 : same(one.schema, schema) ? 1 : 2) * 2 + (one.table === table ? 0 : 1);
  const exact = named.filter((one) => rank(one) === 0);
  return exact.length > 0 ? exact : named.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_PROPOSALS);
}

/** Columns that may be meant: the very one, else those that differ by case alone. */
export const columnProposals = (known: readonly string[], column: string): string[] =>
  known.includes(column) ? [column] : known.filter((one) => same(one, column)).slice(0, MAX_PROPOSALS);

type Names = Pick<Mapping, 'tables' | 'columns'>;
const isAt = (source: string, place: Place, one: { source: string; schema: string; table: string }): boolean =>
  one.source === source && one.schema === place.schema && one.table === place.table;

/** Where a table of a source of the file is here. */
export function placeHere({ tables }: Names, source: string, place: Place): Place {
  const found = tables.find((one) => isAt(source, place, one));
  return found ? { schema: found.toSchema, table: found.toTable } : { schema: place.schema, table: place.table };
}
/** What the columns of a table of the file are called here, those that are called otherwise. */
export const columnsHere = ({ columns }: Names, source: string, place: Place): Map<string, string> =>
  new Map(columns.flatMap((one) => (isAt(source, place, one) && one.column !== one.to ? [[one.column, one.to]] : [])));

/** A model over the tables here, and the fields that go by another id because of that: old → new. */
export function modelHere(model: SetModel, source: string, names: Names): { model: SetModel; renames: ReadonlyMap<string, string> } {
  const { origin } = model;
  const none = new Map<string, string>();
  if (origin.kind === 'table') {
    const renames = columnsHere(names, source, origin.table);
    const moved: SetModel = { ...model, origin: { kind: 'table', table: placeHere(names, source, origin.table) } };
    return { model: renames.size > 0 ? renameInModel(moved, renames) : moved, renames };
  }
  if (origin.kind !== 'join') return { model, renames: none };
  const { tables, joins, columns } = origin.model;
  const byAlias = new Map(tables.map((table) => [table.alias, columnsHere(names, source, table)]));
  const columnOf = (alias: string, column: string): string => byAlias.get(alias)?.get(column) ?? column;
  return {
    model: {
      ...model,
      origin: {
        kind: 'join',
        model: {
          tables: tables.map((table) => ({ alias: table.alias, ...placeHere(names, source, table) })),
          joins: joins.map((join) => ({
            ...join,
            on: join.on.map(({ left, right }) => ({ left: columnOf(join.left, left), right: columnOf(join.right, right) })),
          })),
          columns: columns.map((one) => ({ ...one, column: columnOf(one.alias, one.column) })),
        },
      },
    },
    renames: none,
  };
}
