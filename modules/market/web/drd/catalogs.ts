import { buildTree, type Node } from '#kit/web/tree/tree-data.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

export type Catalog = CallReply<typeof api.drd.tree>[number];
export const parentOf = (row: Catalog) => row.parentId;
interface Choice {
  value: string;
  title: string;
  children: Choice[];
}
const choiceOf = (node: Node<Catalog>): Choice => ({
  value: node.id,
  title: `${node.catalogName}（${node.catalogCode}）`,
  children: node.children?.map(choiceOf) ?? [],
});
/** The classes to choose from. */
export const catalogChoices = (rows: readonly Catalog[]): Choice[] => buildTree(rows, parentOf).map(choiceOf);
