import { freeName, hiddenName, isNamedAfter, passingName } from './names.ts';
import { moveOf } from './type-move.ts';
import type { Check, ColumnSpec, Step, StoredColumn, StoredTable, TablePlan, TableSpec } from './types.ts';

/** What gives new tables and columns their ids. */
type NextId = () => string;

const flags = ({ isKey = false, isNotNull = false, isIndexed = false, isUnique = false }: ColumnSpec) => ({
  isKey,
  isNotNull,
  isIndexed,
  isUnique,
});

function newColumn(spec: ColumnSpec, name: string, position: number, id: string): StoredColumn {
  return { ...flags(spec), fieldId: spec.fieldId, label: spec.label, type: spec.type, id, name, position, isHidden: false };
}

const indexOf = (column: StoredColumn): Step[] =>
  column.isUnique || (column.isIndexed && !column.isKey)
    ? [{ do: 'index', column: column.name, id: column.id, isUnique: column.isUnique }]
    : [];

/** The plan of a table that is not there yet. */
export function planNew(spec: TableSpec, name: string, nextId: NextId): TablePlan {
  const id = nextId();
  const columns: StoredColumn[] = [];
  const isTaken = (one: string) => columns.some((column) => column.name === one);
  for (const column of spec.columns)
    columns.push(newColumn(column, freeName(column.name, column.fieldId, isTaken), columns.length + 1, nextId()));
  const after = { id, part: spec.part, name, label: spec.label, nextPosition: columns.length + 1, isHidden: false, columns };
  return { steps: [{ do: 'create', columns }, ...columns.flatMap(indexOf)], checks: [], after };
}

/** A column as it stood and as it will stand. */
interface Pair {
  readonly before: StoredColumn;
  after: StoredColumn;
}

/** What is collected while the columns are looked at one by one. */
interface Draft {
  readonly kept: Pair[];
  readonly added: StoredColumn[];
  readonly checks: Check[];
  nextPosition: number;
}

/** Decides what becomes of a column whose field is wanted again, perhaps as another type; answers false when it needs a new column. */
function keep(draft: Draft, before: StoredColumn, spec: ColumnSpec): boolean {
  const move = moveOf(before.type, spec.type);
  const check = (what: Check['what']) => draft.checks.push({ fieldId: spec.fieldId, label: spec.label, column: before.name, what });
  if (move === 'other') {
    // a hidden column stays what it was; one that is in use may only be left when it holds nothing
    if (!before.isHidden) check({ kind: 'filled' });
    return false;
  }
  if (move === 'narrower' && spec.type.kind === 'text') check({ kind: 'longer', length: spec.type.length });
  if (move === 'narrower' && spec.type.kind === 'number') check({ kind: 'digits', digits: spec.type.digits, scale: spec.type.scale });
  const isUnique = spec.isUnique ?? false;
  if (isUnique && !before.isUnique) check({ kind: 'repeated' });
  const after = { ...before, isUnique, isIndexed: spec.isIndexed ?? false, label: spec.label, type: spec.type, isHidden: false };
  draft.kept.push({ before, after });
  return true;
}

/** Living columns first, so that a field which left and came back as another type finds the one in use. */
const candidates = (stored: StoredTable, fieldId: string): StoredColumn[] =>
  stored.columns
    .filter((column) => column.fieldId === fieldId)
    .toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden) || b.position - a.position);

/** Values of a hidden column are kept; it asks nothing of new rows. */
const hidden = (column: StoredColumn): StoredColumn => ({
  ...column,
  name: hiddenName(column.name, column.position),
  isHidden: true,
  isNotNull: false,
  isUnique: false,
  isIndexed: false,
});

