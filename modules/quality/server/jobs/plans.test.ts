import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from '../test-quality.ts';
import { queueBatch } from '../run/start.ts';
import { checkPlanned } from './planned.ts';

const app = startApp();
const source = testSource(
  app,
  `create table t (id int primary key, name text); insert into t select g, case when g > 3 then 'n' end from generate_series(1, 10) g;
   create table leaving (id int primary key);`,
);
const calls = new QualityCalls(app);
let admin: Send;
let weak = '';
let strong = '';
beforeAll(async () => {
  calls.sourceId = await source.register();
  admin = app.admin;
  weak = await calls.make(admin, 't', 'name', 'integrity_key');
  strong = await calls.make(admin, 't', 'name', 'integrity_key', { ruleStrength: '2' });
});

let made = 0;
const plan = (over: Record<string, unknown>) =>
  admin('POST', '/data/quality/checkJobs', { jobName: `计划 ${(made += 1)}`, triggerKind: 'api', ...over });
const planId = async (over: Record<string, unknown>): Promise<string> => (await plan(over)).data.id;
const runNow = (id: string) => admin('POST', `/data/quality/checkJobs/${id}/run?wait=60`);
/** What the task that looks for due plans says it started. */
const look = () =>
  checkPlanned.run({
    runId: 'r',
    app: app.node.app,
    params: {},
    dueTime: app.node.app.now(),
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
  });
const lastBatch = async (id: string) => (await admin('GET', `/data/quality/checkJobs/${id}`)).data.lastBatch as string | null;

describe('a plan after another one', () => {
  test('starts once for each time that the other one passed', async () => {
    const first = await planId({ ruleIds: [weak] });
    await runNow(first);
    const second = await planId({ triggerKind: 'upstream', upstreamJobId: first, ruleIds: [weak] });
    const third = await planId({ triggerKind: 'upstream', upstreamJobId: second, ruleIds: [weak] });
    await look();
    expect(await lastBatch(second)).toBeNull();
    expect((await runNow(first)).data).toMatchObject({ passed: true });
    await Promise.all([look(), look()]);
    const batch = await lastBatch(second);
    expect(batch).not.toBeNull();
    expect((await calls.ended(batch!)).cause).toBe('upstream');
    await look();
    expect(await lastBatch(second)).toBe(batch);
    expect((await calls.ended((await lastBatch(third))!)).state).toBe('done');
    const row = (await admin('GET', '/data/quality/checkJobs/page?pageSize=50')).data.data.find(({ id }: { id: string }) => id === second);
    expect(row).toMatchObject({ upstreamJobId: first, upstreamJobName: '计划 1', ruleCount: 1 });
  });

  test('does not start where a strong rule of the other one failed', async () => {
    const first = await planId({ ruleIds: [strong] });
    const second = await planId({ triggerKind: 'upstream', upstreamJobId: first, ruleIds: [weak] });
    expect((await runNow(first)).data).toMatchObject({ passed: false, blocked: true });
    await look();
    expect(await lastBatch(second)).toBeNull();
  });

  test('waits for no plan that waits for it, and for none that is not there', async () => {
    const first = await planId({ ruleIds: [weak] });
    const second = await planId({ triggerKind: 'upstream', upstreamJobId: first, ruleIds: [weak] });
    const { data: row } = await admin('GET', `/data/quality/checkJobs/${first}`);
    const circle = { ...row, triggerKind: 'upstream', upstreamJobId: second };
    expect(await admin('PUT', `/data/quality/checkJobs/${first}`, circle)).toMatchObject({ status: 400, error: 'input.invalid' });
    for (const upstreamJobId of [null, '1'])
      expect(await plan({ triggerKind: 'upstream', upstreamJobId, ruleIds: [weak] })).toMatchObject({
        status: 400,
        error: 'input.invalid',
      });
  });
});

test('a strong rule that could not run lets nothing go on, a weak one does', async () => {
  const asked = {
    strong: await calls.make(admin, 'leaving', 'id', 'unique_key', { ruleStrength: '2' }),
    weak: await calls.make(admin, 'leaving', 'id', 'unique_key'),
  };
  const fine = await calls.make(admin, 't', 'id', 'unique_key', { ruleStrength: '2' });
  const [gate, hint] = [await planId({ ruleIds: [fine, asked.strong] }), await planId({ ruleIds: [fine, asked.weak] })];
  const next = await planId({ triggerKind: 'upstream', upstreamJobId: gate, ruleIds: [weak] });
  await source.sql('drop table leaving');
  expect((await runNow(gate)).data).toMatchObject({ state: 'done', passed: false, blocked: false, warned: true });
  expect((await runNow(hint)).data).toMatchObject({ state: 'done', passed: true, blocked: false, warned: true });
  await look();
  expect(await lastBatch(next)).toBeNull();
});

test('a plan that somebody starts stands in the operation log', async () => {
  const id = await planId({ ruleIds: [weak] });
  expect((await runNow(id)).data).toMatchObject({ state: 'done', passed: true, warned: true });
  const { data } = (await admin('GET', `/system/logs/page?title=${encodeURIComponent('执行质量任务')}&pageSize=20`)).data;
  expect((data as { requestUri: string }[]).map(({ requestUri }) => requestUri)).toContain(`/data/quality/checkJobs/${id}/run`);
});

describe('a batch whose node died', () => {
  /** A batch whose node died, and whose job another node ends without working on it: cancelled, or given up after too many deaths. */
  const left = async (job: { cancelRequested: boolean } | { attempts: number }): Promise<string> => {
    const { app: own } = app.node;
    const batch = await own.db.transaction().execute(async (db) => {
      const id = await queueBatch(own, db, { id: '1', deptId: null }, { ruleIds: [weak], cause: 'manual', scheduleJobId: null });
      await db.updateTable('qualityRun').set({ state: 'running', startTime: own.now() }).where('id', '=', id).execute();
      const dead = { state: 'running', owner: 'gone', attempts: 1, leaseUntil: new Date(own.now().getTime() - 60_000), ...job };
      await db.updateTable('kitJob').set(dead).where('subject', '=', id).execute();
      return id;
    });
    await until(
      () => own.db.selectFrom('kitJob').select('state').where('subject', '=', batch).executeTakeFirstOrThrow(),
      ({ state }) => state === 'cancelled' || state === 'failed',
    );
    return batch;
  };
  const stateOf = async (batch: string) => (await admin('GET', `/data/quality/runs/${batch}`)).data;

  test('ends when somebody has stopped it', async () => {
    const batch = await left({ cancelRequested: true });
    expect(await stateOf(batch)).toMatchObject({ state: 'cancelled', endTime: expect.any(String) });
  });
  test('ends by itself when it was given up', async () => {
    const batch = await left({ attempts: 9 });
    expect(await stateOf(batch)).toMatchObject({ state: 'error', message: expect.stringContaining('中断'), endTime: expect.any(String) });
  });
});
