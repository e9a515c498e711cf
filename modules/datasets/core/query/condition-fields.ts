import type { FilterNode } from '../../contract/query.ts';

/** The fields that conditions name, however deep; one that several name comes as often. */
export const conditionFields = (nodes: readonly FilterNode[]): string[] =>
  nodes.flatMap((node) => ('col' in node ? [node.col] : conditionFields('all' in node ? node.all : node.any)));
