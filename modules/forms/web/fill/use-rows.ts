import { useShallow } from 'zustand/react/shallow';
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
/** How a row stands. */
export const useRow = (field: SubformField, at: number): RowState | undefined =>
  useFill((fill) => fill.verdict.state.rows.get(field.id)?.[at]);

const NONE: readonly (string | null)[] = [];
/** What is wrong in a row, by column; empty where nothing is. */
export function useRowProblems(field: SubformField, at: number): readonly (string | null)[] {
  return useFill(
    useShallow(({ shown }) => {
      const said = shown.size === 0 ? NONE : field.children.map((cell) => shown.get(`values.${field.key}.${at}.${cell.key}`) ?? null);
      return said.some((one) => one !== null) ? said : NONE;
    }),
  );
}
