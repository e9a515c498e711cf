import { describe, expect, it } from 'vitest';
import type { ScreenConfig } from '../contract/screen-config.ts';
import { align, distribute, group, order, sameSize, ungroup } from './arrange.ts';
import { run, type Change } from './change.ts';
import { add, hide, lock, moveBy, remove, rename, reorder, setBox, setProp, setScreen, turnTo } from './node-commands.ts';
import { node, screen } from './test-screen.ts';
import { isHidden, isLocked, treeOf } from './tree.ts';

const after = (config: ScreenConfig, ...changes: Change[]) => run(config, ...changes).config;
const drawn = (config: ScreenConfig) =>
  treeOf(config.nodes)
    .order.filter((id) => config.nodes[id]!.type !== 'group')
    .join('');
const at = (config: ScreenConfig, id: string) => [config.nodes[id]!.x, config.nodes[id]!.y];

const five = () => screen(...['a', 'b', 'c', 'd', 'e'].map((id, i) => node(id, { x: i * 120, y: i * 40 })));

describe('groups', () => {
  it('keep the order among their members and stand where the front one stood', () => {
    const config = after(five(), group(['d', 'a'], 'g', '组'));
    expect(drawn(config)).toBe('bcade');
    expect(config.nodes['g']).toMatchObject({ x: 0, y: 0, w: 460, h: 170, type: 'group' });
    expect(at(config, 'd')).toEqual([360, 120]);
  });
  it('dissolve in place: neighbours drawn over and under stay so', () => {
    const grouped = after(five(), group(['b', 'c'], 'g', '组'));
    const config = after(grouped, ungroup(['g']));
    expect(drawn(config)).toBe('abcde');
    expect(config.nodes['b']).toEqual({ ...five().nodes['b'], z: 1 });
    expect(config.nodes['g']).toBeUndefined();
  });
  it('nest, move with everything inside and fit what they hold', () => {
    let config = after(five(), group(['a', 'b'], 'g', ''), group(['g', 'c'], 'h', ''));
    expect(drawn(config)).toBe('abcde');
    config = after(config, moveBy(['h'], 10, 5));
    expect([at(config, 'a'), at(config, 'c'), at(config, 'g')]).toEqual([[10, 5], [250, 85], [10, 5]]); // prettier-ignore
    config = after(config, moveBy(['a'], -50, 0));
    expect(config.nodes['h']!.x).toBe(-40);
    config = after(config, ungroup(['h']));
    expect(drawn(config)).toBe('abcde');
    expect(config.nodes['g']!.parent).toBeNull();
  });
  it('go when they hold nothing any more', () => {
    const config = after(five(), group(['a', 'b'], 'g', ''), remove(['a', 'b']));
    expect(Object.keys(config.nodes).toSorted()).toEqual(['c', 'd', 'e']);
  });
  it('lock and hide what they hold, also after they are dissolved', () => {
    let config = after(five(), group(['a', 'b'], 'g', ''), hide(['g'], true), lock(['g'], true));
    expect([isHidden(config.nodes, 'a'), isLocked(config.nodes, 'b')]).toEqual([true, true]);
    config = after(config, ungroup(['g']));
    expect([isHidden(config.nodes, 'a'), isLocked(config.nodes, 'b')]).toEqual([true, true]);
  });
});

describe('order', () => {
  it('brings chosen nodes to the front and back, one step or all the way', () => {
    expect(drawn(after(five(), order(['a', 'c'], 'front')))).toBe('bdeac');
    expect(drawn(after(five(), order(['c', 'e'], 'back')))).toBe('ceabd');
    expect(drawn(after(five(), order(['a', 'b'], 'forward')))).toBe('cabde');
    expect(drawn(after(five(), order(['d', 'e'], 'backward')))).toBe('abdec');
    expect(drawn(after(five(), order(['e'], 'forward')))).toBe('abcde');
  });
  it('moves several layers to a place of the tree, never into themselves', () => {
    const grouped = after(five(), group(['a', 'b'], 'g', ''));
    expect(drawn(after(grouped, reorder(['e', 'c'], 'g', 1)))).toBe('acebd');
    expect(drawn(after(grouped, reorder(['g'], 'g', 0)))).toBe('abcde');
    expect(drawn(after(grouped, reorder(['a'], null, 3)))).toBe('bcda' + 'e');
  });
});

