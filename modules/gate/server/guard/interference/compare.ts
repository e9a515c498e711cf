/** What a reader gets to see of a statement. */
export type Outcome =
  /** the source failed: code, message and place, as the reader is told them */
  | { readonly kind: 'error'; readonly told: string }
  /** a change that was undone: the rows that it would have changed */
  | { readonly kind: 'change'; readonly count: number }
  | {
      readonly kind: 'rows';
      readonly columns: readonly { readonly name: string; readonly masked: boolean }[];
      readonly rows: readonly (readonly unknown[])[];
    };

const MASKED = '◼';

/** A result with every masked cell alike: whether one is there at all is no secret. */
const withoutMasked = (outcome: Extract<Outcome, { kind: 'rows' }>): string[] =>
  outcome.rows.map((row) => JSON.stringify(row.map((cell, i) => (outcome.columns[i]?.masked !== false && cell !== null ? MASKED : cell))));

/**
 * How the answers of two databases differ for a reader who may not tell them apart, null when they do not: kind of the answer, errors,
 * names and masks of columns, number and order of rows, and every cell that is not masked.
 */
export function differenceOf(a: Outcome, b: Outcome): string | null {
  if (a.kind !== b.kind) return `${summary(a)} against ${summary(b)}`;
  if (a.kind === 'rows' && b.kind === 'rows') {
    const shapes = [a, b].map(({ columns }) => columns.map(({ name, masked }) => `${name}${masked ? '*' : ''}`).join());
    if (shapes[0] !== shapes[1]) return `columns ${shapes.join(' against ')}`;
    if (a.rows.length !== b.rows.length) return `${a.rows.length} rows against ${b.rows.length}`;
    const [left, right] = [withoutMasked(a), withoutMasked(b)];
    const at = left.findIndex((row, i) => row !== right[i]);
    if (at < 0) return null;
    const isOrder = left.toSorted().join('\n') === right.toSorted().join('\n');
    return `${isOrder ? 'order of rows, ' : ''}row ${at + 1}: ${left[at]?.slice(0, 200)} against ${right[at]?.slice(0, 200)}`;
  }
  return summary(a) === summary(b) ? null : `${summary(a)} against ${summary(b)}`;
}

function summary(outcome: Outcome): string {
  if (outcome.kind === 'error') return outcome.told;
  return outcome.kind === 'change' ? `${outcome.count} changed` : `${outcome.rows.length} rows`;
}