/** Names for the columns afterwards: what is hidden gives its name away, what is named after its field keeps it. */
function settleNames(draft: Draft, stored: StoredTable, specs: ReadonlyMap<string, ColumnSpec>): void {
  const keptIds = new Set(draft.kept.map(({ before }) => before.id));
  for (const column of stored.columns)
    if (!keptIds.has(column.id))
      draft.kept.push({
        before: column,
        after: column.isHidden ? column : hidden(column),
      });
  const taken = new Set<string>();
  const open: Pair[] = [];
  for (const pair of draft.kept) {
    const spec = specs.get(pair.after.fieldId);
    if (pair.after.isHidden) taken.add(pair.after.name);
    else if (!pair.before.isHidden && spec && isNamedAfter(pair.before.name, spec.name, spec.fieldId)) taken.add(pair.before.name);
    else open.push(pair);
  }
  for (const pair of open) {
    const spec = specs.get(pair.after.fieldId)!;
    const name = freeName(spec.name, spec.fieldId, (one) => taken.has(one));
    taken.add(name);
    pair.after = { ...pair.after, name };
  }
  draft.added.forEach((column, i) => {
    const spec = specs.get(column.fieldId)!;
    const name = freeName(spec.name, spec.fieldId, (one) => taken.has(one));
    taken.add(name);
    draft.added[i] = { ...column, name };
  });
}

/** Renames in an order in which no name is there twice; those that go round pass through a third name. */
function renames(pairs: readonly Pair[]): Step[] {
  const moving = pairs.filter(({ before, after }) => before.name !== after.name);
  const old = new Set(moving.map(({ before }) => before.name));
  const passing = moving.filter(({ after }) => old.has(after.name));
  const direct = moving.filter(({ after }) => !old.has(after.name));
  const step = (from: string, to: string): Step => ({ do: 'rename', from, to });
  return [
    ...passing.map(({ before }) => step(before.name, passingName(before.position))),
    ...direct.map(({ before, after }) => step(before.name, after.name)),
    ...passing.map(({ before, after }) => step(passingName(before.position), after.name)),
  ];
}

/** Steps after the renames, by the names of afterwards. */
function finishing({ before, after }: Pair): Step[] {
  const steps: Step[] = [];
  if (JSON.stringify(before.type) !== JSON.stringify(after.type)) steps.push({ do: 'retype', column: after.name, type: after.type });
  if (before.isNotNull && !after.isNotNull) steps.push({ do: 'nullable', column: after.name });
  if (before.label !== after.label) steps.push({ do: 'label', column: after.name, label: after.label });
  const had = indexOf(before)[0];
  const has = indexOf(after)[0];
  const isSame = had?.do === 'index' && has?.do === 'index' ? had.isUnique === has.isUnique : had === has;
  if (isSame) return steps;
  if (had?.do === 'index') steps.push({ do: 'dropIndex', id: had.id, isUnique: had.isUnique });
  if (has?.do === 'index') steps.push(has);
  return steps;
}

/** The plan that makes a stored table what its owner wants; nothing is ever dropped that holds a value. */
export function planTable(stored: StoredTable, spec: TableSpec, nextId: NextId): TablePlan {
  const draft: Draft = { kept: [], added: [], checks: [], nextPosition: stored.nextPosition };
  for (const column of spec.columns) {
    const isKept = candidates(stored, column.fieldId).some((before) => keep(draft, before, column));
    if (!isKept) draft.added.push(newColumn({ ...column, isNotNull: false }, column.name, draft.nextPosition++, nextId()));
  }
  settleNames(draft, stored, new Map(spec.columns.map((column) => [column.fieldId, column])));
  const kept = draft.kept;
  const steps: Step[] = [
    ...renames(kept),
    ...kept.flatMap(finishing),
    ...draft.added.map((column): Step => ({ do: 'add', column })),
    ...draft.added.flatMap(indexOf),
    ...(spec.label === stored.label ? [] : [{ do: 'tableLabel', label: spec.label } as const]),
  ];
  const columns = [...kept.map(({ after }) => after), ...draft.added].toSorted((a, b) => a.position - b.position);
  const after = { ...stored, label: spec.label, nextPosition: draft.nextPosition, isHidden: false, columns };
  return { steps, checks: draft.checks, after };
}
