import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { matched, pairs, putRecords } from '../match/test-records.ts';
import { builtModel, CUSTOMER, MODELS } from '../test-model.ts';

const app = startApp({ managed: true });
let made = 0;
let modelId = '';
const db = () => app.database.db;
const url = (rest = '') => `${MODELS}/${modelId}/mergeBatches${rest}`;
const preview = async (send: Send = app.admin) => send('GET', url('/preview'));
const latest = async () => (await app.admin('GET', url('/latest'))).data;
const ended = () => until(latest, (batch) => ['done', 'failed', 'cancelled'].includes(batch?.state), 60_000);
const queue = async (state = 'open') =>
  (await app.admin('GET', `${MODELS}/${modelId}/candidates/page?state=${state}&pageSize=100`)).data.data;
const merges = async (query = '') => (await app.admin('GET', `${MODELS}/${modelId}/merges/page?pageSize=100${query}`)).data.data;
const records = async () =>
  (await sql<{ id: string }>`select id from ${sql.table(`managed.md_customer_${made}`)} order by id`.execute(db())).rows.map(
    ({ id }) => id,
  );
async function dump(): Promise<unknown> {
  const read = async (table: string) =>
    (await sql<{ row: string }>`select x::text as row from ${sql.table(table)} x order by id`.execute(db())).rows;
  return [await read(`managed.md_customer_${made}`), await read('masterdata_attr_history')];
}

beforeEach(async () => {
  made += 1;
  modelId = await builtModel(app.admin, { ...CUSTOMER, modelName: `客户${made}`, modelLogicTable: `customer_${made}` });
  await putRecords(app.node.app, modelId, [
    ...pairs(3),
    // alike, and a person has to look
    { id: 'x1', values: { customer_name: '徐州云龙湖园林绿化有限公司', credit_code: null } },
    { id: 'x2', values: { customer_name: '徐州云龙湖园林绿化股份有限公司', credit_code: null } },
  ]);
  await matched(app.admin, modelId, { preset: 'strict' });
}, 60_000);

describe('merging the automatic zone in bulk', () => {
  it('is told beforehand with counts, merges each group as one, and is undone group by group', async () => {
    expect((await preview()).data).toEqual({ groups: 3, records: 6, gone: 3, waiting: 0, manual: [], isStale: false });
    const before = await dump();
    const started = await app.admin('POST', url(), { groups: 3 });
    expect(started, started.msg).toMatchObject({ status: 200 });
    expect(await ended()).toMatchObject({ state: 'done', groups: 3, merged: 3, skipped: 0, message: '合并 3 组，跳过 0 组' });
    expect(await records()).toEqual(['0a', '1a', '2a', 'x1', 'x2']);
    expect((await queue()).map((one: { zone: string }) => one.zone)).toEqual(['review']);
    const own = await merges(`&batchId=${started.data.id}`);
    expect(own).toHaveLength(3);
    for (const one of own) expect(await app.admin('POST', `/data/masterdata/merges/${one.id}/undo`)).toMatchObject({ status: 200 });
    expect(await dump()).toEqual(before);
    await matched(app.admin, modelId, { full: true });
    expect((await preview()).data.groups).toBe(0);
    expect(await app.admin('POST', url(), { groups: 1 })).toMatchObject({ status: 422 });
  }, 60_000);

  it('is of what was seen alone: another number of groups, a changed rule or a changed group merge nothing', async () => {
    expect(await app.admin('POST', url(), { groups: 2 })).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(await app.admin('POST', url(), { groups: 0 })).toMatchObject({ status: 400 });
    const { data: rule } = await app.admin('GET', `${MODELS}/${modelId}/matchRule`);
    const body = { preset: 'loose', attributes: rule.attributes, version: rule.version };
    expect(await app.admin('PUT', `${MODELS}/${modelId}/matchRule`, body)).toMatchObject({ status: 200 });
    expect((await preview()).data).toMatchObject({ isStale: true });
    expect(await app.admin('POST', url(), { groups: 3 })).toMatchObject({ status: 422, msg: '匹配规则已修改，请重新查重后再批量合并' });
    // neither the change nor the run after it merges by itself
    await matched(app.admin, modelId);
    expect(await records()).toHaveLength(8);
    expect((await merges()).length).toBe(0);
  }, 60_000);

  it('leaves a group that refuses with its reason, and goes on with the others', async () => {
    await db()
      .insertInto('kitProposal')
      .values({ id: `p${made}`, businessType: 'masterdata.record', targetId: '1b', input: '{}', flowStatus: '3', createBy: 'admin' })
      .execute();
    expect((await preview()).data).toMatchObject({ groups: 3, waiting: 1 });
    const { data } = await app.admin('POST', url(), { groups: 3 });
    expect(await ended()).toMatchObject({ state: 'done', merged: 2, skipped: 1 });
    expect((await app.admin('GET', `/data/masterdata/mergeBatches/${data.id}/skipped/page`)).data).toMatchObject({
      total: 1,
      data: [{ title: '苏州鼎盛测绘仪器有限公司', records: 2, message: expect.stringContaining('审核中') as string }],
    });
    expect(await records()).toEqual(['0a', '1a', '1b', '2a', 'x1', 'x2']);
    expect((await queue()).map((one: { zone: string }) => one.zone).sort()).toEqual(['auto', 'review']);
  }, 60_000);

  it('is for whom merging is allowed, and of what they see whole', async () => {
    const dept = await app.make.dept();
    const perms = ['masterdata:match:list', 'masterdata:data:merge'];
    const stranger = app.as((await app.make.user({ deptId: dept.id, perms, dataScope: '3' })).token);
    expect((await preview(stranger)).data).toMatchObject({ groups: 0, records: 0 });
    expect(await stranger('POST', url(), { groups: 3 })).toMatchObject({ status: 422 });
    const reader = app.as((await app.make.user({ perms: ['masterdata:match:list'] })).token);
    expect(await reader('POST', url(), { groups: 3 })).toMatchObject({ status: 403 });
    expect((await preview(reader)).status).toBe(403);
    expect(await app.admin('POST', '/data/masterdata/mergeBatches/1/cancel')).toMatchObject({ status: 404 });
  });
});
