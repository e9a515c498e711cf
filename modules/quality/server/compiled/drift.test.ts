import { expect, it } from 'vitest';
import { RuleConfig } from '../../contract/rule-config.ts';
import { binsOf, binsStatement, compileTable, countsOf, countsStatement, measuredOf, type Bins } from '../../core/index.ts';
import { onEngines, tableOf, type Engine, type Fixture } from './test-engines.ts';

const SALE: Fixture = {
  name: 'drifting',
  columns: [
    ['id', 'integer', 'number'],
    ['price', 'decimal(10,2)', 'number'],
    ['kind', 'varchar(20)', 'text'],
  ],
  rows: Array.from({ length: 200 }, (_, i) => [
    i,
    i % 10 === 9 ? null : (i % 40) + 0.5,
    i % 20 === 0 ? null : i % 4 === 0 ? "it's" : i % 3 === 0 ? 'B' : 'a',
  ]),
};

async function driftOf(engine: Engine, column: string, bins: Bins | null) {
  const table = tableOf(SALE, engine.schema());
  const run = { quotes: engine.quotes, table, now: '2026-03-01 08:30:00' };
  const config = RuleConfig.parse({
    ruleItemCode: 'history_drift',
    metric: { distribution: 'psi', sensitivity: 0.2 },
    filter: '[id] >= 40',
  });
  const measured = measuredOf(run, { id: 'r', columnId: column, config });
  if (measured.measure.of !== 'drift') throw new Error(measured.measure.of);
  const drifting = { ...measured, measure: measured.measure };
  const found = bins ?? binsOf(run, drifting, (await engine.ask(binsStatement(run, drifting)))[0]!);
  return countsOf(found, (await engine.ask(countsStatement(run, drifting, found)))[0]!);
}

onEngines([SALE], (engine) => {
  it('numbers fall into ten parts of about the same size', async () => {
    const { bins, counts } = await driftOf(engine, 'price', null);
    expect(bins.of === 'number' && bins.edges.length).toBe(9);
    expect(counts).toHaveLength(10);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(144);
    expect(Math.max(...counts)).toBeLessThan(30);
  });
  it('and are counted in bins that somebody else made', async () => {
    expect(await driftOf(engine, 'price', { of: 'number', edges: [-1e-7, 10.5, 20] })).toMatchObject({ counts: [0, 36, 36, 72] });
  });
  it('texts are counted by value, the rest together', async () => {
    const all = await driftOf(engine, 'kind', null);
    expect(all.bins).toEqual({ of: 'text', values: ['a', 'B', "it's"] });
    const shown = await driftOf(engine, 'kind', { of: 'text', values: ['B', 'gone'] });
    expect(shown.counts).toEqual([all.counts[1], 0, all.counts[0]! + all.counts[2]!]);
  });
  it('metrics of the history are measured by the scan, a share in percent', async () => {
    const table = tableOf(SALE, engine.schema());
    const rule = (id: string, metric: object) => ({
      id,
      columnId: null,
      config: RuleConfig.parse({ ruleItemCode: 'history_anomaly', metric }),
    });
    const rules = [
      rule('rows', {}),
      rule('nulls', { metric: 'nullRate', columnId: 'price' }),
      rule('kinds', { metric: 'distinct', columnId: 'kind' }),
      rule('median', { metric: 'median', columnId: 'price' }),
    ];
    const compiled = compileTable({ quotes: engine.quotes, table, rules, now: '2026-03-01 08:30:00' });
    const rows = [];
    for (const { text } of compiled.statements) rows.push((await engine.ask(text))[0]!);
    const found = new Map(compiled.finish(rows).map((one) => [one.ruleId, Number(one.value)]));
    expect([...found].sort()).toEqual([
      ['kinds', 3],
      ['median', 19.5],
      ['nulls', 10],
      ['rows', 200],
    ]);
  });
});
