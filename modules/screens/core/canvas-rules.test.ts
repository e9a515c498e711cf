import { describe, expect, it } from 'vitest';
import { group } from './arrange.ts';
import { run } from './change.ts';
import { clipFrom, clipText, copied, pasteOffset, withDataSets, setsOf } from './clipboard.ts';
import { freeSpot } from './free-spot.ts';
import { add, hide, lock } from './node-commands.ts';
import { allOf, following, frameOf, inMarquee, opened, picked, toggled } from './selection.ts';
import { distancesOf, snapEdge, snapIndex, snapMove } from './snap.ts';
import { node, screen } from './test-screen.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';

const room = { width: 1000, height: 600, guides: { x: [333], y: [] } };
const rect = (x: number, y: number, w = 100, h = 50) => ({ x, y, w, h });

describe('selection', () => {
  const config = run(
    screen(node('a'), node('b', { x: 200 }), node('c', { x: 400 }), node('d', { x: 600 })),
    group(['a', 'b'], 'g', ''),
    group(['g', 'c'], 'h', ''),
  ).config;
  const { nodes } = config;
  it('takes the whole group, and goes one level deeper with each double click', () => {
    expect(picked(nodes, 'a', null)).toBe('h');
    expect(opened(nodes, 'a', null)).toBe('h');
    expect(picked(nodes, 'a', 'h')).toBe('g');
    expect(opened(nodes, 'a', 'h')).toBe('g');
    expect(picked(nodes, 'a', 'g')).toBe('a');
    expect(picked(nodes, 'd', 'g')).toBe('d');
  });
  it('never holds a group and its part together', () => {
    expect(toggled(nodes, ['a', 'd'], 'g')).toEqual(['d', 'g']);
    expect(toggled(nodes, ['h'], 'a')).toEqual(['a']);
    expect(toggled(nodes, ['a', 'd'], 'a')).toEqual(['d']);
  });
  it('by a rectangle leaves out what is locked or hidden', () => {
    const flat = run(screen(node('a'), node('b', { x: 50 }), node('c', { x: 90 })), lock(['a'], true), hide(['b'], true)).config;
    expect(inMarquee(flat.nodes, rect(0, 0, 500, 500), null)).toEqual(['c']);
    expect(inMarquee(nodes, rect(0, 0, 50, 50), null)).toEqual(['h']);
    expect(inMarquee(nodes, rect(0, 0, 500, 50), 'h')).toEqual(['g', 'c']);
    expect(allOf(flat.nodes, null)).toEqual(['c']);
  });
  it('goes on with Tab, back with Shift+Tab, and out at the ends', () => {
    expect(following(nodes, null, null, 1)).toBe('h');
    expect(following(nodes, 'h', null, 1)).toBe('d');
    expect(following(nodes, 'd', null, 1)).toBeNull();
    expect(following(nodes, 'c', 'h', -1)).toBe('g');
  });
  it('has the frame of its one box, or of all together', () => {
    const turned = screen(node('a', { r: 45 }), node('b', { x: 300, y: 300 }));
    expect(frameOf(turned.nodes, ['a'])).toMatchObject({ w: 100, r: 45 });
    expect(frameOf(turned.nodes, ['a', 'b'])!.r).toBe(0);
    expect(frameOf(turned.nodes, ['gone'])).toBeNull();
  });
});

