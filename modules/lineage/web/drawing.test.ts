import { expect, test } from 'vitest';
import type { ColumnEdge, LineageNode, TableEdge } from '../contract/lineage.ts';
import { cardsOn, edgesAmong, layoutInput, linkedColumns, pictureOf } from './drawing.ts';
import { CARD, pathsOf, shapeOf, type CardState, type Drawing } from './model.ts';

const BRIEF: CardState = { mode: 'brief', filter: '', scroll: 0 };
const HEAD: CardState = { ...BRIEF, mode: 'head' };

function card(key: string, columns: readonly string[], linked: string[] | null = null): LineageNode {
  return {
    key,
    type: 'table',
    id: key,
    name: key,
    schemaName: null,
    sourceId: null,
    sourceName: null,
    kind: 'table',
    comment: null,
    level: null,
    tier: null,
    ownerName: null,
    path: null,
    isTransient: false,
    isGone: false,
    distance: 0,
    upCount: 0,
    downCount: 0,
    columnCount: columns.length,
    columns: columns.map((name) => ({ id: name, name, comment: null, type: null, level: null, isKey: false })),
    linked,
  };
}
const flow = (from: string, to: string, kinds: TableEdge['kinds'] = ['value']): TableEdge => ({
  from,
  to,
  kinds,
  origins: ['view'],
  confidence: 'exact',
  edgeCount: 1,
  edgeId: `${from}-${to}`,
});
function columnFlow(from: [string, string | null], to: [string, string | null], kind: ColumnEdge['kind'] = 'value'): ColumnEdge {
  const id = `${from.join('.')}-${to.join('.')}`;
  return { id, from: from[0], fromColumn: from[1], to: to[0], toColumn: to[1], kind, origin: 'view', confidence: 'exact' };
}
const DRAWING: Drawing = {
  nodes: [card('ods', ['id', 'phone']), card('dwd', ['id', 'mobile', 'city']), card('ads', ['n'])],
  edges: [flow('ods', 'dwd'), flow('dwd', 'ads', ['filter'])],
  columnEdges: [columnFlow(['ods', 'phone'], ['dwd', 'mobile']), columnFlow(['dwd', 'city'], ['ads', null], 'filter')],
};
const shapesOf = (nodes: readonly LineageNode[], state = BRIEF) =>
  new Map(nodes.map((node) => [node.key, shapeOf(node, undefined, state)]));

test('following a column leaves the cards on its path, with their columns on it', () => {
  expect(cardsOn(null, null)).toEqual([]);
  expect(cardsOn(DRAWING, null)).toBe(DRAWING.nodes);
  const cards = cardsOn(DRAWING, pathsOf(DRAWING, { key: 'dwd', column: 'mobile' }));
  expect(cards.map((one) => [one.key, one.columns.map((column) => column.name)])).toEqual([
    ['ods', ['phone']],
    ['dwd', ['mobile']],
  ]);
  expect(edgesAmong(cards, DRAWING.edges).map((edge) => edge.edgeId)).toEqual(['ods-dwd']);
});

test('columns with lineage come from the edges between columns and from cards that name them', () => {
  const linked = linkedColumns({ ...DRAWING, nodes: [...DRAWING.nodes, card('far', [], ['code'])] });
  expect(Object.fromEntries([...linked].map(([key, names]) => [key, [...names]]))).toEqual({
    ods: ['phone'],
    dwd: ['mobile', 'city'],
    far: ['code'],
  });
});

test('the layout gets the height of each card as it is shown', () => {
  expect(layoutInput([], [], new Map())).toBeNull();
  const input = layoutInput(DRAWING.nodes, DRAWING.edges, shapesOf(DRAWING.nodes));
  expect(input?.nodes.map(({ key, height }) => [key, height])).toEqual([
    ['ods', CARD.head + 2 * CARD.row + CARD.rim],
    ['dwd', CARD.head + 3 * CARD.row + CARD.rim],
    ['ads', CARD.head + CARD.row + CARD.rim],
  ]);
  expect(layoutInput(DRAWING.nodes, [], shapesOf(DRAWING.nodes, HEAD))?.nodes.every(({ height }) => height === CARD.head)).toBe(true);
});

test('a saved picture draws lines between heads, or between the rows of the columns on a path', () => {
  const placed = {
    nodes: DRAWING.nodes,
    edges: DRAWING.edges,
    shapes: shapesOf(DRAWING.nodes),
    stateOf: () => BRIEF,
    positions: { ods: { x: 0, y: 0 }, dwd: { x: 400, y: 0 } },
  };
  const whole = pictureOf({ ...placed, columnEdges: null });
  // a card that has no place yet is left out
  expect(whole.cards.map(({ node, x }) => [node.key, x])).toEqual([
    ['ods', 0],
    ['dwd', 400],
  ]);
  const middle = CARD.head / 2;
  expect(whole.lines).toEqual([
    { from: 'ods', to: 'dwd', fromY: middle, toY: middle, isIndirect: false },
    { from: 'dwd', to: 'ads', fromY: middle, toY: middle, isIndirect: true },
  ]);
  const path = pictureOf({ ...placed, columnEdges: DRAWING.columnEdges });
  expect(path.lines).toEqual([
    { from: 'ods', to: 'dwd', fromY: CARD.head + 1.5 * CARD.row, toY: CARD.head + 1.5 * CARD.row, isIndirect: false },
    { from: 'dwd', to: 'ads', fromY: CARD.head + 2.5 * CARD.row, toY: middle, isIndirect: true },
  ]);
});
