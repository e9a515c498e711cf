import { distinct, type Source } from './relation.ts';
import type { Draft, Session } from './session.ts';

export interface Composed {
  readonly edges: readonly Draft[];
  readonly sources: readonly string[];
  readonly targets: readonly string[];
  readonly outputs: ReadonlyMap<string, readonly Source[]>;
}

/**
 * What remains of a script when the tables that only exist within it are left out: edges through them are joined to edges from
 * where their content came from. With `intermediate`, tables that one statement fills and a later one reads count as such too.
 */
export function compose(session: Session, intermediate: boolean): Composed {
  renameTables(session);
  const inner = innerTables(session, intermediate && !session.hasBody);
  const reads = session.uses.filter((use) => use.role === 'read').map((use) => use.table);
  const writes = session.uses.filter((use) => use.role === 'write').map((use) => use.table);
  const visible = (table: string) => !inner.has(table);
  const gone = droppedTables(session);
  const sources = [...new Set(reads)].filter(visible);
  const targets = [...new Set(writes)].filter(
    (table) => (visible(table) || !reads.includes(table)) && !gone.has(table) && !table.startsWith('@'),
  );
  if (!inner.size) return { edges: session.edges, sources, targets, outputs: session.outputs };
  const origin = origins(session.edges, inner);
  const edges = session.edges.flatMap((edge): Draft[] => {
    if (edge.table !== null && inner.has(edge.table) && reads.includes(edge.table)) return [];
    return origin(edge.from).map((from) => ({ ...edge, from }));
  });
  const outputs = new Map([...session.outputs].map(([name, list]) => [name, distinct(list.flatMap((item) => origin(item)))] as const));
  return { edges: [...edges, ...indirectThrough(session, inner)], sources, targets, outputs };
}

function renameTables(session: Session): void {
  for (const { from, to, statement } of session.renames) {
    const earlier = session.uses.some((use) => use.table === from && use.role === 'write' && use.statement < statement);
    if (!earlier) {
      session.note(from, 'read');
      session.note(to, 'write');
      continue;
    }
    const move = <T extends { table: string | null; statement: number }>(item: T): T =>
      item.table === from && item.statement < statement ? { ...item, table: to } : item;
    session.uses.splice(0, session.uses.length, ...session.uses.map(move));
    session.edges.splice(0, session.edges.length, ...session.edges.map(move));
    session.named.add(to);
  }
}

/** Tables of the session, and with `filled` those that one statement fills from others and a later statement reads. */
function innerTables(session: Session, filled: boolean): Set<string> {
  const inner = new Set(session.temporary);
  for (const { table } of session.uses) if (table.startsWith('#') || table.startsWith('@')) inner.add(table);
  if (!filled) return inner;
  const fed = new Map<string, number>();
  for (const edge of session.edges)
    if (edge.table !== null && edge.kind === 'value' && edge.from.table !== edge.table && !fed.has(edge.table))
      fed.set(edge.table, edge.statement);
  for (const statement of new Set(session.uses.map((use) => use.statement))) {
    const uses = session.uses.filter((use) => use.statement === statement);
    const reads = uses.filter((use) => use.role === 'read');
    for (const { table, role } of uses)
      if (role === 'write' && reads.some((read) => read.table !== table) && !fed.has(table)) fed.set(table, statement);
  }
  for (const { table, role, statement } of session.uses) {
    const since = fed.get(table);
    if (role === 'read' && since !== undefined && since < statement) inner.add(table);
  }
  return inner;
}

/** Tables that the script made and dropped again without a content that lasted. */
function droppedTables(session: Session): Set<string> {
  const gone = new Set<string>();
  for (const { table, statement } of session.dropped) {
    const writes = session.uses.filter((use) => use.table === table && use.role === 'write');
    const flows =
      session.edges.some((edge) => edge.table === table) ||
      session.uses.some((use) => use.role === 'read' && writes.some((write) => write.statement === use.statement));
    if (writes.length && !flows && writes.every((write) => write.statement < statement)) gone.add(table);
  }
  return gone;
}

/** The base columns behind a column of an inner table, through as many inner tables as there are. */
function origins(edges: readonly Draft[], inner: ReadonlySet<string>): (from: Source) => readonly Source[] {
  const feeding = new Map<string, Draft[]>();
  for (const edge of edges)
    if (edge.table !== null && edge.kind === 'value' && inner.has(edge.table)) {
      const key = `${edge.table}\u0001${edge.column}`;
      feeding.set(key, [...(feeding.get(key) ?? []), edge]);
    }
  const find = (from: Source, seen: ReadonlySet<string>): readonly Source[] => {
    if (from.table === null || !inner.has(from.table)) return [from];
    const key = `${from.table}\u0001${from.column}`;
    if (seen.has(key)) return [];
    const exact = feeding.get(key);
    const star = exact ? null : feeding.get(`${from.table}\u0001*`);
    const next = new Set(seen).add(key);
    // a table filled by * of one table has the columns of that table
    const before =
      exact?.map((edge) => edge.from) ??
      star?.map((edge) =>
        edge.from.column === '*' && from.column !== '*' ? { ...edge.from, column: from.column, inferred: true } : edge.from,
      ) ??
      [];
    return distinct(before.flatMap((item) => find({ ...item, via: from.via ?? item.via }, next)));
  };
  return (from) => find(from, new Set());
}

/** What decided about the rows of an inner table decides about all that is made of it. */
function indirectThrough(session: Session, inner: ReadonlySet<string>): Draft[] {
  const decided = session.edges.filter(
    (edge) =>
      edge.kind !== 'value' && edge.table !== null && inner.has(edge.table) && edge.from.table !== null && !inner.has(edge.from.table),
  );
  if (!decided.length) return [];
  const after = session.uses.filter((use) => use.role === 'write' && !inner.has(use.table));
  const reads = new Map<number, Set<string>>();
  for (const use of session.uses)
    if (use.role === 'read' && inner.has(use.table)) reads.set(use.statement, (reads.get(use.statement) ?? new Set()).add(use.table));
  return after.flatMap((use) =>
    decided
      .filter((edge) => reads.get(use.statement)?.has(edge.table!))
      .map((edge) => ({ ...edge, table: use.table, statement: use.statement })),
  );
}
