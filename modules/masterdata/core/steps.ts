import type { MapColumn } from '../contract/map.ts';

type Step = MapColumn['steps'][number];

/** What stands in sources where there is nothing. */
const NOTHING = new Set(['-', '--', '/', '无', '暂无', 'null', 'none', 'n/a', 'na', '(null)']);

const STEPS: Readonly<Record<Step, (text: string) => string>> = {
  trim: (text) => text.trim().replaceAll(/\s+/g, ' '),
  half: (text) => text.normalize('NFKC'),
  upper: (text) => text.toUpperCase(),
  digits: (text) => text.replaceAll(/\D/g, ''),
  blank: (text) => (NOTHING.has(text.trim().toLowerCase()) ? '' : text),
};

/** A value of a source after the steps of its mapping; only texts are changed. */
export const stepped = (value: unknown, steps: readonly Step[]): unknown =>
  typeof value === 'string' ? steps.reduce((text, step) => STEPS[step](text), value) : value;