describe('snapping', () => {
  it('meets edges and centres of others, of the screen and of guides', () => {
    const index = snapIndex([rect(200, 200)], room);
    expect(snapMove(index, rect(204, 400), 6, 0)).toMatchObject({ dx: -4, dy: 0 });
    expect(snapMove(index, rect(296, 252), 6, 0)).toMatchObject({ dx: 4, dy: -2 });
    expect(snapMove(index, rect(447, 20), 6, 0)).toMatchObject({ dx: 3 });
    expect(snapMove(index, rect(330, 100), 6, 0)).toMatchObject({ dx: 3 });
    expect(snapMove(index, rect(215, 100), 6, 0)).toMatchObject({ dx: 0 });
    const [line] = snapMove(index, rect(204, 400), 6, 0).lines;
    expect(line).toEqual({ axis: 'x', at: 200, from: 200, to: 450 });
  });
  it('meets equal gaps, in the middle and going on', () => {
    const index = snapIndex([rect(0, 100), rect(400, 100)], room);
    const between = snapMove(index, rect(203, 110), 6, 0);
    expect(between.dx).toBe(-3);
    expect(between.gaps.filter(({ axis }) => axis === 'x').map(({ from, to }) => to - from)).toEqual([100, 100]);
    const row = snapIndex([rect(20, 100), rect(140, 100)], room);
    expect(snapMove(row, rect(263, 110), 6, 0).dx).toBe(-3);
  });
  it('falls back to the grid, and is off without reach', () => {
    const index = snapIndex([], { ...room, guides: { x: [], y: [] } });
    expect(snapMove(index, rect(117, 121), 6, 8)).toMatchObject({ dx: 3, dy: -1 });
    expect(snapMove(index, rect(117, 121), 0, 8)).toMatchObject({ dx: 0, dy: 0 });
  });
  it('holds one edge for resizing', () => {
    const index = snapIndex([rect(200, 200)], room);
    expect(snapEdge(index, 'x', 303, 6)).toBe(300);
    expect(snapEdge(index, 'x', 320, 6)).toBeNull();
  });
  it('tells the way to the neighbours and to the edges of the screen', () => {
    const found = distancesOf(snapIndex([rect(0, 100), rect(500, 100)], room), rect(200, 100), room);
    expect(found.map(({ axis, from, to }) => [axis, to - from])).toEqual([['x', 100], ['x', 200], ['y', 100], ['y', 450]]); // prettier-ignore
  });
});

describe('something new', () => {
  const options = rect(450, 275);
  const at = (nodes: Parameters<typeof freeSpot>[0], type: Parameters<typeof freeSpot>[1] = 'text') => freeSpot(nodes, type, options, room);
  it('comes to stand where it was wished, or beside what stands there', () => {
    expect(at({})).toEqual({ x: 450, y: 275 });
    const one = screen(node('a', { x: 440, y: 270, w: 100, h: 50 })).nodes;
    expect(at(one)).toEqual({ x: 450, y: 336 });
    const two = screen(node('a', { x: 440, y: 270, w: 100, h: 50 }), node('b', { x: 440, y: 336, w: 100, h: 50 })).nodes;
    expect(at(two)).toEqual({ x: 450, y: 204 });
    expect(at(run(screen(node('a', { x: 440, y: 270 })), hide(['a'], true)).config.nodes)).toEqual({ x: 450, y: 275 });
  });
  it('stands on frames and on what fills the screen, but frames do not stand on content', () => {
    const panel = screen(node('p', { type: 'panel', x: 300, y: 200, w: 400, h: 200 })).nodes;
    expect(at(panel)).toEqual({ x: 450, y: 275 });
    expect(at(panel, 'border')).not.toEqual({ x: 450, y: 275 });
    expect(at(screen(node('g', { type: 'image', x: 0, y: 0, w: 1000, h: 600 })).nodes)).toEqual({ x: 450, y: 275 });
  });
  it('steps aside on a full screen', () => {
    const tiles = Array.from({ length: 4 }, (_, i) => node(`t${i}`, { x: (i % 2) * 500, y: i < 2 ? 0 : 300, w: 500, h: 300 }));
    const full = screen(...tiles, node('n', { x: 450, y: 275, w: 100, h: 50 })).nodes;
    expect(at(full)).toEqual({ x: 474, y: 299 });
  });
});

