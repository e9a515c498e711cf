import type { FlowComparison } from '#kit/contract/flow.ts';

type Field = FlowComparison['fields'][number];
type Table = FlowComparison['tables'][number];
type Row = Readonly<Record<string, string | null>>;

/** Longest text of a side: what is longer is compared as a whole, and shown as far. */
const MAX_TEXT = 4_000;

interface Sides {
  readonly name: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** how people see it who may not see it whole: applied to both sides after they were compared */
  readonly mask?: (text: string) => string;
}
const shownBy = (mask: Sides['mask']) => (text: string | null) => {
  const shown = text !== null && mask ? mask(text) : text;
  return shown !== null && shown.length > MAX_TEXT ? `${shown.slice(0, MAX_TEXT)}…` : shown;
};
const given = (text: string | null): string | null => (text === '' ? null : text);

/** A field before and after a change. Compared as it is stored, so that a change inside of what is masked is seen as one. */
export function comparedField({ name, label, mask, ...sides }: Sides): Field {
  const [before, after] = [given(sides.before), given(sides.after)];
  const show = shownBy(mask);
  return {
    name,
    label,
    before: show(before),
    after: show(after),
    state: before === after ? 'same' : 'changed',
    isMasked: mask !== undefined,
  };
}

interface Rows extends Pick<Table, 'name' | 'label' | 'columns'> {
  /** column that tells rows apart */
  readonly key: string;
  readonly before: readonly Row[];
  readonly after: readonly Row[];
}
/** Rows below a record before and after a change, those of the changed record first, in its order. */
export function comparedTable({ name, label, columns, key, before, after }: Rows): Table {
  const former = new Map(before.map((row) => [row[key] ?? '', row]));
  const kept = new Set(after.map((row) => row[key] ?? ''));
  const isSame = (a: Row, b: Row) => columns.every((column) => given(a[column.name] ?? null) === given(b[column.name] ?? null));
  const rows: Table['rows'] = after.map((row) => {
    const was = former.get(row[key] ?? '');
    if (!was) return { state: 'added', before: null, after: { ...row } };
    return { state: isSame(was, row) ? 'same' : 'changed', before: { ...was }, after: { ...row } };
  });
  const gone = before.filter((row) => !kept.has(row[key] ?? ''));
  return { name, label, columns, rows: [...rows, ...gone.map((row) => ({ state: 'removed' as const, before: { ...row }, after: null }))] };
}
