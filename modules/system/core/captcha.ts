/** What a picture shows and what has to be typed. */
export interface Challenge {
  readonly text: string;
  readonly answer: string;
}
/** A picture with 8-bit palette pixels, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly palette: readonly (readonly [red: number, green: number, blue: number])[];
}
/** Random numbers from 0 up to 1. */
export type Random = () => number;

// Letters that look like others (I, O, Q) are left out.
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const WIDTH = 240;
const HEIGHT = 80;
const GLYPH_WIDTH = 4;
const GLYPH_HEIGHT = 6;
/** steps between paper and ink of one colour */
const SHADES = 7;
const INKS = [
  [24, 74, 160],
  [12, 110, 92],
  [140, 60, 30],
  [92, 50, 150],
] as const;
const PAPER = [246, 248, 251] as const;

/** Strokes on a 4 × 6 grid: `x,y` points joined by lines, `;` lifts the pen. */
const STROKES: Record<string, string> = {
  '0': '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  '1': '0.8,1.2 2,0 2,6;0.8,6 3.2,6',
  '2': '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  '3': '0,0 4,0 2,2.4 3,2.4 4,3.4 4,5 3,6 1,6 0,5',
  '4': '3,6 3,0 0,4 4,4',
  '5': '4,0 0,0 0,2.5 3,2.5 4,3.5 4,5 3,6 0,6',
  '6': '3.8,0.4 3,0 1,0 0,1.2 0,5 1,6 3,6 4,5 4,3.8 3,2.8 1,2.8 0,3.6',
  '7': '0,0 4,0 1.5,6',
  '8': '1,0 3,0 4,1 4,2 3,3 1,3 0,2 0,1 1,0;1,3 0,4 0,5 1,6 3,6 4,5 4,4 3,3',
  '9': '0.2,5.6 1,6 3,6 4,4.8 4,1 3,0 1,0 0,1 0,2.2 1,3.2 3,3.2 4,2.4',
  A: '0,6 2,0 4,6;0.8,4 3.2,4',
  B: '0,0 0,6 3,6 4,5 4,4 3,3 0,3;0,0 2.8,0 3.6,0.8 3.6,2.2 2.8,3',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  D: '0,0 0,6 2.5,6 4,4.5 4,1.5 2.5,0 0,0',
  E: '4,0 0,0 0,6 4,6;0,3 3,3',
  F: '4,0 0,0 0,6;0,3 3,3',
  G: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3.2 2.2,3.2',
  H: '0,0 0,6;4,0 4,6;0,3 4,3',
  J: '1.5,0 4,0;3,0 3,5 2,6 1,6 0,5',
  K: '0,0 0,6;4,0 0,3.4;1.4,2.4 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3.5 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1 4,2.4 3,3.4 0,3.4',
  R: '0,6 0,0 3,0 4,1 4,2.4 3,3.4 0,3.4;2,3.4 4,6',
  S: '4,1 3,0 1,0 0,1 0,2 1,2.9 3,3.1 4,4 4,5 3,6 1,6 0,5',
  T: '0,0 4,0;2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,2.5 3,6 4,0',
  X: '0,0 4,6;4,0 0,6',
  Y: '0,0 2,3 4,0;2,3 2,6',
  Z: '0,0 4,0 0,6 4,6',
  '+': '2,1.5 2,4.5;0.5,3 3.5,3',
  '-': '0.5,3 3.5,3',
  '×': '0.7,1.7 3.3,4.3;3.3,1.7 0.7,4.3',
  '=': '0.5,2.2 3.5,2.2;0.5,3.8 3.5,3.8',
  '?': '0.4,1 1.2,0 2.8,0 3.6,1 3.6,2 2,3.4 2,4.2;2,5.7 2,6',
};

const pick = (random: Random, below: number): number => Math.min(below - 1, Math.floor(random() * below));

/** A sum such as `7×8=?` or four letters. */
export function makeChallenge(random: Random): Challenge {
  if (random() < 0.5) {
    const text = Array.from({ length: 4 }, () => LETTERS[pick(random, LETTERS.length)]).join('');
    return { text, answer: text };
  }
  const a = 1 + pick(random, 9);
  const b = 1 + pick(random, 9);
  const [high, low] = a > b ? [a, b] : [b, a];
  const kind = pick(random, 3);
  if (kind === 0) return { text: `${a}+${b}=?`, answer: String(a + b) };
  if (kind === 1) return { text: `${high}-${low}=?`, answer: String(high - low) };
  return { text: `${a}×${b}=?`, answer: String(a * b) };
}

