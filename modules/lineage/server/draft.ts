import type { Candidate, Confidence, EdgeKind, UnresolvedReason } from '../contract/lineage.ts';
import type { ColumnRef, Lineage, LineageEdge } from '../core/types.ts';
import { columnNamed, type KnownTable, type NameIndex } from './names.ts';

/** One end of an edge: a row that exists, or a table of the source that the catalogue does not hold. */
export type DraftEnd = { readonly type: 'table' | 'object'; readonly id: string } | { readonly type: 'external'; readonly key: string };
export interface DraftEdge {
  readonly from: DraftEnd;
  readonly fromColumn: string | null;
  readonly to: DraftEnd;
  readonly toColumn: string | null;
  readonly kind: EdgeKind;
  readonly expression: string | null;
  readonly confidence: Confidence;
}
/** A question for a steward; reason and text name it for good, so that a decision is found again. */
export interface Doubt {
  readonly reason: UnresolvedReason;
  readonly text: string;
  readonly excerpt: string | null;
  readonly candidates: readonly Candidate[];
}
export interface Draft {
  readonly edges: DraftEdge[];
  readonly doubts: Doubt[];
}
export interface DraftOptions {
  readonly schema: string | null;
  /** what stewards have said about names of tables of this source */
  readonly decided: ReadonlyMap<string, { readonly type: 'table' | 'object'; readonly id: string }>;
  /** where the result of a bare SELECT goes: a data set, a chart */
  readonly target: DraftEnd | null;
}

const MAX_TEXT = 2000;
const MAX_EXPRESSION = 4000;
/** Columns that every table of some database has, although no catalogue lists them. */
const PSEUDO = new Set(['rowid', 'rownum', 'ctid', 'xmin', 'xmax', 'tableoid', 'oid', 'level', '_rowid_', 'ora_rowscn', '$path']);

export const endKey = (end: DraftEnd): string => (end.type === 'external' ? `external ${end.key}` : `${end.type} ${end.id}`);
const nameOf = (table: KnownTable): string => `${table.schema}.${table.name}`;

/** Resolves the names in a parsed text against the catalogue; unresolved and ambiguous names become open questions. */
export function draftOf(lineage: Lineage, names: NameIndex, options: DraftOptions): Draft {
  const edges = new Map<string, DraftEdge>();
  const doubts = new Map<string, Doubt>();
  const doubt = (one: Doubt) => {
    const text = one.text.slice(0, MAX_TEXT);
    const key = `${one.reason} ${text}`;
    if (!doubts.has(key)) doubts.set(key, { ...one, text });
  };
  const seen = new Map<string, { end: DraftEnd; table: KnownTable | null; isSure: boolean }>();
  const resolve = (name: string) => {
    const known = seen.get(name);
    if (known) return known;
    const found = resolveName(name, names, options, doubt);
    seen.set(name, found);
    return found;
  };
  const columnOf = (table: KnownTable | null, column: string, name: string): string | null => {
    if (column === '' || column === '*') return null;
    const original = table ? columnNamed(table, column) : undefined;
    if (original !== undefined || !table) return original ?? column;
    if (!PSEUDO.has(column.toLowerCase()))
      doubt({
        reason: 'unknownColumn',
        text: `${name}.${column}`,
        excerpt: null,
        candidates: [{ type: 'table', id: table.id, name: nameOf(table) }],
      });
    return null;
  };
  const add = (edge: DraftEdge) => {
    const isSame = endKey(edge.from) === endKey(edge.to);
    if (isSame && edge.fromColumn === edge.toColumn) return;
    const key = JSON.stringify([endKey(edge.from), edge.fromColumn, endKey(edge.to), edge.toColumn, edge.kind]);
    const old = edges.get(key);
    if (!old || (old.confidence === 'inferred' && edge.confidence === 'exact')) edges.set(key, edge);
  };
  const targetTable = options.target?.type === 'table' ? names.byId(options.target.id) : null;
  const one = (edge: Pick<LineageEdge, 'kind' | 'expression' | 'confidence'>, from: ColumnRef, to: ColumnRef) => {
    if (from.table === null) return;
    const source = resolve(from.table);
    const target = to.table === null ? options.target && { end: options.target, table: targetTable, isSure: true } : resolve(to.table);
    if (!target) return;
    const fromColumn = columnOf(source.table, from.column, from.table);
    // what only decides about rows bears on the whole target
    const toColumn = edge.kind === 'value' ? columnOf(target.table, to.column, to.table ?? '') : null;
    add({
      from: source.end,
      fromColumn,
      to: target.end,
      toColumn: fromColumn === null && edge.kind === 'value' ? null : toColumn,
      kind: edge.kind,
      expression: edge.expression?.slice(0, MAX_EXPRESSION) ?? null,
      confidence: edge.confidence === 'exact' && source.isSure && target.isSure ? 'exact' : 'inferred',
    });
  };

  for (const edge of lineage.edges) one(edge, edge.from, edge.to);
  if (options.target)
    for (const [column, refs] of Object.entries(lineage.outputs))
      for (const ref of refs) one({ kind: 'value', expression: null, confidence: 'exact' }, ref, { table: null, column });
  addWholeTables();
  for (const open of lineage.unresolved)
    doubt({
      reason: open.reason,
      text: open.text,
      excerpt: `第 ${open.line} 行：${open.text}`.slice(0, MAX_TEXT),
      candidates: open.candidates.flatMap((name): Candidate[] => {
        const match = names.find(name, options.schema);
        return match.kind === 'table' ? [{ type: 'table', id: match.table.id, name: nameOf(match.table) }] : [];
      }),
    });
  return { edges: [...edges.values()], doubts: [...doubts.values()] };

  /** A source without a column that flows (`select count(*) from s`) still feeds the target, when it is plain which one. */
  function addWholeTables(): void {
    const targets: DraftEnd[] = lineage.tables.targets.map((name) => resolve(name).end);
    if (options.target) targets.push(options.target);
    if (targets.length === 0 || (targets.length > 1 && lineage.statementCount > 1)) return;
    for (const name of lineage.tables.sources) {
      const { end, isSure } = resolve(name);
      for (const to of targets) {
        const isLinked = [...edges.values()].some((edge) => endKey(edge.from) === endKey(end) && endKey(edge.to) === endKey(to));
        if (!isLinked)
          add({
            from: end,
            fromColumn: null,
            to,
            toColumn: null,
            kind: 'value',
            expression: null,
            confidence: isSure ? 'exact' : 'inferred',
          });
      }
    }
  }
}

function resolveName(name: string, names: NameIndex, options: DraftOptions, doubt: (one: Doubt) => void) {
  const match = names.find(name, options.schema);
  if (match.kind === 'table') return { end: { type: 'table', id: match.table.id } as const, table: match.table, isSure: match.isSure };
  const text = match.kind === 'unknown' ? match.key : name.toLowerCase();
  const chosen = options.decided.get(text);
  doubt({
    reason: match.kind === 'several' ? 'ambiguousTable' : 'externalTable',
    text,
    excerpt: null,
    candidates:
      match.kind === 'several' ? match.tables.slice(0, 20).map((table) => ({ type: 'table', id: table.id, name: nameOf(table) })) : [],
  });
  // a table of another source keeps the spelling of the statement: its columns are matched when it is shown
  if (chosen) return { end: chosen, table: chosen.type === 'table' ? names.byId(chosen.id) : null, isSure: true };
  return { end: { type: 'external', key: text } as const, table: null, isSure: true };
}
