import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { chartOf, field, storeBoard, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { subscriptionsDue } from './due.ts';

const app = startApp();
const source = testSource(app, "create table sale (region text, amount int); insert into sale values ('华东', 100)");
const BASE = '/data/visual/subscriptions';
let entityId = '';
let maker!: Send;
/** Somebody who may look at boards and at the rows of the table. */
const viewer = async () => {
  const user = await app.make.user({ perms: ['visual:board:preview'], dataScope: '5' });
  const table = await app.database.db.selectFrom('metadataTable').select('id').where('tableName', '=', 'sale').executeTakeFirstOrThrow();
  const granted = { subjectType: 'user', subjectId: user.id, actions: ['query'], objectType: 'table', objectId: table.id };
  expect((await app.admin('POST', '/data/metadata/authorizes', granted)).status).toBe(200);
  return user;
};
const body = (over: Record<string, unknown>) => ({
  entityType: 'board',
  entityId,
  subscriptionName: '销售预警',
  cron: '0 0/5 * * * ?',
  ...over,
});
const heardBy = async (userId: string): Promise<number> =>
  (await app.database.db.selectFrom('sysMessage').select('id').where('accountId', '=', userId).execute()).length;

beforeAll(async () => {
  const set = await storeSet(app, {
    sourceId: await source.register(),
    origin: { kind: 'table', table: { schema: 'public', table: 'sale' } },
    fields: [field('region', 'dimension', 'string'), field('amount', 'measure', 'number', { agg: 'sum' })],
  });
  entityId = await storeBoard(app, { tiles: [tileOf('total', chartOf(set, [], ['amount'], { chartType: 'kpi' }), { title: '总额' })] });
  maker = app.as((await app.make.user({ perms: ['visual:board:preview', 'visual:board:subscribe'], dataScope: '5' })).token);
  await until(
    async () =>
      (await app.admin('POST', '/data/visual/view/data', { entity: 'board', id: entityId, tiles: [{ key: 'total' }] })).raw.toString(),
    (text) => text.includes('"data"'),
    60_000,
  );
});

describe('an alert that goes on', () => {
  const met = { key: 'total', measure: 'm0', op: 'gt', value: 50 };
  const check = async (id: string) => {
    const due = { nextTime: new Date(Date.now() - 1000) };
    await app.database.db.updateTable('visualSubscription').set(due).where('id', '=', id).execute();
    await subscriptionsDue.run({
      runId: 'r',
      app: app.node.app,
      params: {},
      dueTime: new Date(),
      signal: new AbortController().signal,
      log: () => undefined,
      progress: () => undefined,
    });
  };
  /** what was told an hour ago */
  const anHourLater = () => app.database.pool.query(`update visual_subscription_alert set told_time = told_time - interval '1 hour'`);
  const amountIs = async (amount: number) => {
    await source.sql(`update sale set amount = ${amount}`);
    // what was read before is kept for a while
    await app.database.pool.query('update visual_data_set set version = version + 1');
  };
  /** how many messages the recipient has after each check, with an hour between them */
  const heard = async (repeatHours: number | null, steps: readonly { amount?: number }[]) => {
    const { id: userId } = await viewer();
    const made = await maker('POST', BASE, body({ userIds: [userId], condition: met, repeatHours }));
    expect(made, made.msg).toMatchObject({ status: 200 });
    const counts: number[] = [];
    for (const { amount } of steps) {
      if (amount !== undefined) await amountIs(amount);
      await anHourLater();
      await check(made.data.id as string);
      counts.push(await heardBy(userId));
    }
    await amountIs(100);
    expect((await maker('DELETE', `${BASE}/${made.data.id}`)).status).toBe(200);
    return counts;
  };
  it('is told at each check, once until it is over, or again after some hours', async () => {
    expect(await heard(0, [{}, {}])).toEqual([1, 2]);
    expect(await heard(null, [{}, {}, { amount: 7 }, { amount: 80 }, {}])).toEqual([1, 1, 1, 2, 2]);
    expect(await heard(4, [{}, {}, {}, {}, {}])).toEqual([1, 1, 1, 1, 2]);
  });

  it('is told again when somebody sends it by hand, and when it was changed', async () => {
    const { id: userId } = await viewer();
    const wanted = body({ userIds: [userId], condition: met, repeatHours: null });
    const { id } = (await maker('POST', BASE, wanted)).data as { id: string };
    const count = () => heardBy(userId);
    await check(id);
    await check(id);
    expect(await count()).toBe(1);
    expect((await maker('POST', `${BASE}/${id}/send`)).status).toBe(200);
    expect(await count()).toBe(2);
    const { entityType: _type, entityId: _id, ...rest } = wanted as Record<string, unknown>;
    expect((await maker('PUT', BASE, { ...rest, id, version: 0, condition: { ...met, value: 60 } })).status).toBe(200);
    await check(id);
    expect(await count()).toBe(3);
    expect((await maker('DELETE', `${BASE}/${id}`)).status).toBe(200);
    expect((await maker('POST', BASE, body({ condition: met, repeatHours: -1 }))).status).toBe(400);
  });
});