describe('arranging', () => {
  it('aligns six ways to the frame of all, and one alone to the screen', () => {
    const xs = (change: Change) => Object.values(after(five(), change).nodes).map(({ x }) => x);
    const ys = (change: Change) => Object.values(after(five(), change).nodes).map(({ y }) => y);
    const all = ['a', 'b', 'c', 'd', 'e'];
    expect(xs(align(all, 'left'))).toEqual([0, 0, 0, 0, 0]);
    expect(xs(align(all, 'right'))).toEqual([480, 480, 480, 480, 480]);
    expect(xs(align(all, 'centre'))).toEqual([240, 240, 240, 240, 240]);
    expect(ys(align(all, 'top'))).toEqual([0, 0, 0, 0, 0]);
    expect(ys(align(all, 'bottom'))).toEqual([160, 160, 160, 160, 160]);
    expect(ys(align(all, 'middle'))).toEqual([80, 80, 80, 80, 80]);
    expect(at(after(five(), align(['b'], 'right'), align(['b'], 'middle')), 'b')).toEqual([900, 275]);
  });
  it('spreads evenly and leaves the ends', () => {
    const config = screen(node('a'), node('b', { x: 130 }), node('c', { x: 150, w: 20 }), node('d', { x: 500 }));
    const spread = after(config, distribute(['a', 'b', 'c', 'd'], 'x'));
    const [b, c] = [spread.nodes['b']!, spread.nodes['c']!];
    expect(at(spread, 'a').concat(at(spread, 'd'))).toEqual([0, 0, 500, 0]);
    const sides = [c.x < b.x ? c : b, c.x < b.x ? b : c] as const;
    const gaps = [sides[0].x - 100, sides[1].x - sides[0].x - sides[0].w, 500 - sides[1].x - sides[1].w];
    for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0]!, 1);
  });
  it('moves groups as a whole', () => {
    const config = after(five(), group(['a', 'b'], 'g', ''), align(['g', 'e'], 'right'));
    expect([at(config, 'a')[0], at(config, 'b')[0]]).toEqual([360, 480]);
  });
  it('gives all the size of the first', () => {
    const config = after(screen(node('a', { w: 30, h: 40 }), node('b'), node('c')), sameSize(['a', 'b', 'c'], 'w'));
    expect([config.nodes['b']!.w, config.nodes['b']!.h]).toEqual([30, 50]);
  });
  it('stretches what a group holds with the group', () => {
    const config = after(screen(node('a'), node('b', { x: 100, y: 50 })), group(['a', 'b'], 'g', ''), setBox(['g'], { w: 400 }));
    expect(config.nodes['b']).toMatchObject({ x: 200, w: 200, h: 50 });
    expect(config.nodes['g']!.w).toBe(400);
  });
  it('turns each node to the angle about its own centre', () => {
    const config = after(screen(node('a', { r: 30 }), node('b', { x: 300 })), turnTo(['a', 'b', 'nobody'], 90));
    expect(config.nodes['a']).toMatchObject({ x: 0, y: 0, w: 100, h: 50, r: 90 });
    expect(config.nodes['b']).toMatchObject({ x: 300, y: 0, w: 100, h: 50, r: 90 });
  });
  it('turns what a group holds about the centre of the group, once, also when both are chosen', () => {
    const grouped = after(screen(node('a'), node('b', { x: 100, y: 50 })), group(['a', 'b'], 'g', ''));
    for (const ids of [['g'], ['g', 'a']]) {
      const config = after(grouped, turnTo(ids, 180));
      expect([at(config, 'a'), at(config, 'b')]).toEqual([
        [100, 50],
        [0, 0],
      ]);
    }
  });
});

describe('other commands', () => {
  it('write nothing when nothing changes', () => {
    expect(run(five(), moveBy(['a'], 0, 0), rename('a', ''), setScreen({ width: 1000 }), order(['e'], 'front')).patches).toEqual([]);
    expect(run(five(), moveBy(['nobody'], 5, 5), remove(['nobody']), setProp(['nobody'], 'k', 1)).patches).toEqual([]);
  });
  it('set and clear a property', () => {
    const config = after(five(), setProp(['a', 'b'], 'text', '你好 😀'));
    expect(config.nodes['b']!.props).toEqual({ text: '你好 😀' });
    expect(after(config, setProp(['b'], 'text', undefined)).nodes['b']!.props).toEqual({});
  });
  it('put new nodes in front and give them a parent that exists', () => {
    const config = after(five(), add([node('n', { parent: 'gone' }), node('m')]));
    expect(drawn(config)).toBe('abcdenm');
    expect(config.nodes['n']!.parent).toBeNull();
  });
});

it('a damaged document, whose parents form a circle or are missing, still has every node once', () => {
  const config = screen(node('a', { parent: 'b' }), node('b', { parent: 'a' }), node('c', { parent: 'nowhere' }));
  expect(treeOf(config.nodes).order.toSorted()).toEqual(['a', 'b', 'c']);
});
