import { expect, test } from 'vitest';
import { BoardConfig } from '../contract/board-config.ts';
import {
  freePlace,
  itemsOf,
  movedTab,
  movedToTab,
  withChanged,
  withCopy,
  withItem,
  withoutFilter,
  withoutItems,
  withoutTab,
  withPlaces,
  withTab,
} from './commands.ts';

const empty = BoardConfig.parse({ v: 1, tabs: [{ id: 'main', name: '首页', layout: [] }] });
const filled = () => {
  const first = withItem(empty, 'main', { kind: 'chart', chartId: '1' }, 'm');
  return withItem(first.config, 'main', { kind: 'chart', chartId: '2', actions: [{ do: 'filter', map: [], items: [first.key] }] }, 'm')
    .config;
};

test('new tiles take the first free place and keys of their own', () => {
  const items = itemsOf(filled());
  expect(items.map(({ x, y, w, h }) => [x, y, w, h])).toEqual([
    [0, 0, 12, 9],
    [12, 0, 12, 9],
  ]);
  expect(new Set(items.map((item) => item.i)).size).toBe(2);
  expect(freePlace(items, 13, 2)).toEqual({ x: 0, y: 9 });
});

test('what points at a removed tile lets go of it', () => {
  const config = filled();
  const [first, second] = itemsOf(config);
  const rest = withoutItems(config, [first!.i]);
  // a link to nothing would read as a link to everything
  expect(itemsOf(rest)).toMatchObject([{ i: second!.i, actions: [] }]);
});

test('what stood below a removed tile rises, as the builder shows it', () => {
  const { config } = withItem(filled(), 'main', { kind: 'chart', chartId: '3', x: 0, w: 24 }, 'm');
  const [first, second, wide] = itemsOf(config);
  const heights = (kept: BoardConfig) => itemsOf(kept).map(({ chartId, y }) => [chartId, y]);
  expect(heights(withoutItems(config, [first!.i]))).toEqual([
    ['2', 0],
    ['3', 9],
  ]);
  expect(heights(withoutItems(config, [first!.i, second!.i]))).toEqual([['3', 0]]);
  const { config: two, id } = withTab(config, '第二页', 'm');
  expect(movedToTab(movedToTab(two, first!.i, id), second!.i, id).tabs[0]!.layout).toMatchObject([{ i: wide!.i, y: 0 }]);
});

test('places are taken over, and nothing changes when nothing moved', () => {
  const config = filled();
  const places = itemsOf(config).map(({ i, x, y, w, h }) => ({ i, x, y, w, h }));
  expect(withPlaces(config, 'main', places)).toBe(config);
  expect(itemsOf(withPlaces(config, 'main', [{ ...places[0]!, w: 6 }]))[0]).toMatchObject({ w: 6, chartId: '1' });
});

test('tiles are copied and change tabs', () => {
  const { config, id } = withTab(filled(), '第二页', 'm');
  const [first] = itemsOf(config);
  const copied = withCopy(config, first!.i, 'm');
  expect(itemsOf(copied.config).filter((item) => item.chartId === '1')).toHaveLength(2);
  const moved = movedToTab(config, first!.i, id);
  expect(moved.tabs.map((tab) => tab.layout.length)).toEqual([1, 1]);
  expect(movedTab(moved, id, 0).tabs.map((tab) => tab.name)).toEqual(['第二页', '首页']);
  expect(withoutTab(moved, id).tabs).toHaveLength(1);
  expect(withoutTab(withoutTab(moved, id), 'main').tabs).toHaveLength(1);
});

test('a removed filter is nowhere any more', () => {
  const filter = (fid: string, dependsOn: string[] = []) => ({
    id: fid,
    label: fid,
    kind: 'select' as const,
    dependsOn,
    targets: [],
    required: false,
    hidden: false,
  });
  const config = {
    ...withItem(empty, 'main', { kind: 'filter', filterIds: ['a', 'b'] }, 'm').config,
    filters: [filter('a'), filter('b', ['a'])],
  };
  const rest = withoutFilter(config, 'a');
  expect(rest.filters).toMatchObject([{ id: 'b', dependsOn: [] }]);
  expect(itemsOf(rest)[0]!.filterIds).toEqual(['b']);
});

test('one tile is changed and the others are the same objects', () => {
  const config = filled();
  const [first, second] = itemsOf(config);
  const next = itemsOf(withChanged(config, first!.i, { title: '新签' }));
  expect(next[0]).toMatchObject({ title: '新签' });
  expect(next[1]).toBe(second);
});
