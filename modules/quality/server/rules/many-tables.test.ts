import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from '../test-quality.ts';

const app = startApp();
const TABLES = Array.from({ length: 12 }, (_, i) => `pay_${i}`);
const source = testSource(
  app,
  TABLES.map(
    (name) => `create table ${name} (id int primary key, salary int); insert into ${name} select g, g from generate_series(1, 40) g`,
  ).join('; '),
);
const calls = new QualityCalls(app);

/** The fewest statements to the database in several calls: what runs beside them is left out. */
async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  const counts: number[] = [];
  for (let i = 0; i < 5; i++) {
    spy.mockClear();
    await call();
    counts.push(spy.mock.calls.length);
  }
  spy.mockRestore();
  return Math.min(...counts);
}

it('who may know the numbers of rules costs as many statements for twelve tables as for one', async () => {
  calls.sourceId = await source.register();
  const user = await app.make.user({
    perms: ['rule:list', 'rule:add', 'rule:run', 'report:list', 'stat:list'].map((name) => `quality:${name}`),
  });
  const owner = app.as(user.token);
  const grant = { objectType: 'database', objectId: calls.sourceId, subjectType: 'user', subjectId: user.id };
  await app.admin('POST', '/data/metadata/authorizes', { ...grant, actions: ['meta', 'query', 'unmask'] });
  const make = (table: string) => calls.make(owner, table, 'salary', 'accuracy_range', { config: { accuracy: { max: '30' } } });
  await calls.run(owner, await make(TABLES[0]!));
  const report = () => owner('GET', '/data/quality/ruleTypes/report/list');
  const [byType, list] = [report, () => owner('GET', '/data/quality/checkRules/page?pageSize=200')];
  const errors = async () => (await report()).data.find(({ id }: { id: string }) => id === 'accuracy').checkErrorCount as number;
  expect(await errors()).toBe(10);
  const before = [await statementsOf(byType), await statementsOf(list)];
  const few = 3; // what the server asks beside the call, whenever that falls into it

  const ids: string[] = [];
  for (const table of TABLES.slice(1)) ids.push(await make(table));
  await calls.run(owner, ...ids);
  expect(await errors()).toBe(120);
  expect(await statementsOf(byType)).toBeLessThan(before[0]! + few);
  expect(await statementsOf(list)).toBeLessThan(before[1]! + few);

  // and the answer is still that of each column: what is sealed for a reader does not count
  await sealColumns(app, calls.sourceId, 'salary');
  await app.database.db
    .updateTable('metadataAuthorize')
    .set({ actions: ['meta', 'query'] })
    .where('subjectId', '=', user.id)
    .execute();
  expect(await errors()).toBe(0);
}, 120_000);
