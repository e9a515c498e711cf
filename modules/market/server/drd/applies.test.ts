import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { Readable } from 'node:stream';
import { storeFile } from '#modules/files/server/index.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { MarketCalls } from '../test-market.ts';
import { endApplies } from './ending.ts';
import { DirectoryCalls } from './test-directory.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id integer primary key, name text, mobile text, city text);
   insert into customer select i, '客户' || i, '138' || lpad(i::text, 8, '0'), '=重庆' from generate_series(1, 1500) i;`,
);
const market = new MarketCalls(app);
const people = new DirectoryCalls(app);
const BASE = '/data/market/drds';
let drdId = '';
let apiId = '';
let keys = 0;
const query = async (sqlText: string) => {
  const answer = await people.applicant('POST', '/data/console/sql/run', { sqlKey: `k${++keys}`, sourceId: market.sourceId, sqlText });
  return answer.status === 200 && answer.data[0].success ? (answer.data[0].dataList as Record<string, unknown>[]) : null;
};
const download = (id: string, send = people.applicant) => send('GET', `${BASE}/applies/${id}/file`);
const applyRow = async (id: string) =>
  (await people.applicant('GET', `${BASE}/applies/page?scope=mine&pageSize=200`)).data.data.find((row: { id: string }) => row.id === id);
/** As if the last day of a request had passed. */
const lapse = (id: string) =>
  app.database.pool.query(`update market_drd_apply set end_time = now() - interval '1 minute' where id = $1`, [id]);
const endTask = () =>
  endApplies.run({
    runId: '1',
    app: app.node.app,
    params: {},
    dueTime: new Date(),
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
  });

beforeAll(async () => {
  market.sourceId = await source.register();
  await sealColumns(app, market.sourceId, 'mobile');
  await people.people();
  apiId = await market.make(await market.body('/drd/customer', 'customer', ['id', 'name', 'mobile']));
  await market.release(apiId);
  drdId = await people.create([
    { mountType: '1', refId: await market.table('customer') },
    { mountType: '2', refId: apiId },
  ]);
  await people.publish(drdId);
});

describe('a request to query', () => {
  let id = '';
  it('is decided by somebody else, and gives exactly the columns that were asked for until their day', async () => {
    expect(await query('select id, city from public.customer')).toBeNull();
    expect(await people.apply(drdId, { columns: ['nothing'] })).toMatchObject({ status: 400, data: [{ path: 'columns' }] });
    expect(await people.apply(drdId, { validTo: '2020-01-01' })).toMatchObject({ status: 400, data: [{ path: 'validTo' }] });
    id = (await people.apply(drdId, { columns: ['id', 'city'] })).data.id;
    expect(await people.apply(drdId)).toMatchObject({ status: 409 });
    expect((await people.decide(id, true, people.applicant)).status).toBe(403);
    // whoever may decide may not decide about the own request
    await app.database.pool.query('update market_drd_apply set apply_by = $1 where id = $2', [people.editorId, id]);
    expect(await people.decide(id, true)).toMatchObject({ status: 422, msg: expect.stringContaining('自己的申请') });
    await app.database.pool.query('update market_drd_apply set apply_by = $1 where id = $2', [people.applicantId, id]);
    expect((await people.decide(id, true)).status).toBe(200);
    expect((await query('select id, city from public.customer where id = 7'))?.[0]).toEqual({ id: 7, city: '=重庆' });
    expect(await query('select name from public.customer')).toBeNull();
    const { rows } = await app.database.pool.query('select end_time from metadata_authorize where request_id = $1', [id]);
    expect(rows).toHaveLength(2);
    expect(rows[0].end_time.getTime()).toBeGreaterThan(Date.now() + 9 * 86_400_000);
    expect((await people.applicant('GET', `${BASE}/${drdId}`)).data.isUsable).toBe(true);
  });

  it('that is taken back gives nothing any more', async () => {
    expect((await people.editor('POST', `${BASE}/applies/${id}/end`)).status).toBe(200);
    expect(await query('select id from public.customer')).toBeNull();
    expect(await applyRow(id)).toMatchObject({ state: '5', mayEnd: false });
    expect(await people.decide(id, true)).toMatchObject({ status: 422 });
  });

  it('lends no rights: who may not grant cannot agree, and a refusal says why', async () => {
    const other = await app.make.user({ perms: ['market:drd:list', 'market:drd:approve'], dataScope: '1' });
    const asked = (await people.apply(drdId)).data.id;
    expect(await people.decide(asked, true, app.as(other.token))).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
    expect(await people.editor('POST', `${BASE}/applies/${asked}/approve`, { approved: false })).toMatchObject({ status: 400 });
    expect((await people.decide(asked, false)).status).toBe(200);
    expect(await applyRow(asked)).toMatchObject({ state: '3', opinion: '用途不明' });
    expect(await query('select id from public.customer')).toBeNull();
    const withdrawn = (await people.apply(drdId)).data.id;
    expect((await people.applicant('POST', `${BASE}/applies/${withdrawn}/withdraw`)).status).toBe(200);
    expect(await people.decide(withdrawn, true)).toMatchObject({ status: 422 });
  });
});

describe('a request for the API', () => {
  it('is a subscription that answers calls, until it is given back', async () => {
    const { data } = await people.applicant('POST', '/data/market/apps', { appName: '分析门户' });
    const key = (await people.applicant('POST', `/data/market/apps/${data.id}/keys`, {})).data.apiKey as string;
    const call = () => market.call('v1.0.0/drd/customer', key);
    expect(await people.apply(drdId, { usageType: '2' })).toMatchObject({ status: 400, data: [{ path: 'appId' }] });
    const id = (await people.apply(drdId, { usageType: '2', appId: data.id, columns: ['id', 'mobile'] })).data.id;
    expect((await people.decide(id, true)).status).toBe(200);
    const answer = await until(call, ({ status }) => status === 200);
    expect(Object.keys(answer.data.data[0])).toEqual(['id', 'mobile']);
    expect(answer.data.data[0].mobile).toContain('*');
    expect((await people.applicant('POST', `${BASE}/applies/${id}/end`)).status).toBe(200);
    await until(call, ({ status }) => status === 403);
  });
});

describe('a request for an API that is offered with plans', () => {
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  it('takes a plan, lasts no longer than it, and gets of its items what the API returns', async () => {
    const api = await market.make(
      await market.body('/drd/planned', 'customer', ['id', 'name'], {
        resParams: [{ fieldName: 'id' }, { fieldName: 'name', fieldAliasName: 'title' }],
      }),
    );
    await market.release(api);
    const mounts = [
      { mountType: '1', refId: await market.table('customer') },
      { mountType: '2', refId: api },
    ];
    const planned = await people.create(mounts);
    await people.publish(planned);
    const plan = async (body: object) => (await app.admin('POST', '/data/market/plans', body)).data.id as string;
    const planIds = [
      await plan({ planName: '试用', dayQuota: 100, maxDays: 5, approval: 'auto' }),
      await plan({ planName: '标准', dayQuota: 2, maxDays: 30 }),
    ];
    expect((await app.admin('PUT', `/data/market/plans/api/${api}`, { planIds })).status).toBe(200);
    const { data } = await people.applicant('POST', '/data/market/apps', { appName: '限量门户' });
    const key = (await people.applicant('POST', `/data/market/apps/${data.id}/keys`, {})).data.apiKey as string;
    const ask = (over: object) => people.apply(planned, { usageType: '2', appId: data.id, ...over });
    const tooLong = { status: 400, msg: expect.stringContaining('最长30天'), data: [{ path: 'validTo' }] };
    expect(await ask({ validTo: dayIn(60) })).toMatchObject(tooLong);
    expect(await ask({ columns: ['city'] })).toMatchObject({ status: 400, data: [{ path: 'columns' }] });
    const asked = await ask({ columns: ['name', 'city'] });
    expect((await people.decide(asked.data.id, true)).status).toBe(200);
    const answer = await until(
      () => market.call('v1.0.0/drd/planned?pageSize=1', key),
      ({ status }) => status === 200,
    );
    expect(answer.data.data).toEqual([{ title: '客户1' }]);
    const statuses = [];
    for (let i = 0; i < 2; i++) statuses.push((await market.call('v1.0.0/drd/planned', key)).status);
    expect(statuses).toEqual([200, 429]);
  });

  it('leads to pages that open for whoever looks, and nowhere else', async () => {
    const shown = async (send: Send) =>
      (await send('GET', `${BASE}/${drdId}`)).data.mounts.map(({ path }: { path: string | null }) => path) as (string | null)[];
    const lookingAt = async (...perms: string[]) =>
      app.as((await app.make.user({ perms: ['market:drd:list', ...perms], dataScope: '1' })).token);
    const tablePath = `/metadata/datacolumn?table=${await market.table('customer')}`;
    expect(await shown(await lookingAt())).toEqual([null, null]);
    expect(await shown(await lookingAt('metadata:datacolumn:list', 'market:square:list'))).toEqual([
      tablePath,
      `/market/apimarket?api=${apiId}`,
    ]);
    expect(await shown(await lookingAt('market:api:list'))).toEqual([null, `/market/dataapi?open=detail-${apiId}`]);
  });

  it('of any kind ends within ten years', async () => {
    for (const usageType of ['1', '3']) {
      const endless = await people.apply(drdId, { usageType, validTo: '9999-12-31' });
      expect(endless).toMatchObject({ status: 400, data: [{ path: 'validTo' }] });
    }
  });
});

describe('a request for a download', () => {
  let id = '';
  const made = () =>
    until(
      () => applyRow(id),
      (row) => row.hasFile || row.fileProblem !== null,
    );
  const fileCount = async () =>
    (await app.database.pool.query(`select count(*)::int as n from file_object where deleted_at is null`)).rows[0].n;

  it('is a file of the columns that were granted, masked for who asked, which nobody else gets', async () => {
    id = (await people.apply(drdId, { usageType: '3', columns: ['id', 'mobile', 'city'] })).data.id;
    expect((await download(id)).status).toBe(404);
    expect((await people.decide(id, true)).status).toBe(200);
    expect(await made()).toMatchObject({ hasFile: true, fileRows: 1500, fileProblem: null });
    const { status, raw } = await download(id);
    const text = Buffer.from(raw).toString('utf8');
    expect(status).toBe(200);
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(1501);
    expect(lines[0]).toContain('id,mobile,city');
    expect(lines[1]).toMatch(/^1,138\*+0001,'=重庆$/);
    expect(text).not.toContain('客户1');
    expect((await download(id, people.editor)).status).toBe(403);
    // the right to take data away is not the right to query it
    expect(await query('select id from public.customer')).toBeNull();
  });

  it('ends on its day: the file is refused at once and removed then', async () => {
    const before = await fileCount();
    await lapse(id);
    expect((await download(id)).status).toBe(404);
    expect(await applyRow(id)).toMatchObject({ state: '5', hasFile: false });
    expect(await endTask()).toContain('1 个');
    expect(await fileCount()).toBe(before - 1);
    expect(await endTask()).toBeNull();
    const bell = await app.database.pool.query(`select count(*)::int as n from sys_message where title = '资源使用权已到期'`);
    expect(bell.rows[0].n).toBe(1);
  });

  it('made under wider rights is not handed out, and made anew under those of now', async () => {
    const before = await fileCount();
    id = (await people.apply(drdId, { usageType: '3', columns: ['id', 'city'] })).data.id;
    await people.decide(id, true);
    await made();
    expect(Buffer.from((await download(id)).raw).toString('utf8')).toContain('重庆');
    await sealColumns(app, market.sourceId, 'city');
    expect(await download(id)).toMatchObject({ status: 422, msg: expect.stringContaining('权限有变化，正在按现在的权限重新生成') });
    expect(await made()).toMatchObject({ hasFile: true, fileRows: 1500 });
    expect(Buffer.from((await download(id)).raw).toString('utf8')).not.toContain('重庆');
    expect(await fileCount()).toBe(before + 1);
    const bell = await app.database.pool.query(
      `select count(*)::int as n from sys_message where title = '下载文件已生成' and path like $1`,
      [`%${id}`],
    );
    expect(bell.rows[0].n).toBe(2);
    await app.database.pool.query(`update metadata_authorize set actions = '{meta}' where subject_id = $1`, [people.applicantId]);
    expect(await download(id)).toMatchObject({ error: 'gate.refused' });
    await lapse(id);
  });

  it('a resource out of the directory gives nothing more', async () => {
    const asked = (await people.apply(drdId, { usageType: '3' })).data.id;
    await people.editor('POST', `${BASE}/${drdId}/offline`, { reason: '口径调整' });
    expect(await people.decide(asked, true)).toMatchObject({ status: 422 });
    expect((await people.apply(drdId, { usageType: '2' })).status).toBe(404);
    await people.decide(asked, false);
    await people.publish(drdId);
  });
});

it('what is not shared cannot be asked for', async () => {
  const closed = await people.create([{ mountType: '1', refId: await market.table('customer') }], {
    shareType: '3',
    shareCondition: '涉密',
  });
  await people.publish(closed);
  expect(await people.apply(closed)).toMatchObject({ status: 422, msg: expect.stringContaining('不予共享') });
});

it('a file that is mounted goes to whoever was granted it, and stays when that ends', async () => {
  const { fileName } = await storeFile(app.node.app, app.database.db, {
    stream: Readable.from(['客户名录']),
    originalFilename: '客户名录.txt',
    contentType: 'text/plain',
    createBy: people.authorId,
    createDept: null,
  });
  expect((await people.applicant('GET', `${BASE}/mountables?mountType=3&refId=${fileName}`)).status).toBe(403);
  const id = await people.create([{ mountType: '3', refId: fileName }]);
  await people.publish(id);
  expect(await people.apply(id)).toMatchObject({ status: 400, data: [{ path: 'usageType' }] });
  const asked = (await people.apply(id, { usageType: '3' })).data.id;
  expect((await download(asked)).status).toBe(404);
  expect((await people.decide(asked, true)).status).toBe(200);
  expect(Buffer.from((await download(asked)).raw).toString('utf8')).toBe('客户名录');
  await lapse(asked);
  await endTask();
  expect((await download(asked)).status).toBe(404);
  expect((await people.author('GET', `${BASE}/${id}`)).data.mounts).toMatchObject([{ name: '客户名录.txt', isGone: false }]);
});
