import type { TreeOption } from '#kit/web/table/types.ts';
import { treeOptions, withRoot } from '../tree-options.ts';

interface Placed {
  id: string;
  parentId: string;
  menuName: string;
  menuType: '0' | '1' | '2';
}

/** Parents that a menu of the type can have: modules stand below modules, buttons below pages. The row itself and what is below it are left out. */
export function parentChoices(rows: readonly Placed[], type: Placed['menuType'], editing?: string): TreeOption[] {
  const nameOf = (row: Placed) => row.menuName;
  if (type !== '2')
    return withRoot(
      '顶级',
      treeOptions(
        rows.filter((row) => row.menuType === '0'),
        nameOf,
        editing,
      ),
    );
  const places = rows.filter((row) => row.menuType !== '2');
  const folders = new Set(places.filter((row) => row.menuType === '0').map((row) => row.id));
  const fold = (options: readonly TreeOption[]): TreeOption[] =>
    options.map((option) => ({
      ...option,
      ...(folders.has(option.value) && { disabled: true }),
      ...(option.children && { children: fold(option.children) }),
    }));
  return fold(treeOptions(places, nameOf, editing));
}

/** True when the value is among the choices and can be chosen. */
export const isOffered = (choices: readonly TreeOption[], value: unknown): boolean =>
  choices.some((choice) => (choice.value === value && !choice.disabled) || isOffered(choice.children ?? [], value));
