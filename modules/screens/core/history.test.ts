import { describe, expect, it } from 'vitest';
import type { ScreenConfig } from '../contract/screen-config.ts';
import { align, distribute, group, order, sameSize, ungroup } from './arrange.ts';
import { documentText } from '#kit/core/document-text.ts';
import { run, type Change } from './change.ts';
import { duplicated } from './clipboard.ts';
import { EMPTY_HISTORY, historyFrom, historyText, MAX_ENTRIES, recorded, redone, undone, type History } from './history.ts';
import { add, hide, lock, moveBy, place, remove, rename, reorder, setBox, setNode, setProp, setScreen } from './node-commands.ts';
import { dice, node, screen } from './test-screen.ts';
import { treeOf } from './tree.ts';

const step = (label: string, gesture: string | null = null) => ({ label, gesture, before: [], after: [] });

/** Any command of the editor on any nodes of the document. */
function randomChange(config: ScreenConfig, random: () => number, newId: () => string): Change {
  const ids = Object.keys(config.nodes);
  const some = () => ids.filter(() => random() < 0.2).slice(0, 8);
  const one = () => ids[Math.floor(random() * ids.length)] ?? 'none';
  const far = () => Math.round(random() * 400 - 200);
  const pick = <T>(...list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const makers: (() => Change)[] = [
    () => add([node(newId(), { x: far(), y: far(), name: '新组件 😀' })]),
    () => remove(ids.length > 15 ? some() : []),
    () => moveBy(some(), far(), far()),
    () => place({ [one()]: { x: far(), y: far(), w: 10 + random() * 300, h: 10 + random() * 300, r: Math.round(random() * 90) } }),
    () => setBox(some(), { w: 20 + random() * 200, y: far() }),
    () => setNode(some(), { o: Math.round(random() * 10) / 10, r: pick(0, 0, 45, 90) }),
    () => setNode([one()], { enter: pick(null, { kind: 'fade' as const, delay: 0, ms: 300 }), refreshSec: pick(null, 30) }),
    () => setProp(some(), pick('text', 'size', 'items'), pick<string | number | string[] | undefined>('甲', 12, ['a', 'b'], undefined)),
    () => rename(one(), pick('标题', '', "'; --")),
    () => lock(some(), random() < 0.5),
    () => hide(some(), random() < 0.5),
    () => reorder(some(), pick(null, one()), Math.floor(random() * 10)),
    () => order(some(), pick('front', 'forward', 'backward', 'back')),
    () => align(some(), pick('left', 'centre', 'right', 'top', 'middle', 'bottom')),
    () => distribute(some(), pick('x', 'y')),
    () => sameSize(some(), pick('w', 'h', 'both')),
    () => group(some(), newId(), '组'),
    () => ungroup(ids.filter((id) => config.nodes[id]!.type === 'group' && random() < 0.5)),
    () => add(duplicated(config.nodes, some(), newId, 16)),
    () => setScreen({ grid: Math.floor(random() * 20), guides: { x: [far()], y: [] } }),
  ];
  return pick(...makers)();
}

function randomWork(seed: number, count: number) {
  const random = dice(seed);
  let made = 0;
  const newId = () => `n${seed}_${made++}`;
  let config = screen(...Array.from({ length: 20 }, (_, i) => node(`s${i}`, { x: (i % 5) * 150, y: Math.floor(i / 5) * 80 })));
  const texts = [documentText(config)];
  let history: History = EMPTY_HISTORY;
  for (let tries = 0; texts.length <= count && tries < count * 20; tries++) {
    const changed = run(config, randomChange(config, random, newId));
    if (changed.patches.length === 0) continue;
    config = changed.config;
    history = recorded(history, changed, step('改'));
    texts.push(documentText(config));
  }
  return { config, history, texts };
}

describe('200 random commands', () => {
  it.each([1, 2, 3, 4, 5])('taken back give the first document byte for byte, and again the last (seed %i)', (seed) => {
    const work = randomWork(seed, MAX_ENTRIES);
    expect(work.texts).toHaveLength(MAX_ENTRIES + 1);
    let { config } = work;
    // as after a reload in the middle
    let history = historyFrom(historyText(work.history, 50_000_000));
    for (const text of work.texts.slice(0, -1).toReversed()) {
      const back = undone(history, config)!;
      ({ config, history } = back);
      expect(documentText(config)).toBe(text);
    }
    expect(undone(history, config)).toBeNull();
    history = historyFrom(historyText(history, 50_000_000));
    for (const text of work.texts.slice(1)) {
      const again = redone(history, config)!;
      ({ config, history } = again);
      expect(documentText(config)).toBe(text);
    }
    expect(redone(history, config)).toBeNull();
  });
  it.each([11, 12, 13])('leave every node in the tree once, groups full and as large as what they hold (seed %i)', (seed) => {
    const { config } = randomWork(seed, 200);
    const { order: all, children } = treeOf(config.nodes);
    expect(all.toSorted()).toEqual(Object.keys(config.nodes).toSorted());
    for (const one of Object.values(config.nodes).filter(({ type }) => type === 'group')) {
      const inside = (children.get(one.id) ?? []).map((id) => config.nodes[id]!);
      expect(inside.length).toBeGreaterThan(0);
      if (inside.every(({ r, type }) => r === 0 && type !== 'group')) {
        expect(one.x).toBeCloseTo(Math.min(...inside.map(({ x }) => x)), 1);
        expect(one.x + one.w).toBeCloseTo(Math.max(...inside.map(({ x, w }) => x + w)), 1);
      }
    }
  });
});

describe('steps', () => {
  const base = () => screen(node('a'), node('b'));
  it('of one gesture are one, and go back to where it began', () => {
    let config = base();
    let history = EMPTY_HISTORY;
    for (let i = 1; i <= 30; i++) {
      const changed = run(config, moveBy(['a'], 1, 0));
      config = changed.config;
      history = recorded(history, changed, step('移动', 'drag-1'));
    }
    expect(history.past).toHaveLength(1);
    expect(history.past[0]!.patches).toHaveLength(1);
    const back = undone(history, config)!;
    expect(documentText(back.config)).toBe(documentText(base()));
    expect(redone(back.history, back.config)!.config.nodes['a']!.x).toBe(30);
  });
  it('beyond 200 push the oldest out; a new one ends what could be redone', () => {
    let config = base();
    let history = EMPTY_HISTORY;
    for (let i = 0; i < 250; i++) {
      const changed = run(config, moveBy(['a'], 1, 0));
      config = changed.config;
      history = recorded(history, changed, step('移动'));
    }
    expect(history.past).toHaveLength(MAX_ENTRIES);
    const back = undone(history, config)!;
    const other = run(back.config, rename('b', '乙'));
    expect(recorded(back.history, other, step('改名')).future).toEqual([]);
  });
  it('without effect are not remembered', () => {
    expect(recorded(EMPTY_HISTORY, run(base(), moveBy(['a'], 0, 0)), step('移动'))).toBe(EMPTY_HISTORY);
  });
  it('that were kept and damaged count as none; too many for the storage lose the oldest', () => {
    for (const text of ['', 'null', '{"past":1}', '{"past":[{"label":"x"}],"future":[]}']) expect(historyFrom(text)).toEqual(EMPTY_HISTORY);
    const { history } = randomWork(3, 100);
    const short = historyFrom(historyText(history, 20_000));
    expect(short.past.length).toBeGreaterThan(0);
    expect(short.past.length).toBeLessThan(100);
    expect(short.past.at(-1)).toEqual({ ...history.past.at(-1)!, gesture: null });
  });
});
