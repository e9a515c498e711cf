import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { MarketCalls } from '#modules/market/server/test-market.ts';
import { DirectoryCalls } from '#modules/market/server/drd/test-directory.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { testApproval } from '#modules/workflow/server/test-approval.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id integer primary key, name text); insert into customer select i, '客户' || i from generate_series(1, 9) i;`,
);
const market = new MarketCalls(app);
const people = new DirectoryCalls(app);
const BASE = '/data/market/drds';
let approval!: Awaited<ReturnType<typeof testApproval>>;
const table = async () => [{ mountType: '1', refId: await market.table('customer') }];

beforeAll(async () => {
  market.sourceId = await source.register();
  await people.people();
  approval = await testApproval(app);
});

it('a resource is published when its approval passes, and goes back when it is refused', async () => {
  await approval.govern('market.drd');
  const id = await people.create(await table());
  const get = async () => (await people.author('GET', `${BASE}/${id}`)).data;
  const submit = async () => (await people.author('POST', `${BASE}/${id}/submit`)).data;
  const first = await submit();
  expect(first).toMatchObject({ publishStatus: '2', flowStatus: '3' });
  expect(await people.editor('POST', `${BASE}/${id}/publish`, { approved: true })).toMatchObject({ status: 422, error: 'flow.closed' });
  expect((await approval.refuse(first.processInstanceId)).status).toBe(200);
  expect(await get()).toMatchObject({ publishStatus: '1', flowStatus: '5' });
  const second = await submit();
  expect((await approval.sendBack(second.processInstanceId)).status).toBe(200);
  expect(await get()).toMatchObject({ publishStatus: '1', flowStatus: '2' });
  const third = await submit();
  expect(third.processInstanceId).toBe(second.processInstanceId);
  expect((await approval.agree(third.processInstanceId)).status).toBe(200);
  expect(await get()).toMatchObject({ publishStatus: '3', flowStatus: '4' });
  await approval.release('market.drd');
});

it('the last approver of a request grants, if he may by hand', async () => {
  const drdId = await people.create(await table());
  await people.publish(drdId);
  await approval.govern('market.drdApply');
  const { data } = await people.apply(drdId, { columns: ['name'] });
  expect(data.flowStatus).toBe('3');
  expect(await people.decide(data.id, true)).toMatchObject({ status: 422, error: 'flow.closed' });
  expect((await approval.agree(data.processInstanceId)).status).toBe(422);
  const roleId = await app.make.role({ perms: ['metadata:dataauthorize:edit'], dataScope: '1' });
  await app.database.db.insertInto('sysUserRole').values({ userId: approval.id, roleId }).execute();
  await until(
    () => approval.agree(data.processInstanceId).catch(() => ({ status: 0 })),
    ({ status }) => status === 200,
  );
  const [row] = (await people.applicant('GET', `${BASE}/applies/page?scope=mine`)).data.data;
  expect(row).toMatchObject({ state: '2', flowStatus: '4' });
  const sqlText = 'select name from public.customer order by name limit 1';
  const asked = await people.applicant('POST', '/data/console/sql/run', { sqlKey: 'k', sourceId: market.sourceId, sqlText });
  expect(asked.data[0].dataList).toEqual([{ name: '客户1' }]);
});
