import type { FieldState, FormState, RowState, Verdict } from '../../core/index.ts';

const FLAGS = ['isActive', 'isVisible', 'isRequired', 'isReadonly', 'problem'] as const;
const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
const isSame = (a: FieldState, b: FieldState): boolean => FLAGS.every((flag) => a[flag] === b[flag]) && isSameValue(a.value, b.value);

/** The map before, when the next one says the same; else the next one with whatever stayed the same taken from the one before. */
function sharedFields(before: ReadonlyMap<string, FieldState> | undefined, next: ReadonlyMap<string, FieldState>) {
  if (!before) return next;
  let isWhole = before.size === next.size;
  const fields = new Map<string, FieldState>();
  for (const [id, state] of next) {
    const old = before.get(id);
    const isKept = old !== undefined && isSame(old, state);
    if (!isKept) isWhole = false;
    fields.set(id, isKept ? old : state);
  }
  return isWhole ? before : fields;
}
function sharedRow(before: RowState | undefined, next: RowState): RowState {
  const cells = sharedFields(before?.cells, next.cells);
  return before && cells === before.cells && before.id === next.id ? before : { ...next, cells };
}
const sharedState = (before: FormState, next: FormState): FormState => ({
  fields: sharedFields(before.fields, next.fields),
  rows: new Map([...next.rows].map(([id, rows]) => [id, rows.map((row, at) => sharedRow(before.rows.get(id)?.[at], row))])),
});

/** A verdict made of the objects of the one before wherever both say the same: whoever shows these has nothing to draw. */
export const shared = (before: Verdict, next: Verdict): Verdict => ({
  ...next,
  problems: isSameValue(before.problems, next.problems) ? before.problems : next.problems,
  state: sharedState(before.state, next.state),
});

interface Said {
  readonly verdict: Verdict;
  /** places that were left, whose problems are shown */
  readonly left: ReadonlySet<string>;
  /** all problems are shown, after a try to submit */
  readonly showsAll: boolean;
  /** problems that only the server knows, by path */
  readonly refused: ReadonlyMap<string, string>;
}
/** What is said about places, by path, as far as it is to be seen yet; the first word about a place counts, and the server's before it. */
export function shownProblems({ verdict, left, showsAll, refused }: Said): ReadonlyMap<string, string> {
  const shown = new Map(refused);
  for (const { path, message } of verdict.problems) if ((showsAll || left.has(path)) && !shown.has(path)) shown.set(path, message);
  return shown;
}
