import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { requestDue } from './refresh.ts';
import { hashOf, retryAfter, saveUnit, type UnitInput } from './units.ts';

const app = startApp();
const source = testSource(app, 'create table s (a int); create table t (a int); create view v as select a from s;');
const base = '/data/metadata/lineage';
let id = '';

const unit = (origin: 'view') =>
  app.database.db
    .selectFrom('metadataLineageUnit')
    .selectAll()
    .where('sourceId', '=', id)
    .where('origin', '=', origin)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
const edgesOf = (unitId: string) => app.database.db.selectFrom('metadataLineageEdge').select('id').where('unitId', '=', unitId).execute();
const settled = () =>
  until(
    () => app.admin('GET', `${base}/state/${id}`),
    (answer) => !answer.data.running && answer.data.doneTime !== null,
  );
const late = {
  draft: { edges: [], doubts: [{ reason: 'timeout' as const, text: 'x', excerpt: null, candidates: [] }] },
  statementCount: 1,
  failure: null,
};

beforeAll(async () => {
  id = await source.register();
  await app.admin('POST', `${base}/refresh/${id}`);
  await settled();
});

test('a text that ran out of time is taken again when its moment has come, by itself and whatever its hash', async () => {
  const view = await unit('view');
  const options: UnitInput = { ...view, origin: 'view', name: view.unitName, dialect: view.dialect!, sql: view.sqlText! };
  await app.database.db.transaction().execute((db) => saveUnit(app.node.app, db, options, late));
  const failed = await unit('view');
  expect(failed).toMatchObject({
    state: 'failed',
    timeouts: 1,
    sqlHash: hashOf(options),
    message: expect.stringContaining('稍后自动重试'),
  });
  expect(await edgesOf(view.id)).toEqual([]);
  // not before its time
  expect(await requestDue(app.node.app)).toBe(0);
  app.clock.now = new Date(failed.retryTime!.getTime() + 1000);
  expect(await requestDue(app.node.app)).toBe(1);
  const again = await until(
    () => unit('view'),
    (row) => row.state === 'parsed',
  );
  expect(again).toMatchObject({ timeouts: 0, retryTime: null, message: null });
  expect(await edgesOf(view.id)).not.toEqual([]);
  await settled();
  expect(await requestDue(app.node.app)).toBe(0);
});

test('tries come later each time and end; 重新解析 takes the text at once', async () => {
  const now = new Date('2026-01-01T00:00:00Z');
  expect([1, 2, 3, 4].map((timeouts) => retryAfter(timeouts, now)?.toISOString().slice(11, 16))).toEqual([
    '00:10',
    '00:40',
    '02:40',
    undefined,
  ]);
  const view = await unit('view');
  const options: UnitInput = { ...view, origin: 'view', name: view.unitName, dialect: view.dialect!, sql: view.sqlText! };
  for (let round = 0; round < 4; round++) await app.database.db.transaction().execute((db) => saveUnit(app.node.app, db, options, late));
  expect(await unit('view')).toMatchObject({ timeouts: 4, retryTime: null, message: expect.stringContaining('已尝试 4 次') });
  expect((await app.admin('POST', `${base}/units/${view.id}/parse`)).data).toMatchObject({ state: 'parsed' });
  expect(await unit('view')).toMatchObject({ timeouts: 0, retryTime: null });
});

test('texts that an older engine read are read anew', async () => {
  const view = await unit('view');
  await app.database.db.updateTable('metadataLineageUnit').set({ sqlHash: '1:old' }).where('id', '=', view.id).execute();
  expect(await requestDue(app.node.app)).toBe(1);
  await until(
    () => unit('view'),
    (row) => row.sqlHash === view.sqlHash,
  );
  await settled();
  expect(await requestDue(app.node.app)).toBe(0);
});
