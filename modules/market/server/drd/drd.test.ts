import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource, sealColumns } from '#modules/sources/server/test-source.ts';
import { MarketCalls } from '../test-market.ts';
import { DirectoryCalls } from './test-directory.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id integer primary key, name text, mobile text, city text);
   comment on column customer.mobile is '联系电话'; insert into customer values (1, '甲', '13800000001', '重庆');
   create table wordy (id integer primary key, note text); comment on column wordy.note is '${'长'.repeat(199)}😀：取值见附表';`,
);
const market = new MarketCalls(app);
const people = new DirectoryCalls(app);
const BASE = '/data/market/drds';
let tableId = '';
let id = '';
const get = async (one: string, send = people.author) => (await send('GET', `${BASE}/${one}`)).data;
const table = () => [{ mountType: '1', refId: tableId }];

beforeAll(async () => {
  market.sourceId = await source.register();
  await sealColumns(app, market.sourceId, 'mobile');
  tableId = await market.table('customer');
  await people.people();
});

describe('a resource', () => {
  it('is catalogued with the items, levels and quality of what stands behind it, under a code of its class', async () => {
    id = await people.create(table(), { resName: '客户主体名录' });
    const row = await get(id);
    expect(row).toMatchObject({
      resCode: '03-02/000001',
      catalogPath: ['经营', '客户'],
      publishStatus: '1',
      classifyLevel: 'L3',
      gaps: [],
      mounts: [{ mountType: '1', detail: expect.stringContaining('public.customer') }],
    });
    expect(row.itemList.map((item: { code: string }) => item.code)).toEqual(['id', 'name', 'mobile', 'city']);
    expect(row.itemList[2]).toMatchObject({ name: '联系电话', sensitive: '1', level: 'L3' });
    await app.database.pool.query('update metadata_table set quality_score = 96.4 where id = $1', [tableId]);
    expect((await get(id)).qualityScore).toBe(96.4);
    expect(await people.author('POST', BASE, people.body(table(), { resName: '客户主体名录' }))).toMatchObject({ status: 409 });
  });

  it('stands only over what its author knows, and what is sensitive stays so', async () => {
    const wrong = await people.author('POST', BASE, people.body([{ mountType: '1', refId: '404' }]));
    expect(wrong).toMatchObject({ status: 400, data: [{ path: 'mounts.0.refId' }] });
    const lower = await people.create(table(), { classifyLevel: 'L1', itemList: [{ name: '电话', code: 'mobile', sensitive: '0' }] });
    expect(await get(lower)).toMatchObject({ classifyLevel: 'L3', itemList: [{ sensitive: '1' }] });
    await people.author('DELETE', `${BASE}/${lower}`);
  });

  it('is not submitted before its core metadata are whole', async () => {
    const lacking = await people.create([], { summary: null, shareCondition: null });
    const refused = await people.author('POST', `${BASE}/${lacking}/submit`);
    expect(refused).toMatchObject({ status: 422, data: { gaps: ['资源摘要', '资源格式（挂接）', '共享条件'] } });
    await people.author('DELETE', `${BASE}/${lacking}`);
  });

  it('is published by somebody else than who submitted it, and seen by everybody then', async () => {
    expect((await people.applicant('GET', `${BASE}/${id}`)).status).toBe(404);
    expect((await people.author('POST', `${BASE}/${id}/submit`)).data).toMatchObject({ publishStatus: '2' });
    // the administrator may everything but that
    await app.database.pool.query('update market_drd set submit_by = (select id from sys_user where username = $1) where id = $2', [
      'admin',
      id,
    ]);
    expect(await app.admin('POST', `${BASE}/${id}/publish`, {})).toMatchObject({ status: 422, error: 'rule.broken' });
    const todos = await people.editor('GET', '/system/todos');
    expect(JSON.stringify(todos.data ?? '')).toContain('客户主体名录');
    expect((await people.editor('POST', `${BASE}/${id}/publish`, { approved: true })).status).toBe(200);
    expect(await get(id, people.applicant)).toMatchObject({ publishStatus: '3', may: { apply: true, edit: false, publish: false } });
    expect((await get(id)).viewCount).toBe(1);
    const row = await get(id);
    expect(await people.author('PUT', `${BASE}/${id}`, { ...row, mounts: table() })).toMatchObject({ status: 422 });
    expect(await people.author('DELETE', `${BASE}/${id}`)).toMatchObject({ status: 422 });
  });

  it('is found by its name, its items, its class and its facets', async () => {
    const draft = await people.create(table(), { resName: '未上架的资源' });
    const names = async (query: string, send = people.applicant) =>
      (await send('GET', `${BASE}/page?${query}`)).data.data.map((row: { resName: string }) => row.resName);
    expect(await names(`keyword=${encodeURIComponent('联系电话')}`)).toEqual(['客户主体名录']);
    expect(await names('keyword=MOBILE&resType=1&shareType=2')).toEqual(['客户主体名录']);
    expect(await names('keyword=100%25')).toEqual([]);
    expect(await names('resType=2')).toEqual([]);
    expect(await names('sort=-qualityScore', people.author)).toContain('未上架的资源');
    const tree = (await people.applicant('GET', `${BASE}/tree`)).data;
    expect(tree.map((node: { catalogCode: string; count: number }) => [node.catalogCode, node.count])).toEqual([
      ['03', 1],
      ['03-02', 1],
    ]);
    expect(await names(`catalogId=${tree[0].id}`)).toEqual(['客户主体名录']);
    const { data } = await people.author('GET', `${BASE}/facets?publishStatus=3`);
    expect(data).toMatchObject({ all: 1, usable: 0 });
    expect(data.facets.find((one: { field: string }) => one.field === 'publishStatus').values).toHaveLength(2);
    await people.author('DELETE', `${BASE}/${draft}`);
  });

  it('keeps its class, whose code is never given twice', async () => {
    expect(await app.admin('DELETE', `${BASE}/classes/${people.catalogId}`)).toMatchObject({ status: 409 });
    const next = await people.create(table());
    expect((await get(next)).resCode).toBe('03-02/000005');
    await people.author('DELETE', `${BASE}/${next}`);
    const tooDeep = async (parentId: string, n: number): Promise<number> => {
      const made = await app.admin('POST', `${BASE}/classes`, { parentId, catalogName: `第${n}级`, codePart: '01' });
      return made.status === 200 ? tooDeep(made.data.id, n + 1) : n;
    };
    expect(await tooDeep(people.catalogId, 3)).toBe(5);
  });
});

describe('what is said', () => {
  it('of a resource is rated once by each, asked, and answered by who manages it', async () => {
    const say = (body: object, send = people.applicant) => send('POST', `${BASE}/${id}/feedbacks`, body);
    expect(await say({ kind: '1', content: '好' })).toMatchObject({ status: 400 });
    await say({ kind: '1', rating: 3, content: '还行' });
    await say({ kind: '1', rating: 5, content: '很好' });
    const { data } = await say({ kind: '2', content: '多久更新一次？' });
    expect(await say({ kind: '1', rating: 5, content: '自夸' }, people.author)).toMatchObject({ status: 422 });
    expect(await get(id)).toMatchObject({ rating: 5, ratingCount: 1, feedbackCount: 2 });
    expect((await people.applicant('POST', `${BASE}/feedbacks/${data.id}/reply`, { reply: '我自己答' })).status).toBe(403);
    expect((await people.author('POST', `${BASE}/feedbacks/${data.id}/reply`, { reply: '每日' })).status).toBe(200);
    const list = (await people.applicant('GET', `${BASE}/${id}/feedbacks/page`)).data.data;
    expect(list[0]).toMatchObject({ content: '多久更新一次？', reply: '每日' });
  });

  it('is missing goes to a demand, which is handled with a result', async () => {
    const { data } = await people.applicant('POST', `${BASE}/demands`, {
      demandTitle: '供应商名录',
      demandDesc: '采购分析需要',
      expectDate: '2099-01-31',
    });
    const handle = (body: object) => people.editor('POST', `${BASE}/demands/${data.id}/handle`, body);
    expect(await handle({ state: '3' })).toMatchObject({ status: 400 });
    expect((await handle({ state: '2' })).status).toBe(200);
    expect((await handle({ state: '3', result: '已编目', drdId: id })).status).toBe(200);
    expect(await handle({ state: '4', result: '再来' })).toMatchObject({ status: 422 });
    const [row] = (await people.applicant('GET', `${BASE}/demands/page?mine=1`)).data.data;
    expect(row).toMatchObject({ state: '3', result: '已编目', resName: '客户主体名录', expectDate: '2099-01-31', mayHandle: false });
    expect((await people.author('GET', `${BASE}/demands/page`)).data.total).toBe(0);
  });
});

it('taken out of the directory it can be changed and submitted again', async () => {
  expect(await people.editor('POST', `${BASE}/${id}/offline`, {})).toMatchObject({ status: 400 });
  expect((await people.editor('POST', `${BASE}/${id}/offline`, { reason: '口径调整' })).status).toBe(200);
  expect((await people.applicant('GET', `${BASE}/${id}`)).status).toBe(404);
  const row = await get(id);
  const changed = await people.author('PUT', `${BASE}/${id}`, { ...row, summary: '新口径', mounts: table() });
  expect(changed).toMatchObject({ status: 200, data: { version: row.version + 1 } });
  await people.publish(id);
  expect(await get(id, people.applicant)).toMatchObject({ publishStatus: '3', summary: '新口径' });
});

it('a resource takes names of any length from the tables behind it, as much of them as fits', async () => {
  const wordy = await people.create([{ mountType: '1', refId: await market.table('wordy') }]);
  await app.database.pool.query(`update metadata_column set data_type = repeat('x', 200) where column_name = 'note'`);
  const again = await people.create([{ mountType: '1', refId: await market.table('wordy') }]);
  for (const one of [wordy, again]) {
    const { itemList, version } = await get(one);
    expect(itemList.map(({ name }: { name: string }) => name)).toEqual(['id', '长'.repeat(199)]);
    const body = people.body([{ mountType: '1', refId: await market.table('wordy') }], { itemList, version, resName: `再存${one}` });
    expect((await people.author('PUT', `${BASE}/${one}`, body)).status).toBe(200);
  }
});
