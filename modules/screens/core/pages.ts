import { parentOf, treeOf, type Nodes } from './tree.ts';

/**
 * Pages of carousels that a builder does not show: of each carousel the page is seen in which something is chosen, else its first. Pages lie
 * over each other, so that all at once would show none.
 */
export function hiddenCarouselPages(nodes: Nodes, selection: readonly string[]): ReadonlySet<string> {
  const chosen = new Set<string>();
  for (const id of selection) for (let at: string | null = id; at !== null && nodes[at]; at = parentOf(nodes, at)) chosen.add(at);
  const resting = new Set<string>();
  for (const [parent, pages] of treeOf(nodes).children) {
    if (parent === null || nodes[parent]?.type !== 'carousel') continue;
    const seen = pages.find((id) => chosen.has(id)) ?? pages[0];
    for (const id of pages) if (id !== seen) resting.add(id);
  }
  return resting;
}
