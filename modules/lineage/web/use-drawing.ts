import { useCallback, useMemo } from 'react';
import { HEADS_ONLY_FROM, type LineageGraph } from '../contract/lineage.ts';
import { cardsOn, edgesAmong, layoutInput, linkedColumns } from './drawing.ts';
import { filtered, pathsOf, shapeOf, type CardState, type Filter, type Focus } from './model.ts';
import { useLayout } from './use-layout.ts';

interface Options {
  filter: Filter;
  /** the column that is followed */
  focus: Focus | null;
  /** what was changed about single cards by hand: opened, searched, scrolled */
  cards: ReadonlyMap<string, Partial<CardState>>;
  small: boolean;
}

/**
 * What is on the screen of a graph: the cards and edges that the filter and the followed column leave, the measures of the cards and their
 * places. `positions` is null until the first layout; while a newer one is computed they are those of the drawing before (`isPlaced` false).
 */
export function useDrawing(graph: LineageGraph | null, { filter, focus, cards, small }: Options) {
  const shown = useMemo(() => graph && filtered(graph, graph.focus, filter), [graph, filter]);
  const paths = useMemo(() => (shown && focus ? pathsOf(shown, focus) : null), [shown, focus]);
  const nodes = useMemo(() => cardsOn(shown, paths), [shown, paths]);
  const linked = useMemo(() => linkedColumns(shown), [shown]);
  const startKey = graph?.focus ?? '';
  const isDense = nodes.length > HEADS_ONLY_FROM || small;
  const stateOf = useCallback(
    (key: string): CardState => ({
      mode: paths || key === startKey || !isDense ? 'brief' : 'head',
      filter: '',
      scroll: 0,
      ...(paths ? {} : cards.get(key)),
    }),
    [cards, paths, isDense, startKey],
  );
  const shapes = useMemo(
    () => new Map(nodes.map((node) => [node.key, shapeOf(node, linked.get(node.key), stateOf(node.key))])),
    [nodes, linked, stateOf],
  );
  const edges = useMemo(() => edgesAmong(nodes, shown?.edges ?? []), [shown, nodes]);
  const sizes = nodes.map((node) => `${node.key} ${shapes.get(node.key)?.height}`).join('|');
  const input = useMemo(
    () => layoutInput(nodes, edges, shapes),
    // scrolling inside a card moves edges, not cards
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [sizes, edges],
  );
  const layout = useLayout(input);
  return { shown, paths, nodes, edges, linked, shapes, stateOf, positions: layout?.positions ?? null, isPlaced: layout?.of === input };
}