describe('a crowded screen', () => {
  // a screen of 600 in no order, the same each time
  let seed = 7;
  const next = (most: number) => Math.floor(((seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647) * most);
  const wide = { width: 6000, height: 4000, guides: { x: [], y: [] } };
  const crowd = Array.from({ length: 600 }, () => rect(next(6000), next(4000), 10 + next(120), 10 + next(80)));
  const index = snapIndex(crowd, wide);

  it('finds the neighbours that looking at all of them finds', () => {
    for (let i = 0; i < 200; i++) {
      const own = rect(next(6000), next(4000), 60, 40);
      const beside = crowd.filter((one) => one.y < own.y + own.h && own.y < one.y + one.h);
      const low = Math.max(0, ...beside.map((one) => one.x + one.w).filter((end) => end <= own.x));
      const high = Math.min(6000, ...beside.map((one) => one.x).filter((start) => start >= own.x + own.w));
      const ways = distancesOf(index, own, wide).flatMap(({ axis, from, to }) => (axis === 'x' ? [[from, to]] : []));
      expect(ways).toEqual([[low, own.x], [own.x + own.w, high]].filter(([from, to]) => to! - from! >= 1)); // prettier-ignore
    }
  });
});

describe('clipboard', () => {
  const chart = ChartConfig.parse({ dataSetId: '9', chartType: 'bar' });
  const source = run(
    screen(node('a', { x: 100, y: 80 }), node('b', { x: 300, y: 90, chart, type: 'chart' }), node('c')),
    group(['a', 'b'], 'g', '组'),
  ).config;
  let made = 0;
  const newId = () => `new${made++}`;

  it('carries groups to another screen with the same places to each other', () => {
    const clip = clipFrom(clipText(source.nodes, ['g'], '1'))!;
    const { dx, dy } = pasteOffset(clip, { width: 1920, height: 1080 }, 0);
    const config = run(screen(), add(copied(clip.nodes, newId, dx, dy))).config;
    const all = Object.values(config.nodes);
    const group = all.find(({ type }) => type === 'group')!;
    expect(all).toHaveLength(3);
    expect(all.filter(({ parent }) => parent === group.id).map(({ x, y }) => [x, y])).toEqual([[100, 80], [300, 90]]); // prettier-ignore
    expect(all.some(({ id }) => ['a', 'b', 'g'].includes(id))).toBe(false);
  });
  it('steps aside where it was copied, and comes into view on a smaller screen', () => {
    const clip = clipFrom(clipText(source.nodes, ['g'], '1'))!;
    expect(pasteOffset(clip, { width: 1920, height: 1080 }, 2)).toEqual({ dx: 32, dy: 32 });
    const small = clipFrom(clipText(screen(node('f', { x: 5000, y: 10 })).nodes, ['f'], '1'))!;
    expect(pasteOffset(small, { width: 1000, height: 600 }, 0)).toEqual({ dx: 450 - 5000, dy: 0 });
  });
  it('lets a copied action name the copies, and other text alone', () => {
    const list = [node('a', { actions: [{ do: 'filter', map: [], items: ['b', 'z'] }] }), node('b')];
    const [a, b] = copied(list, newId);
    expect(a!.actions[0]).toMatchObject({ items: [b!.id, 'z'] });
    for (const text of [
      '',
      'hello',
      '{"kind":"databrain/screen-nodes"}',
      '{"kind":"databrain/screen-nodes","v":1,"from":"1","nodes":[{"id":"<script>"}]}',
    ])
      expect(clipFrom(text)).toBeNull();
  });
  it('exchanges data sets that the other place does not have', () => {
    const list = Object.values(source.nodes);
    expect(setsOf(list)).toEqual(['9']);
    expect(withDataSets(list, new Map([['9', '12']])).find(({ id }) => id === 'b')!.chart!.dataSetId).toBe('12');
    expect(withDataSets(list, new Map([['9', null]])).find(({ id }) => id === 'b')!.chart).toBeNull();
  });
});
