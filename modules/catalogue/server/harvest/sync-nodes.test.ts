import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sender, startApp, startNode, testSettings, type Send, type TestApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(app, 'create table first_one (a int); create table second_one (b int)');
const folder = mkdtempSync(join(tmpdir(), 'databrain-second-'));
let id = '';
let second: TestApp['node'];
let other: Send;

beforeAll(async () => {
  second = await startNode(app.connection, testSettings(folder));
  const { token } = await app.make.user({ roles: ['admin'] });
  other = sender(() => second, token);
  id = await source.register();
});
afterAll(async () => {
  await second.stop();
  rmSync(folder, { recursive: true, force: true });
});

const path = () => `/data/metadata/sources/sync/${id}`;
const runs = async () => (await app.admin('GET', `/data/metadata/syncRuns/page?sourceId=${id}`)).data;
const blocked = () =>
  until(
    () =>
      sql<{ pid: number }>`select pid from pg_stat_activity where usename = ${source.reader} and wait_event_type = 'Lock'`
        .execute(app.database.db)
        .then(({ rows }) => rows),
    (rows) => rows.length > 0,
  );
const ownerOf = async () =>
  (
    await app.database.db
      .selectFrom('kitJob')
      .select('owner')
      .where('kind', '=', 'metadata.sync')
      .where('subject', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst()
  )?.owner;

test('two nodes that start the same sync work on it once', async () => {
  const before = (await runs()).total as number;
  await source.sql('alter table first_one add c text');
  await source.sql('begin; lock table second_one in access exclusive mode');
  const answers = await Promise.all([app.admin('POST', path()), other('POST', path()), app.admin('POST', path()), other('POST', path())]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.data.jobId)).size).toBe(1);
  expect(await blocked()).toHaveLength(1);
  await source.sql('commit');
  await until(
    () => other('GET', path()),
    ({ data }) => data.isSync === '2' && data.job.state === 'done',
  );
  const after = await runs();
  expect(after.total).toBe(before + 1);
  expect(after.data[0]).toMatchObject({ state: 'done', changed: 1, changes: 1 });
});

test('a node that stops hands its sync to another, which reports every change once', async () => {
  // until it is the second node that works on it
  for (let attempt = 0; ; attempt++) {
    if (attempt === 12) throw new Error('the second node never took the job');
    await source.sql('begin; lock table second_one in access exclusive mode');
    await app.admin('POST', path());
    await blocked();
    if ((await ownerOf())?.startsWith(`${second.app.node}-`)) break;
    await app.admin('POST', `${path()}/cancel`);
    await until(
      () => app.admin('GET', path()),
      ({ data }) => data.job.state === 'cancelled',
    );
    await source.sql('rollback');
  }
  const interrupted = (await runs()).data[0];
  await second.stop();
  await source.sql('drop table first_one; create table third_one (x int); commit');
  await source.sql(`grant select on third_one to ${source.reader}`);
  await until(
    () => app.admin('GET', path()),
    ({ data }) => data.isSync === '2' && data.job.state === 'done',
    30_000,
  );
  const { data } = await runs();
  expect(data.find((run: { id: string }) => run.id === interrupted.id)).toMatchObject({ state: 'failed', changes: 0 });
  expect(data[0].state).toBe('done');
  const records = await app.admin('GET', `/data/metadata/changeRecords/page?sourceId=${id}&changeKind=removed`);
  expect(records.data.data.map((row: { objectName: string }) => row.objectName)).toEqual(['public.first_one']);
});
