import type { TreeOption } from '#kit/web/table/types.ts';
import { buildTree, type Node } from '#kit/web/tree/tree-data.ts';
import { ROOT_ID } from '../contract/fields.ts';

interface Named {
  id: string;
  parentId: string;
}

/** Flat rows → choices of a tree select. `without` leaves out a row and everything below it. */
export function treeOptions<Row extends Named>(rows: readonly Row[], labelOf: (row: Row) => string, without?: string): TreeOption[] {
  const optionsOf = (nodes: readonly Node<Row>[]): TreeOption[] =>
    nodes
      .filter((node) => node.id !== without)
      .map((node) => ({ value: node.id, label: labelOf(node), ...(node.children && { children: optionsOf(node.children) }) }));
  return optionsOf(buildTree(rows, (row) => row.parentId));
}

/** The choice 顶级, under which roots hang. */
export const withRoot = (label: string, options: readonly TreeOption[]): TreeOption[] => [
  { value: ROOT_ID, label, children: [...options] },
];
