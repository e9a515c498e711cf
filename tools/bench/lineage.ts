/**
 * The lineage engine over the statements of public test suites and those read by hand: how many are right, and how long one takes.
 * Run: npm run bench -- lineage
 */
import { readFileSync } from 'node:fs';
import { type Case, compared, isConvention, keepsIntermediate } from '#modules/lineage/core/shapes/score.ts';
import { engineHere } from '#modules/lineage/server/engine-test.ts';

const FILE = new URL('../../modules/lineage/core/__cases__/statements.json', import.meta.url);
const at = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

interface Tally {
  right: number;
  all: number;
}
const count = (tallies: Map<string, Tally>, key: string, isRight: boolean) => {
  const tally = tallies.get(key) ?? { right: 0, all: 0 };
  tallies.set(key, { right: tally.right + (isRight ? 1 : 0), all: tally.all + 1 });
};
const rows = (tallies: Map<string, Tally>) =>
  [...tallies].map(([key, { right, all }]) => `| ${key} | ${right} / ${all} | ${((100 * right) / all).toFixed(1)} % |`);

/** The Markdown tables of pass rates by level and dialect and of times per statement. */
export async function lineageReport(): Promise<string> {
  const { cases } = JSON.parse(readFileSync(FILE, 'utf8')) as { cases: Case[] };
  const engine = await engineHere();
  const levels = new Map<string, Tally>();
  const dialects = new Map<string, Tally>();
  const times: number[] = [];
  const read = (each: Case) =>
    engine({
      dialect: each.dialect,
      sql: each.sql,
      skipIntermediate: !keepsIntermediate(each),
      expressions: false,
      ...(each.schema && { schema: each.schema }),
    });
  for (const each of cases.slice(0, 60)) read({ ...each, sql: `${each.sql} ` }); // the first texts compile the parser
  for (const each of cases) {
    const began = performance.now();
    const lineage = read(each);
    times.push(performance.now() - began);
    const { want, got } = compared(each, lineage);
    count(levels, isConvention(each) ? 'conventions that the suites contradict each other about' : each.level, want === got);
    if (!isConvention(each)) count(dialects, each.dialect, want === got);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return [
    '| level | right | share |\n|---|---|---|',
    ...rows(levels),
    '\n| dialect | right | share |\n|---|---|---|',
    ...rows(dialects),
    `\nOne statement: median ${at(sorted, 0.5).toFixed(2)} ms, p95 ${at(sorted, 0.95).toFixed(1)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms.`,
  ].join('\n');
}
