import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { field, storeSet } from '../engine/test-documents.ts';
import { readPlatform } from './read.ts';
import { platformSets } from './registry.ts';

const app = startApp();
const ask = (body: object) => app.admin('POST', '/data/visual/charts/data/parser', body);

it('every data set of the platform answers, by its fields', async () => {
  expect(platformSets().length).toBeGreaterThanOrEqual(12);
  for (const { code, fields } of platformSets()) {
    const set = await storeSet(app, { sourceId: null, origin: { kind: 'platform', code }, fields: fields as never });
    const answer = await ask({
      dataSetId: set,
      rows: fields.filter(({ role }) => role === 'dimension').map(({ id }) => ({ col: id })),
      measures: fields.filter(({ role }) => role === 'measure').map(({ id }) => ({ col: id })),
    });
    expect(answer.msg, code).toBe('操作成功');
  }
  const gone = await storeSet(app, {
    sourceId: null,
    origin: { kind: 'platform', code: 'no.such' },
    fields: [field('x', 'dimension', 'string')],
  });
  expect(await ask({ dataSetId: gone, rows: [{ col: 'x' }] })).toMatchObject({ status: 422, error: 'rule.broken' });
});

it('tells hours of the platform by the clock of the zone', async () => {
  await app.database.pool.query("insert into kit_call_stat (hour, node, calls, failures) values ('2026-03-01T09:00:00Z', 991, 7, 1)");
  const { fields } = platformSets().find(({ code }) => code === 'system.calls')!;
  const set = await storeSet(app, { sourceId: null, origin: { kind: 'platform', code: 'system.calls' }, fields: fields as never });
  const ofDay = { col: 'hour', op: 'between', values: ['2026-03-01', '2026-03-01'] };
  const asked = async (rows: object[]) =>
    (await ask({ dataSetId: set, rows, measures: [{ col: 'calls' }], filters: [ofDay] })).data.rows as unknown[][];
  expect(await asked([{ col: 'hour' }])).toEqual([['2026-03-01 17:00:00', 7]]);
  expect(await asked([{ col: 'hour', grain: 'hour' }])).toEqual([['2026-03-01 17:00:00', 7]]);
});

it('a statement that nobody waits for is stopped in the database', async () => {
  const gone = new AbortController();
  const limits = { maxRows: 10, timeoutMs: 30_000, signal: gone.signal };
  const reading = readPlatform(app.node.app, { text: 'select pg_sleep(25)::text as platform_sleeps', params: [] }, limits);
  const ended = expect(reading).rejects.toThrow('gone');
  const running = () =>
    app.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`,
    );
  await until(running, ({ rowCount }) => rowCount === 1);
  gone.abort(new Error('gone'));
  await ended;
  await until(running, ({ rowCount }) => rowCount === 0, 10_000);
  // the connection goes on as before
  const after = await readPlatform(
    app.node.app,
    { text: 'select 1 as n', params: [] },
    { ...limits, signal: new AbortController().signal },
  );
  expect(after.rows).toEqual([[1]]);
}, 30_000);
