import { graphic } from 'echarts/core';
import { expect, it } from 'vitest';
import './engine.ts';

interface Shape {
  __dirty: number;
  _decalEl?: Shape;
  update(): void;
  setStyle(style: object): void;
}
/** What the library does after painting. */
const painted = (shape: Shape) => {
  for (const one of [shape, shape._decalEl]) if (one) one.__dirty = 0;
};

it('an area without data is painted again when it changes, not with every frame of what moves above it', () => {
  const area = new graphic.CompoundPath({ style: { fill: '#123', decal: { symbol: 'rect' } as never } }) as unknown as Shape;
  area.update();
  expect(area._decalEl!.__dirty).not.toBe(0);
  painted(area);
  area.update();
  expect(area._decalEl!.__dirty).toBe(0);
  area.setStyle({ fill: '#456' });
  area.update();
  expect(area._decalEl!.__dirty).not.toBe(0);
});
