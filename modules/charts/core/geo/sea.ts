import type { Position } from './geo-json.ts';

/**
 * The ten dashes of the South China Sea, from the first off the coast of Vietnam counter-clockwise to the tenth east of 台湾; each from
 * end to end, rounded to a hundredth of a degree as the schematic scale allows.
 */
export const TEN_DASHES: readonly (readonly Position[])[] = [
  [
    [109.3, 16.2],
    [109.62, 15.76],
    [109.85, 15.15],
  ],
  [
    [110.33, 12.24],
    [110.26, 11.8],
    [110.13, 11.37],
  ],
  [
    [108.26, 7.02],
    [108.21, 6.55],
    [108.26, 6.09],
  ],
  [
    [111.76, 3.41],
    [112.31, 3.55],
    [112.85, 3.84],
  ],
  [
    [115.54, 7.15],
    [115.93, 7.55],
    [116.27, 7.98],
  ],
  [
    [118.53, 10.91],
    [118.8, 11.42],
    [119.08, 12],
  ],
  [
    [119.07, 15.04],
    [119.07, 15.54],
    [119.07, 16.04],
  ],
  [
    [119.47, 18.01],
    [119.73, 18.5],
    [120.01, 18.98],
  ],
  [
    [121.17, 20.81],
    [121.53, 21.24],
    [121.89, 21.7],
  ],
  [
    [122.52, 23.46],
    [122.67, 24.02],
    [122.8, 24.57],
  ],
];
/** Dashes that lie inside the picture of the mainland and are drawn there too. */
export const MAINLAND_DASHES = TEN_DASHES.slice(7);

/** The four groups of islands, where their names stand, and a point for their larger ones; 黄岩岛 belongs to 中沙群岛, 曾母暗沙 is the southernmost. */
export const ISLANDS: readonly { readonly name: string; readonly at: Position; readonly dots: readonly Position[] }[] = [
  { name: '东沙群岛', at: [116.2, 19.8], dots: [[116.72, 20.7]] },
  {
    name: '西沙群岛',
    at: [112.3, 17.8],
    dots: [
      [112.33, 16.83],
      [111.61, 16.53],
      [112.35, 16.95],
      [111.2, 15.78],
      [112.73, 16.66],
    ],
  },
  {
    name: '中沙群岛',
    at: [114.4, 14.5],
    dots: [
      [114.4, 15.6],
      [114.9, 16.04],
      [114.0, 15.45],
    ],
  },
  { name: '黄岩岛', at: [117.3, 13.2], dots: [[117.83, 15.13]] },
  {
    name: '南沙群岛',
    at: [113.7, 8.6],
    dots: [
      [114.37, 10.38],
      [114.28, 11.05],
      [112.89, 9.55],
      [113.85, 10.05],
      [115.53, 9.9],
      [114.67, 7.6],
      [111.92, 8.64],
      [116.5, 9.17],
      [114.7, 9.72],
      [113.6, 6.96],
    ],
  },
  { name: '曾母暗沙', at: [114.4, 4.9], dots: [[112.28, 3.97]] },
];

/** What the inset shows: west, south, east, north. */
export const SEA_FRAME = [106, 1, 124, 24.6] as const;

/** Part of a ring inside the frame (Sutherland–Hodgman); empty when nothing is. */
export function clipRing(ring: readonly Position[], [west, south, east, north]: readonly [number, number, number, number]): Position[] {
  const cross = (a: Position, b: Position, axis: 0 | 1, at: number): Position => {
    const t = (at - a[axis]) / (b[axis] - a[axis]);
    return axis === 0 ? [at, a[1] + t * (b[1] - a[1])] : [a[0] + t * (b[0] - a[0]), at];
  };
  const sides: [axis: 0 | 1, at: number, isIn: (p: Position) => boolean][] = [
    [0, west, (p) => p[0] >= west],
    [0, east, (p) => p[0] <= east],
    [1, south, (p) => p[1] >= south],
    [1, north, (p) => p[1] <= north],
  ];
  let points: Position[] = [...ring];
  for (const [axis, at, isIn] of sides) {
    const next: Position[] = [];
    points.forEach((point, i) => {
      const before = points.at(i - 1)!;
      if (isIn(point) !== isIn(before)) next.push(cross(before, point, axis, at));
      if (isIn(point)) next.push(point);
    });
    points = next;
  }
  return points;
}