/** Upper and lower case, blanks and full-width digits are all the same to a reader of a picture. */
export const sameAnswer = (expected: string, given: string | null): boolean =>
  given !== null && given.normalize('NFKC').replace(/\s/g, '').toUpperCase() === expected;

type Point = readonly [x: number, y: number];

/** Draws a challenge with bent, turned strokes, crossing lines and specks. */
export function paint(text: string, random: Random): Picture {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const between = (low: number, high: number) => low + random() * (high - low);
  const wave = { height: between(2, 4), length: between(50, 80), start: between(0, 6) };
  const bend = ([x, y]: Point): Point => [x, y + wave.height * Math.sin(x / wave.length + wave.start)];

  const step = (WIDTH - 30) / text.length;
  [...text].forEach((char, index) => {
    const size = between(0.9, 1.08);
    const turn = between(-0.22, 0.22);
    const lean = between(-0.15, 0.15);
    const scaleX = (Math.min(step * 0.62, 30) / GLYPH_WIDTH) * size;
    const scaleY = (44 / GLYPH_HEIGHT) * size;
    const centre: Point = [15 + step * (index + 0.5) + between(-3, 3), HEIGHT / 2 + between(-5, 5)];
    const place = ([x, y]: Point): Point => {
      const dx = (x - GLYPH_WIDTH / 2) * scaleX + lean * (y - GLYPH_HEIGHT / 2) * scaleY;
      const dy = (y - GLYPH_HEIGHT / 2) * scaleY;
      return bend([centre[0] + dx * Math.cos(turn) - dy * Math.sin(turn), centre[1] + dx * Math.sin(turn) + dy * Math.cos(turn)]);
    };
    const ink = pick(random, INKS.length);
    for (const line of strokesOf(char)) drawLine(pixels, line.map(place), between(2, 2.5), ink);
  });
  for (let count = 0; count < 3; count++) {
    const from: Point = [between(0, 30), between(10, HEIGHT - 10)];
    const to: Point = [between(WIDTH - 30, WIDTH), between(10, HEIGHT - 10)];
    const line = Array.from({ length: 13 }, (_, i): Point =>
      bend([from[0] + ((to[0] - from[0]) * i) / 12, from[1] + ((to[1] - from[1]) * i) / 12]),
    );
    drawLine(pixels, line, 0.7, pick(random, INKS.length));
  }
  for (let count = 0; count < 160; count++) {
    const at = pick(random, pixels.length);
    if (pixels[at] === 0) pixels[at] = 1 + pick(random, INKS.length) * SHADES + pick(random, 3);
  }
  return { width: WIDTH, height: HEIGHT, pixels, palette: PALETTE };
}

const strokesOf = (char: string): Point[][] =>
  (STROKES[char] ?? '').split(';').map((line) =>
    line
      .split(' ')
      .filter(Boolean)
      .map((point): Point => {
        const [x = 0, y = 0] = point.split(',').map(Number);
        return [x, y];
      }),
  );

/** Index 0 is the paper, then `SHADES` steps from light to full for each ink. */
const PALETTE: Picture['palette'] = [
  PAPER,
  ...INKS.flatMap((ink) =>
    Array.from({ length: SHADES }, (_, shade): readonly [number, number, number] => {
      const part = (shade + 1) / SHADES;
      const mix = (index: 0 | 1 | 2) => Math.round(PAPER[index] + (ink[index] - PAPER[index]) * part);
      return [mix(0), mix(1), mix(2)];
    }),
  ),
];

/** Joins points with round-ended strokes, soft by one pixel at the edge. */
function drawLine(pixels: Uint8Array, points: readonly Point[], radius: number, ink: number): void {
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]];
    if (!a || !b) continue;
    const reach = radius + 1;
    for (let y = Math.max(0, Math.floor(Math.min(a[1], b[1]) - reach)); y <= Math.min(HEIGHT - 1, Math.max(a[1], b[1]) + reach); y++)
      for (let x = Math.max(0, Math.floor(Math.min(a[0], b[0]) - reach)); x <= Math.min(WIDTH - 1, Math.max(a[0], b[0]) + reach); x++) {
        const cover = Math.min(1, radius + 0.5 - distance([x, y], a, b));
        if (cover <= 0) continue;
        const at = y * WIDTH + x;
        const shade = Math.max(1, Math.round(cover * SHADES));
        const old = pixels[at] ?? 0;
        if (old === 0 || ((old - 1) % SHADES) + 1 <= shade) pixels[at] = ink * SHADES + shade;
      }
  }
}

/** From a point to the nearest point of a segment. */
function distance(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length));
  return Math.hypot(p[0] - a[0] - along * dx, p[1] - a[1] - along * dy);
}
