import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  cornersOf,
  HANDLES,
  MIN_SIDE,
  resized,
  scaledWith,
  normalizeAngle,
  rotateAbout,
  unionOf,
  type Box,
  type Handle,
} from './geometry.ts';
import { dice } from './test-screen.ts';

const OPPOSITE: Record<Handle, Handle> = { nw: 'se', n: 's', ne: 'sw', e: 'w', se: 'nw', s: 'n', sw: 'ne', w: 'e' };
/** where a handle of a box stands on the screen */
const handleAt = (box: Box, handle: Handle) => {
  const [a, b, c, d] = cornersOf(box) as [
    { x: number; y: number },
    { x: number; y: number },
    { x: number; y: number },
    { x: number; y: number },
  ];
  const [hx, hy] = HANDLES[handle];
  const mix = (p: number, q: number, t: number) => p + (q - p) * ((t + 1) / 2);
  return {
    x: mix(mix(a.x, b.x, hx), mix(d.x, c.x, hx), hy),
    y: mix(mix(a.y, b.y, hx), mix(d.y, c.y, hx), hy),
  };
};

describe('resizing', () => {
  it('follows the pointer with an upright box', () => {
    const box = { x: 10, y: 20, w: 100, h: 50, r: 0 };
    expect(resized(box, 'se', 30, 10)).toEqual({ x: 10, y: 20, w: 130, h: 60, r: 0 });
    expect(resized(box, 'nw', 30, 10)).toEqual({ x: 40, y: 30, w: 70, h: 40, r: 0 });
    expect(resized(box, 'n', 99, -10)).toEqual({ x: 10, y: 10, w: 100, h: 60, r: 0 });
  });
  it('keeps the opposite handle where it is, at any angle', () => {
    const random = dice(7);
    for (let i = 0; i < 400; i++) {
      const box = {
        x: random() * 500,
        y: random() * 500,
        w: 40 + random() * 300,
        h: 40 + random() * 300,
        r: Math.round(random() * 360 - 180),
      };
      const handle = Object.keys(HANDLES)[Math.floor(random() * 8)] as Handle;
      const next = resized(box, handle, random() * 200 - 100, random() * 200 - 100, { keepRatio: random() < 0.3 });
      // with the ratio kept, a middle handle widens the box to both sides
      const [before, after] = [handleAt(box, OPPOSITE[handle]), handleAt(next, OPPOSITE[handle])];
      expect(Math.hypot(before.x - after.x, before.y - after.y)).toBeLessThan(0.05);
    }
  });
  it('keeps the ratio and the centre when told to', () => {
    const box = { x: 0, y: 0, w: 200, h: 100, r: 0 };
    const next = resized(box, 'se', 100, 10, { keepRatio: true });
    expect(next.w / next.h).toBeCloseTo(2, 2);
    expect(resized(box, 'e', 20, 0, { fromCentre: true })).toEqual({ x: -20, y: 0, w: 240, h: 100, r: 0 });
  });
  it('never turns a box inside out', () => {
    const next = resized({ x: 0, y: 0, w: 50, h: 50, r: 0 }, 'se', -500, -500);
    expect(next).toMatchObject({ x: 0, y: 0, w: MIN_SIDE, h: MIN_SIDE });
  });
});

it('a turned box reaches as far as its corners', () => {
  const bounds = boundsOf({ x: 0, y: 0, w: 100, h: 50, r: 90 });
  expect(bounds.x).toBeCloseTo(25);
  expect(bounds.y).toBeCloseTo(-25);
  expect([bounds.w, bounds.h].map(Math.round)).toEqual([50, 100]);
});

it('several boxes keep their ratios when their frame is stretched', () => {
  const boxes = [
    { x: 0, y: 0, w: 100, h: 50, r: 0 },
    { x: 300, y: 150, w: 100, h: 50, r: 0 },
  ];
  const from = unionOf(boxes)!;
  const to = { x: 50, y: 0, w: 800, h: 100 };
  expect(boxes.map((box) => scaledWith(box, from, to))).toEqual([
    { x: 50, y: 0, w: 200, h: 25, r: 0 },
    { x: 650, y: 75, w: 200, h: 25, r: 0 },
  ]);
  // a box on its side grows along the sides that it shows
  expect(scaledWith({ x: 0, y: 0, w: 100, h: 50, r: 90 }, { x: 0, y: 0, w: 100, h: 100 }, { x: 0, y: 0, w: 200, h: 100 })).toMatchObject({
    w: 100,
    h: 100,
  });
});

it('turning about a point and back ends where it began', () => {
  const box = { x: 10, y: 20, w: 100, h: 50, r: 30 };
  const about = { x: 300, y: 300 };
  const back = rotateAbout(rotateAbout(box, about, 77), about, -77);
  expect(Math.hypot(back.x - box.x, back.y - box.y)).toBeLessThan(0.05);
  expect(back.r).toBe(30);
  expect([normalizeAngle(190), normalizeAngle(-190), normalizeAngle(540), normalizeAngle(-180)]).toEqual([-170, 170, 180, 180]);
});
