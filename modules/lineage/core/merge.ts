import { type Column, starColumns, through } from './relation.ts';
import { readOnly } from './indirect.ts';
import { valueSources } from './expression.ts';
import { fromItem } from './from.ts';
import { withTables } from './query.ts';
import type { Scope } from './scope.ts';
import { outputName, UNNAMED } from './select-list.ts';
import { as, bare, child, isTree, list, nameOf, tableName, type Tree, walk } from './tree.ts';

interface Merging {
  readonly table: string;
  /** target and source */
  readonly both: Scope;
  /** what INSERT may use */
  readonly source: Scope;
}

/** MERGE: what its branches write into the target. */
export function mergeRows(body: Tree, parent: Scope): readonly Column[] {
  const outer = withTables(body['with_'] ?? body['with'], parent);
  const { session } = outer;
  const target = child(body, 'this') ?? {};
  const renamed = as(target, 'alias');
  const ref = as(target, 'table') ?? as(child(renamed, 'this') ?? {}, 'table') ?? target;
  const table = tableName(ref);
  session.note(table, 'write');
  const source = outer.inside();
  const using = child(body, 'using');
  if (using) fromItem(using, source);
  const both = outer.inside([session.relation(table, nameOf(ref['alias']) ?? nameOf(renamed?.['alias'])), ...source.relations]);
  session.quietly(() => {
    for (const key of ['on', 'using_cond']) if (isTree(body[key])) session.decide('join', valueSources(body[key], both));
  });
  walk(body['whens'], (node) => {
    const when = as(node, 'when');
    if (!when) return true;
    branch(when, { table, both, source });
    return false;
  });
  readOnly([body['returning']], both);
  return [];
}

function branch(when: Tree, merging: Merging): void {
  const { both } = merging;
  if (isTree(when['condition'])) both.session.quietly(() => both.session.decide('filter', valueSources(when['condition'], both)));
  const then = child(when, 'then');
  const parts = then ? list(as(then, 'tuple'), 'expressions') : [];
  const [head, ...rest] = parts;
  const action = (head ? (nameOf(as(head, 'var')) ?? '') : '').toLowerCase();
  const all = rest.some((part) => part['star'] || /^(?:\*|row)$/.test(nameOf(as(part, 'var')) ?? ''));
  if (all) {
    for (const column of starColumns(merging.source.relations)) both.session.flow(merging.table, column.name, column.sources);
    return;
  }
  if (action === 'update') update(rest, merging);
  if (action === 'insert') insert(rest, merging);
}

function update(parts: readonly Tree[], { table, both }: Merging): void {
  walk(parts, (node) => {
    const equal = as(node, 'eq') ?? as(node, 'assignment');
    const left = child(equal, 'left');
    if (!equal || !left) return true;
    const name = outputName(bare(left), both.session.dialect);
    if (name !== null) both.session.flow(table, name.slice(name.lastIndexOf('.') + 1), sourcesOf(equal['right'], both));
    return false;
  });
}

const sourcesOf = (value: unknown, scope: Scope) => {
  const sources = valueSources(value, scope);
  return isTree(value) && !bare(value)['column'] ? through(sources, value) : sources;
};

function insert(parts: readonly Tree[], { table, source, both }: Merging): void {
  const tuples = parts.flatMap(
    (part) => as(part, 'tuple') ?? (as(part, 'paren') ? [{ expressions: [child(as(part, 'paren'), 'this')] }] : []),
  );
  const [first, second] = tuples;
  const cells = list(second ?? first, 'expressions');
  const names = second
    ? list(first, 'expressions').map((item) => outputName(bare(item), source.session.dialect) ?? UNNAMED)
    : (source.session.columns(table) ?? []);
  const known = source.relations.length ? source : both;
  cells.forEach((cell, at) => {
    const name = names[at] ?? outputName(bare(cell), source.session.dialect) ?? UNNAMED;
    source.session.flow(table, name.slice(name.lastIndexOf('.') + 1), sourcesOf(cell, known));
  });
}
