import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb } from '#kit/test/mariadb.ts';
import { explore, linesOf } from './explore.ts';
import { GROUP } from './group-operators.ts';
import { statementOf } from './statements.ts';
import { mariadbTwins, postgresTwins } from './test-twins.ts';
import { shrink, textOf } from './tree.ts';

/** `npm run bench -- interference` asks for more of them, and for the figures. */
const COUNT = Number(process.env['INTERFERENCE_STATEMENTS'] ?? 300);
const REPORT = process.env['INTERFERENCE_REPORT'];
const LANES = 3;
/** Share of the statements within the rule that may be refused: a view is hidden whole while its lineage is taken anew. */
const MAX_REFUSED = 0.4;
const ENGINES = { postgres: { twins: postgresTwins, isThere: true }, mysql: { twins: mariadbTwins, isThere: hasMariadb } } as const;

test('statements are the same for the same number, of every kind and all different', () => {
  for (const engine of ['postgres', 'mysql'] as const) {
    const texts = Array.from({ length: 2_000 }, (_, n) => textOf(statementOf(n, engine).piece));
    expect(Array.from({ length: 50 }, (_, n) => textOf(statementOf(n, engine).piece))).toEqual(texts.slice(0, 50));
    expect(new Set(texts).size).toBeGreaterThan(1_800);
    const kinds = Array.from({ length: 2_000 }, (_, n) => statementOf(n, engine).kind);
    for (const kind of ['clean', 'forbidden', 'open'] as const) expect(kinds.filter((one) => one === kind).length).toBeGreaterThan(200);
  }
});

test('a masked column that is counted bare is not called forbidden', () => {
  for (const templates of Object.values(GROUP).flatMap((group) => Object.values(group)))
    expect(templates.filter((template) => /\bcount\((?:distinct )?\{[tnd]\}\)/.test(template))).toEqual([]);
});

test('a statement is shrunk to what makes it fail', async () => {
  const numbers = Array.from({ length: 3_000 }, (_, n) => n);
  const long = numbers.map((n) => statementOf(n, 'postgres')).find(({ piece }) => /^select .*, .*where.*order by/.test(textOf(piece)));
  if (!long) throw new Error('no statement is long');
  const small = await shrink(long.piece, (text) => Promise.resolve(text.startsWith('select')));
  expect(textOf(small).length).toBeLessThan(textOf(long.piece).length / 2);
  expect(textOf(small)).not.toContain('order by');
});

describe.each(Object.keys(ENGINES) as (keyof typeof ENGINES)[])('masked values make no difference: %s', (engine) => {
  const { twins, isThere } = ENGINES[engine];
  describe.runIf(isThere)('two databases that differ in them only', () => {
    const app = startApp();
    const gate = twins(app);

    test('answer every admitted statement alike', { timeout: 60_000 + COUNT * 400 }, async () => {
      const began = performance.now();
      const report = await explore(gate, { engine, from: 0, count: COUNT, lanes: LANES });
      if (REPORT) writeFileSync(`${REPORT}.${engine}`, JSON.stringify({ ...report, seconds: (performance.now() - began) / 1000 }));
      // one text, so that a report of the test shows the statement
      expect(linesOf(report).join('\n')).toBe('');
      // a gate that lets nothing through proves nothing
      expect(report.answered).toBeGreaterThan(COUNT * 0.15);
      expect(report.overRefused.length).toBeLessThan(report.made.clean * MAX_REFUSED);
    });
  });
});
