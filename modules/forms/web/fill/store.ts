import { createStore, type StoreApi } from 'zustand';
import {
  defaultOf,
  mainFields,
  subforms,
  validateRecord,
  type CompiledForm,
  type RecordProblem,
  type RunOptions,
  type Verdict,
} from '../../core/index.ts';
import { shared, shownProblems } from './standing.ts';

/** A row of a sub-table as it is filled in; `$key` tells it from others while it has no id. */
export type FillRow = Readonly<Record<string, unknown>> & { readonly $key: string };
export type FillValues = Readonly<Record<string, unknown>>;

export interface Fill {
  readonly values: FillValues;
  /** how the record stands; it follows the values when there is time, so that typing waits for nothing */
  readonly verdict: Verdict;
  /** places whose problems are shown: those that were left, or all after a try to submit */
  readonly left: ReadonlySet<string>;
  readonly showsAll: boolean;
  /** problems that only the server knows, by path */
  readonly refused: ReadonlyMap<string, string>;
  /** what is said about places now, by path */
  readonly shown: ReadonlyMap<string, string>;
  /** changes since the beginning */
  readonly edits: number;
  set(key: string, value: unknown): void;
  setCell(sub: string, rowKey: string, key: string, value: unknown): void;
  setRows(sub: string, rows: readonly FillRow[]): void;
  leave(path: string): void;
  /** judges now; answers what is wrong */
  judge(): readonly RecordProblem[];
  refuse(problems: readonly { path: string; message: string }[]): void;
  replace(values: FillValues): void;
}
export type FillStore = StoreApi<Fill>;

let lastKey = 0;
/** A new row with what it holds at first. */
export const newRow = (values: Readonly<Record<string, unknown>> = {}): FillRow => ({ ...values, $key: `r${++lastKey}` });
export const rowsOf = (values: FillValues, key: string): readonly FillRow[] => {
  const rows = values[key];
  return Array.isArray(rows) ? (rows as readonly FillRow[]) : [];
};

/** Values as they are filled in: rows get keys, a new record gets its defaults. */
export function startValues(form: CompiledForm, given: FillValues | null, options: RunOptions): FillValues {
  const { schema, today } = form;
  const values: Record<string, unknown> = {};
  for (const field of mainFields(schema))
    values[field.key] = given === null ? defaultOf(field, options.person, today) : (given[field.key] ?? null);
  for (const sub of subforms(schema)) {
    const stored = given?.[sub.key];
    const rows: readonly unknown[] = Array.isArray(stored) ? stored : [];
    const blanks =
      given === null ? Array.from({ length: sub.minRows ?? (sub.required ? 1 : 0) }, () => newRow(rowDefaults(form, sub.id, options))) : [];
    values[sub.key] = [...rows.map((row) => newRow(row as FillValues)), ...blanks];
  }
  return values;
}
/** What a new row of a sub-table holds. */
export function rowDefaults(form: CompiledForm, subId: string, { person }: RunOptions): FillValues {
  const sub = subforms(form.schema).find(({ id }) => id === subId);
  return Object.fromEntries((sub?.children ?? []).map((cell) => [cell.key, defaultOf(cell, person, form.today)]));
}

/** Without the keys of rows: what the server gets and drafts keep. */
export const plainValues = (values: FillValues): FillValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map((one: unknown) => (isRow(one) ? withoutKey(one) : one)) : value,
    ]),
  );
const isRow = (value: unknown): value is FillRow => typeof value === 'object' && value !== null && '$key' in value;
const withoutKey = ({ $key: _key, ...row }: FillRow): FillValues => row;

/** Runs `work` once after the present drawing, however often it is asked for. */
function later(work: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      work();
    }, 0);
  };
}

/** State of one filling. */
export function makeFill(form: CompiledForm, values: FillValues, options: RunOptions): FillStore {
  return createStore<Fill>((set, get) => {
    const judge = (): Verdict => shared(get().verdict, validateRecord(form, get().values, options));
    /** Changes what is known of the record, and with it what is said. */
    const learn = (known: Partial<Pick<Fill, 'verdict' | 'left' | 'showsAll' | 'refused' | 'values'>>): void =>
      set((state) => ({ ...known, shown: shownProblems({ ...state, ...known }) }));
    const follow = later(() => learn({ verdict: judge() }));
    const change = (next: (values: FillValues) => FillValues, path?: string): void => {
      set((state) => ({ values: next(state.values), edits: state.edits + 1 }));
      if (path !== undefined && get().refused.has(path)) learn({ refused: new Map([...get().refused].filter(([one]) => one !== path)) });
      follow();
    };
    return {
      values,
      verdict: validateRecord(form, values, options),
      left: new Set(),
      showsAll: false,
      refused: new Map(),
      shown: new Map(),
      edits: 0,
      set: (key, value) => change((all) => ({ ...all, [key]: value }), `values.${key}`),
      setCell: (sub, rowKey, key, value) =>
        change((all) => ({ ...all, [sub]: rowsOf(all, sub).map((row) => (row.$key === rowKey ? { ...row, [key]: value } : row)) })),
      setRows: (sub, rows) => change((all) => ({ ...all, [sub]: rows }), `values.${sub}`),
      leave: (path) => {
        if (!get().left.has(path)) learn({ left: new Set([...get().left, path]) });
      },
      judge: () => {
        const verdict = judge();
        learn({ verdict, showsAll: true });
        return verdict.problems;
      },
      refuse: (problems) => learn({ refused: new Map(problems.map(({ path, message }) => [path, message])), showsAll: true }),
      replace: (next) => {
        learn({ values: next, refused: new Map(), left: new Set(), showsAll: false });
        follow();
      },
    };
  });
}
