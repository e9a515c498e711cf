import { useRef } from 'react';
import { FORM_LIMITS } from '../../contract/kinds.ts';
import type { SubformField } from '../../contract/schema.ts';
import type { RowState } from '../../core/index.ts';
import { useFill, useFiller } from './context.ts';
import { newRow, rowDefaults, rowsOf, type FillRow } from './store.ts';

const NOBODY = { person: { userId: null, deptId: null } };

/** What is done with the rows of a sub-table. */
export function useRows(field: SubformField) {
  const { store, form } = useFiller();
  const most = Math.min(field.maxRows ?? 200, FORM_LIMITS.rows);
  const now = (): readonly FillRow[] => rowsOf(store.getState().values, field.key);
  const put = (rows: readonly FillRow[]): void => store.getState().setRows(field.key, rows);
  const blank = () => rowDefaults(form, field.id, NOBODY);
  return {
    most,
    now,
    put,
    blank,
    add: (): string | null => {
      if (now().length >= most) return null;
      const row = newRow(blank());
      put([...now(), row]);
      return row.$key;
    },
    remove: (key: string) => put(now().filter((row) => row.$key !== key)),
    copy: (key: string): string | null => {
      const [rows, at] = [now(), now().findIndex((row) => row.$key === key)];
      if (at < 0 || rows.length >= most) return null;
      // a copy is a row of its own
      const { id: _id, $key: _key, ...values } = rows[at]! as FillRow & { id?: unknown };
      const row = newRow(values);
      put([...rows.slice(0, at + 1), row, ...rows.slice(at + 1)]);
      return row.$key;
    },
  };
}
export type Rows = ReturnType<typeof useRows>;

export interface PartProps {
  field: SubformField;
  rows: readonly FillRow[];
  ways: Rows;
  isReadonly: boolean;
}
/** How a row stands; the same object while nothing in it has changed. */
export function useRow(field: SubformField, at: number): RowState | undefined {
  const kept = useRef<RowState | undefined>(undefined);
  return useFill((fill) => {
    const next = fill.verdict.state.rows.get(field.id)?.[at];
    if (!isSameRow(kept.current, next)) kept.current = next;
    return [kept.current] as const;
  })[0];
}
function isSameRow(a: RowState | undefined, b: RowState | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return [...b.cells].every(([id, cell]) => {
    const other = a.cells.get(id);
    return other !== undefined && JSON.stringify(other) === JSON.stringify(cell);
  });
}
/** What is wrong in a row, by column. */
export function useRowProblems(field: SubformField, at: number): readonly (string | null)[] {
  return useFill((fill) =>
    field.children.map((cell) => {
      const path = `values.${field.key}.${at}.${cell.key}`;
      const said = fill.showsAll || fill.left.has(path) ? fill.verdict.problems.find((one) => one.path === path)?.message : undefined;
      return fill.refused.get(path) ?? said ?? null;
    }),
  );
}
