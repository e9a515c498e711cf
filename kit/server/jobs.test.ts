import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { systemModule } from '#modules/system/server/index.ts';
import { startApp } from '#kit/test/app.ts';
import { ranOnce, sampleModule, stoppedBy, tidiedInPeace } from '#kit/test/sample/index.ts';
import { until } from '#kit/test/until.ts';
import type { JobState } from './jobs.ts';

const app = startApp({ modules: [systemModule, sampleModule] });

describe('background jobs', () => {
  const enqueue = (kind: string, subject: string, payload: object) =>
    app.node.app.jobs.enqueue(app.database.db, { kind, subject, payload, createBy: '1' });
  const state = (id: string) => app.node.app.jobs.get(app.database.db, id);
  const reaches = (id: string, wanted: JobState) =>
    until(
      () => state(id),
      (job) => job?.state === wanted,
    );

  it('run, report progress and end with a summary', async () => {
    const id = await enqueue('sample.count', 'a', { to: 5 });
    expect(await reaches(id, 'done')).toMatchObject({ percent: 100, text: '共 5 步' });
  });
  it('are one per kind and subject', async () => {
    const first = await enqueue('sample.count', 'b', { to: 1_000 });
    expect(await enqueue('sample.count', 'b', { to: 1_000 })).toBe(first);
    await reaches(first, 'running');
    expect(await app.node.app.jobs.cancel(app.database.db, first)).toBe(true);
    expect(await reaches(first, 'cancelled')).toMatchObject({ text: '已取消' });
  });
  it('make room for the next one when they say that they have ended, while they still tidy up', async () => {
    const done = (id: string) => reaches(id, 'done');
    const first = await enqueue('sample.tidy', 'd', { subject: 'd', isFirst: true });
    expect(await done(first)).toMatchObject({ text: '写完了', percent: 100 });
    const second = await enqueue('sample.tidy', 'd', { subject: 'd', isFirst: false });
    expect(second).not.toBe(first);
    await done(second);
    expect(await state(first)).toMatchObject({ state: 'done', text: '写完了' });
  });
  it('that have ended are not stopped for the lease that they gave back', async () => {
    const beside = await enqueue('sample.count', 'e', { to: 100_000 });
    const lease = async () => {
      const row = await app.database.db.selectFrom('kitJob').select('leaseUntil').where('id', '=', beside).executeTakeFirstOrThrow();
      return row.leaseUntil?.getTime() ?? 0;
    };
    const first = await enqueue('sample.tidy', 'e', { subject: 'e', isFirst: true });
    await reaches(first, 'done');
    // leases are renewed, all in one statement, while the first one tidies up
    for (let renewals = 0; renewals < 2; renewals++) {
      const seen = await lease();
      await until(lease, (at) => at > seen);
    }
    await enqueue('sample.tidy', 'e', { subject: 'e', isFirst: false });
    const wasLeft = await until(
      () => Promise.resolve(tidiedInPeace.get('e')),
      (inPeace) => inPeace !== undefined,
    );
    expect(wasLeft).toBe(true);
    await app.node.app.jobs.cancel(app.database.db, beside);
    await reaches(beside, 'cancelled');
  });
  it('of one kind take two places, so that another kind gets its turn', async () => {
    const many = await Promise.all(['k1', 'k2', 'k3', 'k4', 'k5'].map((subject) => enqueue('sample.count', subject, { to: 100_000 })));
    const isRunning = async (id: string) => (await state(id))?.state === 'running';
    const other = await enqueue('sample.tidy', 'k6', { subject: 'k6', isFirst: false });
    await reaches(other, 'done');
    expect((await Promise.all(many.map(isRunning))).filter(Boolean)).toHaveLength(2);
    for (const id of many) await app.node.app.jobs.cancel(app.database.db, id);
    for (const id of many) await reaches(id, 'cancelled');
  });
  it('begin no earlier than they are told to', async () => {
    const later = await app.node.app.jobs.enqueue(app.database.db, {
      kind: 'sample.fail',
      subject: 'later',
      payload: {},
      createBy: '1',
      notBefore: new Date(Date.now() + 3_600_000),
    });
    const next = await enqueue('sample.fail', 'next', {});
    await reaches(next, 'failed');
    expect(await state(later)).toMatchObject({ state: 'waiting' });
    await app.database.db
      .updateTable('kitJob')
      .set({ notBefore: new Date(Date.now() - 1_000) })
      .where('id', '=', later)
      .execute();
    await reaches(later, 'failed');
  });
  it('are tried again later and later when their kind says so', async () => {
    const pause = async (id: string) => {
      const row = await app.database.db
        .selectFrom('kitJob')
        .select(['state', 'text', sql<number>`round(extract(epoch from not_before - now()))::integer`.as('pause')])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row;
    };
    const failedAgain = (id: string, text: string) =>
      until(
        () => pause(id),
        (job) => job.text.includes(text) || job.state === 'failed',
      );
    const hurry = (id: string) => app.database.db.updateTable('kitJob').set({ notBefore: null }).where('id', '=', id).execute();
    const id = await enqueue('sample.retried', 'r', {});
    const first = await failedAgain(id, '第 1 次重试');
    expect(first).toMatchObject({ state: 'waiting', text: '源头没有回应；30 秒后第 1 次重试' });
    expect(first.pause).toBeGreaterThan(20);
    await hurry(id);
    const second = await failedAgain(id, '第 2 次重试');
    expect(second).toMatchObject({ state: 'waiting', text: '源头没有回应；1 分钟后第 2 次重试' });
    expect(second.pause).toBeGreaterThan(50);
    await hurry(id);
    await reaches(id, 'failed');
    expect(await state(id)).toMatchObject({ text: '源头没有回应' });
  });
  it('that were cancelled are not tried again, neither after a failure nor after their node has died', async () => {
    const isOver = (id: string) =>
      until(
        () => state(id),
        (job) => job?.state !== 'running' && job?.startTime !== null,
      );
    const failed = await enqueue('sample.cancelled', 'x1', {});
    expect(await isOver(failed)).toMatchObject({ state: 'cancelled', text: '已取消' });
    const id = app.node.app.ids.next();
    const lost = { owner: 'a node that died', leaseUntil: new Date(0), startTime: new Date(), attempts: 1, cancelRequested: true };
    const job = { id, kind: 'sample.cancelled', subject: 'x2', payload: '{}', createBy: '1', state: 'running' };
    await app.database.db
      .insertInto('kitJob')
      .values({ ...job, ...lost })
      .execute();
    expect(await isOver(id)).toMatchObject({ state: 'cancelled', text: '已取消' });
    expect(ranOnce).toEqual(new Set([failed]));
  });
  it('that end without their handler are written down by their kind, in the transaction that ends them', async () => {
    const ended = (id: string) =>
      until(
        () => state(id),
        (job) => job?.state === 'cancelled' || job?.state === 'failed',
      );
    const later = new Date(Date.now() + 3_600_000);
    const { jobs } = app.node.app;
    const waiting = { kind: 'sample.abandoned', payload: { n: 1 }, createBy: '1', notBefore: later };
    const kept = await jobs.enqueue(app.database.db, { ...waiting, subject: 'kept' });
    const undone = app.database.db.transaction().execute(async (db) => {
      await jobs.cancel(db, kept);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await state(kept)).toMatchObject({ state: 'waiting', text: '' });
    const gone = await jobs.enqueue(app.database.db, { ...waiting, subject: 'gone' });
    expect(await jobs.cancel(app.database.db, gone)).toBe(true);
    const dead = { kind: 'sample.abandoned', payload: '{"n":2}', createBy: '1', state: 'running', owner: 'a node that died' };
    const lost = { ...dead, leaseUntil: new Date(0), startTime: new Date() };
    const [stopped, given] = [app.node.app.ids.next(), app.node.app.ids.next()];
    await app.database.db
      .insertInto('kitJob')
      .values([
        { ...lost, id: stopped, subject: 'stopped', attempts: 1, cancelRequested: true },
        { ...lost, id: given, subject: 'given', attempts: 3 },
      ])
      .execute();
    expect(await ended(gone)).toMatchObject({ state: 'cancelled', text: 'gone 1 cancelled' });
    expect(await ended(stopped)).toMatchObject({ state: 'cancelled', text: 'stopped 2 cancelled' });
    expect(await ended(given)).toMatchObject({ state: 'failed', text: 'given 2 failed' });
    await jobs.cancel(app.database.db, kept);
  });
  it('of a kind that asks for one place take one', async () => {
    const ids = await Promise.all(['s1', 's2'].map((subject) => enqueue('sample.single', subject, { to: 100_000 })));
    const other = await enqueue('sample.tidy', 's3', { subject: 's3', isFirst: false });
    await reaches(other, 'done');
    const states = await Promise.all(ids.map(async (id) => (await state(id))?.state));
    expect(states.toSorted()).toEqual(['running', 'waiting']);
    for (const id of ids) await app.node.app.jobs.cancel(app.database.db, id);
    for (const id of ids) await reaches(id, 'cancelled');
  });
  it('stop by themselves when their lease ends out of reach of the database, and run again once it is back', async () => {
    const id = await enqueue('sample.untilStopped', 'f', {});
    await reaches(id, 'running');
    await app.database.db.transaction().execute(async (db) => {
      await sql`lock table kit_job in access exclusive mode`.execute(db);
      const reason = await until(
        () => Promise.resolve(stoppedBy.get(id)),
        (said) => said !== undefined,
        60_000,
      );
      expect(reason).toContain('the lease was lost');
    });
    const again = await until(
      () => state(id),
      (job) => job?.state === 'done',
      60_000,
    );
    expect(again).toMatchObject({ text: '又一次' });
  }, 120_000);
  it('say why they failed', async () => {
    const id = await enqueue('sample.fail', 'c', {});
    expect(await reaches(id, 'failed')).toMatchObject({ text: '源头没有回应' });
  });
});
