import { expect, it } from 'vitest';
import { stripLayout } from './strip-layout.ts';

const nodes = (...ids: string[]) => ids.map((id) => ({ id, width: id.length === 1 ? 100 : 20 }));
const flow = (text: string) => ({ from: text.slice(0, text.indexOf('>')), to: text.slice(text.indexOf('>') + 1) });
const lanes = (layout: ReturnType<typeof stripLayout>) => Object.fromEntries([...layout.places].map(([id, { lane }]) => [id, lane]));

it('draws a chain in one row', () => {
  const layout = stripLayout(nodes('a', 'b', 'c'), [flow('a>b'), flow('b>c')]);
  expect(layout).toMatchObject({ lanes: 1, width: 360 });
  expect([...layout.places.values()].map(({ x }) => x)).toEqual([0, 130, 260]);
  expect(layout.ways[0]).toEqual({
    from: 'a',
    to: 'b',
    points: [
      [100, 0],
      [130, 0],
    ],
  });
});

it('puts branches below each other and lets a way without nodes run around them', () => {
  const layout = stripLayout(nodes('gg', 'a', 'b', 'z'), [flow('gg>a'), flow('gg>b'), flow('a>z'), flow('b>z'), flow('gg>z')]);
  expect(lanes(layout)).toEqual({ gg: 0, a: 0, b: 1, z: 0 });
  expect(layout.lanes).toBe(3);
  const around = layout.ways.find(({ from, to }) => from === 'gg' && to === 'z')!;
  expect(around.points.map(([, lane]) => lane)).toEqual([0, 0, 2, 2, 0, 0]);
});

it('leaves out ways back, and is quick for a long process', () => {
  expect(stripLayout(nodes('a', 'b'), [flow('a>b'), flow('b>a')]).ways).toHaveLength(1);
  const many = Array.from({ length: 2_000 }, (_, n) => `n${n}`);
  const layout = stripLayout(
    nodes(...many),
    many.slice(1).map((id, n) => ({ from: `n${n}`, to: id })),
  );
  expect(layout.lanes).toBe(1);
  expect(layout.places.get('n1999')?.x).toBe(1_999 * 50);
});
