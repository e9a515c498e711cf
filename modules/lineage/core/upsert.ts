import { type Column, type Source, through } from './relation.ts';
import { valueSources } from './expression.ts';
import { fromItem, join } from './from.ts';
import type { Scope } from './scope.ts';
import { as, bare, child, isTree, kindOf, list, nameOf, type Tree } from './tree.ts';

interface Upsert {
  readonly table: string;
  /** the rows that were to be inserted, under the names of the columns of the table */
  readonly rows: readonly Column[];
  /** name of these rows: VALUES (…) AS n */
  readonly alias: string | null;
  /** the query that gives them */
  readonly source: Tree | null;
  /** a scope that sees the table */
  readonly target: Scope;
}

/**
 * ON DUPLICATE KEY UPDATE of MySQL, ON CONFLICT DO UPDATE of PostgreSQL and SQLite: what the assignments write. They see the row that stands
 * in the table, the row that was to be inserted (`excluded`, `VALUES(x)`, an alias), and in MySQL the tables of the query.
 */
export function upsert(conflict: Tree, { table, rows, alias, source, target }: Upsert, outer: Scope): void {
  const { session } = outer;
  const around = outer.inside();
  session.quietly(() => relationsOf(source, around));
  const own = target.relations;
  for (const name of ['excluded', ...(alias === null ? [] : [alias])])
    around.relations.push({ alias: name, hasAlias: true, base: null, columns: rows, filtersOnly: true });
  // a bare name is a column of the table first
  const scope = around.inside(own);
  for (const item of assignments(conflict)) {
    const left = child(item, 'left');
    const name = left && (nameOf(as(left, 'column')?.['name']) ?? nameOf(left));
    if (!name) continue;
    session.flow(table, name.slice(name.lastIndexOf('.') + 1), assigned(item['right'], rows, scope));
  }
  session.quietly(() => {
    for (const key of ['where_clause', 'where_', 'where'])
      if (isTree(conflict[key])) session.decide('filter', valueSources(conflict[key], scope));
  });
}

/** The relations of the query, and of the first one of a set operation. */
function relationsOf(source: Tree | null, scope: Scope): void {
  const kind = source ? kindOf(source) : '';
  const body = source && as(source, kind);
  if (!body) return;
  if (kind !== 'select') {
    relationsOf(child(body, 'left') ?? child(body, 'this'), scope);
    return;
  }
  for (const item of list(child(body, 'from'), 'expressions')) fromItem(item, scope);
  for (const item of list(body, 'joins')) join(item, scope);
}

const assignments = (conflict: Tree): Tree[] =>
  [...list(conflict, 'expressions'), ...list(as(child(conflict, 'action') ?? {}, 'tuple'), 'expressions')].flatMap((item): Tree[] => [
    as(item, 'eq') ?? as(item, 'assignment') ?? {},
  ]);

function assigned(value: unknown, rows: readonly Column[], scope: Scope): readonly Source[] {
  const written = withoutValues(value, rows);
  const sources = [...valueSources(written.rest, scope), ...written.sources];
  return isTree(value) && !bare(value)['column'] ? through(sources, value) : sources;
}

/** VALUES(x) is a call whose argument names a column of the row that was to be inserted. */
function withoutValues(value: unknown, rows: readonly Column[]): { rest: unknown; sources: readonly Source[] } {
  if (Array.isArray(value)) {
    const parts = value.map((item) => withoutValues(item, rows));
    return { rest: parts.map(({ rest }) => rest), sources: parts.flatMap(({ sources }) => sources) };
  }
  if (!isTree(value)) return { rest: value, sources: [] };
  const call = as(value, 'function');
  if (call && nameOf(call['name']) === 'values') {
    const [argument] = list(call, 'args');
    const name = nameOf(as(argument ?? {}, 'column')?.['name']);
    const open = rows.find((column) => column.name === '*');
    return { rest: null, sources: (rows.find((column) => column.name === name) ?? open)?.sources ?? [] };
  }
  const parts = Object.entries(value).map(([key, item]) => [key, withoutValues(item, rows)] as const);
  if (!parts.some(([, part]) => part.sources.length)) return { rest: value, sources: [] };
  return {
    rest: Object.fromEntries(parts.map(([key, part]) => [key, part.rest])),
    sources: parts.flatMap(([, part]) => part.sources),
  };
}
