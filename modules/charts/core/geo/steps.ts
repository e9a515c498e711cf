/** Classes of values: from the first break up the second colour, from the second the third … */
export interface Steps {
  readonly breaks: readonly number[];
  readonly min: number;
  readonly max: number;
  /** place of the class that a value falls into */
  classOf(value: number): number;
}

/** A number with so many significant digits, rounded down. */
function short(value: number, digits: number): number {
  if (value === 0) return 0;
  const power = 10 ** (Math.floor(Math.log10(Math.abs(value))) - digits + 1);
  const rounded = Math.floor(value / power + 1e-9) * power;
  return Number(rounded.toPrecision(12));
}

/**
 * At most `count` classes with about equally many values each; breaks are short numbers where that tells the same values apart. Fewer
 * different values than classes give one class each. null when there is no value.
 */
export function stepsOf(values: readonly number[], count: number): Steps | null {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) return null;
  const distinct = [...new Set(sorted)];
  const wanted =
    distinct.length <= count
      ? distinct.slice(1)
      : Array.from({ length: count - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / count)]!);
  const breaks: number[] = [];
  for (const value of wanted) {
    const before = distinct[distinct.indexOf(value) - 1] ?? -Infinity;
    const nice = [1, 2, 3, 4].map((digits) => short(value, digits)).find((one) => one > before && one <= value) ?? value;
    if (nice > (breaks.at(-1) ?? min)) breaks.push(nice);
  }
  return { breaks, min, max, classOf: (value) => breaks.filter((one) => value >= one).length };
}
