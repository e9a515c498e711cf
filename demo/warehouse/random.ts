/** A repeatable stream of random numbers (sfc32); every stream is named so that a change in one part leaves the others alone. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** whole number, both ends included */
  int(from: number, to: number): number;
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** picks by relative weights */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  normal(mean: number, deviation: number): number;
  /** `count` different items, in the order of the list */
  sample<T>(items: readonly T[], count: number): T[];
}

function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  h = Math.imul(h ^ (h >>> 16), 2246822507);
  return (h ^ (h >>> 13)) >>> 0;
}

export function random(seed: string): Random {
  let a = hash(`${seed}:a`);
  let b = hash(`${seed}:b`);
  let c = hash(`${seed}:c`);
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) next();
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error(`nothing to pick from: ${seed}`);
    return items[int(0, items.length - 1)] as T;
  };
  return {
    next,
    int,
    pick,
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    weighted: <T>(items: readonly (readonly [T, number])[]) => {
      let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        rest -= weight;
        if (rest < 0) return item;
      }
      return (items.at(-1) as readonly [T, number])[0];
    },
    normal: (mean, deviation) => mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    sample: <T>(items: readonly T[], count: number) => {
      const chosen = new Set<number>();
      const wanted = Math.min(count, items.length);
      while (chosen.size < wanted) chosen.add(int(0, items.length - 1));
      return items.filter((_, index) => chosen.has(index));
    },
  };
}
