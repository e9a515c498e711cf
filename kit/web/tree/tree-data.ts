/** A row of a tree in flat form. */
export interface TreeRow {
  id: string;
}
export type Node<Row> = Row & { children?: Node<Row>[] };

type ParentOf<Row> = (row: Row) => string | null;

/**
 * Builds trees from flat rows, in the given order. A row without its parent in the list becomes a root, so that filtered and scoped lists
 * stay visible.
 */
export function buildTree<Row extends TreeRow>(rows: readonly Row[], parentOf: ParentOf<Row>): Node<Row>[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row } as Node<Row>]));
  const roots: Node<Row>[] = [];
  for (const row of rows) {
    const node = nodes.get(row.id);
    const parent = nodes.get(parentOf(row) ?? '');
    if (!node) continue;
    if (!parent || parent === node) roots.push(node);
    else (parent.children ??= []).push(node);
  }
  return roots;
}

/** Ids from a row up to its root, the row first; stops at a cycle. */
export function pathTo<Row extends TreeRow>(rows: readonly Row[], id: string, parentOf: ParentOf<Row>): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const path: string[] = [];
  for (let at = byId.get(id); at && !path.includes(at.id); at = byId.get(parentOf(at) ?? '')) path.push(at.id);
  return path;
}

/** The rows that match, with all their ancestors, in the given order. */
export function withAncestors<Row extends TreeRow>(rows: readonly Row[], matches: (row: Row) => boolean, parentOf: ParentOf<Row>): Row[] {
  const kept = new Set(rows.filter(matches).flatMap((row) => pathTo(rows, row.id, parentOf)));
  return rows.filter((row) => kept.has(row.id));
}

/** Ids of the nodes with children on the first `levels` levels: what must be open for the next level to be seen. */
export function idsToLevel<Row extends TreeRow>(nodes: readonly Node<Row>[], levels: number): string[] {
  if (levels <= 0) return [];
  return nodes.flatMap((node) => (node.children ? [node.id, ...idsToLevel(node.children, levels - 1)] : []));
}

/** The rows that are seen while `open` nodes show their children, each with how deep it lies. */
export function openRows<Row extends TreeRow>(
  nodes: readonly Node<Row>[],
  open: ReadonlySet<string>,
  depth = 0,
): { row: Node<Row>; depth: number }[] {
  return nodes.flatMap((row) => [{ row, depth }, ...(row.children && open.has(row.id) ? openRows(row.children, open, depth + 1) : [])]);
}

export type DropPlace = 'before' | 'inside' | 'after';
export interface Drop<Row> {
  row: Row;
  target: Row;
  place: DropPlace;
  /** the new parent; null = root */
  parentId: string | null;
  /** ids of all children of the new parent in their new order, the moved row among them */
  order: string[];
}

/** Parent and order after a drop; null when it would create a cycle. */
export function dropOf<Row extends TreeRow>(
  rows: readonly Row[],
  row: Row,
  target: Row,
  place: DropPlace,
  parentOf: ParentOf<Row>,
): Drop<Row> | null {
  if (pathTo(rows, target.id, parentOf).includes(row.id)) return null;
  const parentId = place === 'inside' ? target.id : parentOf(target);
  const ids = new Set(rows.map((one) => one.id));
  const isSibling = (one: Row) => {
    const parent = parentOf(one);
    if (parentId !== null && ids.has(parentId)) return parent === parentId;
    return parent === null || !ids.has(parent);
  };
  const siblings = rows.filter((one) => one.id !== row.id && isSibling(one)).map((one) => one.id);
  const at = place === 'inside' ? siblings.length : siblings.indexOf(target.id) + (place === 'after' ? 1 : 0);
  return { row, target, place, parentId, order: siblings.toSpliced(at, 0, row.id) };
}
