/** Matching of 20,000 suppliers of which 5 % repeat others, in memory: what is found, how much of it is wrong, how long it takes. Run: npm run bench -- masterdata */
import { cpus, loadavg } from 'node:os';
import { testSuppliers } from '../../kit/test/suppliers.ts';
import { findAllPairs, groupPairs, PRESETS, type MatchPreset, type MatchRule } from '../../modules/masterdata/core/match/index.ts';

const RECORDS = 20_000;
const ATTRIBUTES: MatchRule['attributes'] = [
  { column: 'name', kind: 'company' },
  { column: 'code', kind: 'creditCode' },
  { column: 'phone', kind: 'phone' },
  { column: 'contact', kind: 'person' },
  { column: 'address', kind: 'address' },
];
const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`;

/** Compares the suppliers by each preset; the Markdown. */
export function masterdataReport(): string {
  const { records, repeats } = testSuppliers(RECORDS);
  const planted = new Set([...repeats].map((pair) => [...pair].sort().join(' ')));
  const lines = (Object.keys(PRESETS) as MatchPreset[]).map((preset) => {
    const { auto, review, label } = PRESETS[preset];
    const started = performance.now();
    const { pairs, compared, leftOut } = findAllPairs({ auto, review, attributes: ATTRIBUTES }, records);
    const groups = groupPairs(pairs);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const right = pairs.filter(({ a, b }) => planted.has(`${a} ${b}`)).length;
    const wrong = percent(pairs.length - right, pairs.length);
    return `| ${label} | ${percent(right, planted.size)} | ${wrong} | ${groups.length} | ${compared} | ${leftOut} | ${seconds} |`;
  });
  return [
    `${RECORDS} suppliers, ${planted.size} planted duplicates; ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`,
    '',
    '| preset | found | wrong among found | groups | pairs compared | large blocks left out | seconds |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
