import { beforeAll, expect, test } from 'vitest';
import { unzipSync, strFromU8 } from 'fflate';
import { startApp, type Send } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table orders (id int primary key, customer text, amount numeric(10, 2), made date);
   insert into orders select n, 'C' || n % 3, n * 1.5, date '2026-01-01' + n from generate_series(1, 30) n;`,
);
let sourceId: string;
const PERMS = ['metadata:sqlconsole:list', 'metadata:sqlconsole:run', 'metadata:sqlconsole:export'];
beforeAll(async () => {
  sourceId = await source.register({ isShared: '1' });
});

const run = (send: Send, sqlText: string, params: Record<string, unknown> = {}) =>
  send('POST', '/data/console/sql/run', { sqlKey: `k${Math.random().toString(36).slice(2)}`, sourceId, sqlText, params });
const base = '/data/console/sql/queries';
const body = (over: Record<string, unknown> = {}) => ({ queryName: '订单', sourceId, sqlText: 'select * from orders', ...over });
const person = async (over: Record<string, unknown> = {}) => {
  const made = await app.make.user({ perms: PERMS, dataScope: '5', ...over });
  return { ...made, send: app.as(made.token) };
};

test('parameters are values: numbers, texts, dates, lists, and never SQL', async () => {
  const found = await run(
    app.admin,
    'select id from orders where amount > ${least} and customer in (${who}) and made < ${before} order by id',
    {
      least: 30,
      who: ['C0', 'C1'],
      before: '2026-01-28',
    },
  );
  expect(found.data[0].error ?? null).toBeNull();
  expect(found.data[0].dataList.map((row: { id: number }) => row.id)).toEqual([21, 22, 24, 25]);
  const hostile = await run(app.admin, 'select count(*) as n from orders where customer = ${who}', { who: "C0' or '1'='1" });
  expect(hostile.data[0].dataList).toEqual([{ n: '0' }]);
});

test('a parameter without a value, or inside quotes, names its place and nothing runs', async () => {
  const missing = await run(app.admin, 'select 1;\nselect ${a}', {});
  expect([missing.status, missing.error]).toEqual([422, 'gate.refused']);
  expect(missing.msg).toContain('第2行第8列');
  expect((await run(app.admin, "select '${a}'", { a: 1 })).msg).toContain('引号');
  expect((await run(app.admin, 'delete from orders where id = ${a}', { a: 1 })).msg).toContain('不支持参数');
  const checked = await app.admin('POST', '/data/console/sql/check', { sourceId, sqlText: 'select id from orders where id = ${a}' });
  expect(checked.data.errors).toEqual([]);
});

test('exports as CSV and as a workbook, cut at the limit and saying so', async () => {
  const body = { sourceId, sqlText: 'select id, amount, customer from orders where id <= ${most} order by id', params: { most: 3 } };
  const csv = await app.admin('POST', '/data/console/sql/export', body);
  expect(csv.raw.toString('utf8').trimEnd().split('\r\n')).toEqual(['\ufeffid,amount,customer', '1,1.50,C1', '2,3.00,C2', '3,4.50,C0']);
  const book = await app.admin('POST', '/data/console/sql/export', { ...body, format: 'xlsx', fileName: '订单/一月' });
  expect(String(book.headers['content-disposition'])).toContain(encodeURIComponent('订单_一月.xlsx'));
  const sheet = strFromU8(unzipSync(book.raw)['xl/worksheets/sheet1.xml']!);
  expect(sheet).toContain('<v>4.5</v>');
  expect(sheet).toContain('导出');
  const config = await app.node.app.db
    .selectFrom('sysConfig')
    .select('id')
    .where('configKey', '=', 'metadata.exportMaxRows')
    .executeTakeFirstOrThrow();
  await app.node.app.db.updateTable('sysConfig').set({ configValue: '2' }).where('id', '=', config.id).execute();
  // a file holds rows and nothing else; that there were more is said before, beside it and in the history
  expect((await app.admin('GET', '/data/console/sql/exportLimit')).data).toEqual({ maxRows: 2 });
  for (const [format, sqlKey] of [
    ['csv', 'cut-csv'],
    ['xlsx', 'cut-xlsx'],
  ]) {
    const cut = await app.admin('POST', '/data/console/sql/export', { ...body, format, sqlKey });
    expect(cut.headers['x-row-limit']).toBe('2');
    const text = format === 'csv' ? cut.raw.toString('utf8') : strFromU8(unzipSync(cut.raw)['xl/worksheets/sheet1.xml']!);
    expect(text).not.toContain('其余未导出');
    if (format === 'csv') expect(text.trimEnd().split('\r\n')).toEqual(['\ufeffid,amount,customer', '1,1.50,C1', '2,3.00,C2']);
    const note = '结果超过 2 行，其余未导出，请缩小查询范围';
    expect((await app.admin('GET', `/data/console/sql/exports/${sqlKey}`)).data).toEqual({ rowCount: 2, note });
  }
  await app.admin('POST', '/data/console/sql/export', { ...body, params: { most: 2 }, sqlKey: 'whole' });
  expect((await app.admin('GET', '/data/console/sql/exports/whole')).data).toEqual({ rowCount: 2, note: null });
  const other = await person();
  expect((await other.send('GET', '/data/console/sql/exports/cut-csv')).status).toBe(404);
  await app.node.app.db.updateTable('sysConfig').set({ configValue: '1000000' }).where('id', '=', config.id).execute();
});

test('a query is kept, changed, starred and removed by its owner', async () => {
  const me = await person();
  const params = [{ name: 'a', label: '编号', type: 'number', defaultValue: '1' }];
  const { id } = (await me.send('POST', base, body({ params }))).data;
  const kept = (await me.send('GET', `${base}/${id}`)).data;
  expect(kept).toMatchObject({ queryName: '订单', isMine: true, isStarred: false, params, version: 0 });
  expect((await me.send('PUT', `${base}/${id}`, { ...kept, queryName: '新名' })).data).toEqual({ version: 1 });
  expect((await me.send('PUT', `${base}/${id}`, { ...kept, queryName: '旧的' })).status).toBe(409);
  await me.send('POST', `${base}/${id}/star`, { isStarred: true });
  await me.send('POST', `${base}/${id}/star`, { isStarred: true });
  expect((await me.send('GET', `${base}/page?kind=starred`)).data.data.map((row: { id: string }) => row.id)).toEqual([id]);
  expect((await run(me.send, 'select 1 as one')).data[0].success).toBe(true);
  await me.send('POST', '/data/console/sql/run', { sqlKey: 'q1', sourceId, sqlText: 'select 1', queryId: id });
  expect((await me.send('GET', `${base}/${id}`)).data.lastRunTime).not.toBeNull();
  expect((await me.send('DELETE', `${base}/${id}`)).status).toBe(200);
  expect((await me.send('GET', `${base}/${id}`)).status).toBe(404);
});

test('others see a query when it is shared with them, their role or a department above, and may not change it', async () => {
  const parent = await app.make.dept();
  const child = await app.make.dept({ parentId: parent.id });
  const owner = await person();
  const inDept = await person({ deptId: child.id });
  const stranger = await person();
  const { id } = (await owner.send('POST', base, body())).data;
  const sees = async (who: { send: Send }) => (await who.send('GET', `${base}/${id}`)).status;
  expect([await sees(inDept), await sees(stranger)]).toEqual([404, 404]);
  const share = async (shareKind: string, shareIds: string[]) => {
    const kept = (await owner.send('GET', `${base}/${id}`)).data;
    expect((await owner.send('PUT', `${base}/${id}`, { ...kept, shareKind, shareIds })).status).toBe(200);
  };
  await share('dept', [parent.id]);
  expect([await sees(inDept), await sees(stranger)]).toEqual([200, 404]);
  await share('user', [stranger.id]);
  expect([await sees(inDept), await sees(stranger)]).toEqual([404, 200]);
  expect((await stranger.send('GET', `${base}/${id}`)).data.shareIds).toEqual([]);
  await share('role', [inDept.roleId!]);
  expect([await sees(inDept), await sees(stranger)]).toEqual([200, 404]);
  await share('all', []);
  const kept = (await stranger.send('GET', `${base}/${id}`)).data;
  expect((await stranger.send('PUT', `${base}/${id}`, { ...kept })).status).toBe(422);
  expect((await stranger.send('DELETE', `${base}/${id}`)).status).toBe(422);
  expect((await stranger.send('GET', `${base}/page?kind=shared`)).data.total).toBe(1);
  const bad = await owner.send('PUT', `${base}/${id}`, { ...kept, shareKind: 'user', shareIds: ['999'] });
  expect(bad.status).toBe(400);
});

test('tabs come back as they were left, each person’s own', async () => {
  const me = await person();
  const other = await person();
  const tabs = [
    { tabKey: 'a1', tabName: '查询 1', sourceId, sqlText: 'select 1 -- 😀', params: { a: ['x', 2] }, queryId: null },
    { tabKey: 'b2', tabName: '查询 2', sourceId: null, sqlText: '', params: {}, queryId: null },
  ];
  await me.send('POST', '/data/console/sql/tabs', { tabs });
  expect((await me.send('GET', '/data/console/sql/tabs')).data).toEqual(tabs);
  expect((await other.send('GET', '/data/console/sql/tabs')).data).toEqual([]);
  await Promise.all([1, 2, 3].map(() => me.send('POST', '/data/console/sql/tabs', { tabs: [tabs[1]] })));
  expect((await me.send('GET', '/data/console/sql/tabs')).data).toEqual([tabs[1]]);
  expect((await me.send('POST', '/data/console/sql/tabs', { tabs: [tabs[0], tabs[0]] })).status).toBe(400);
});

test('without the permissions of the console nothing answers', async () => {
  const nobody = app.as((await app.make.user({ perms: [] })).token);
  for (const [method, path] of [
    ['GET', `${base}/page`],
    ['POST', base],
    ['GET', '/data/console/sql/tabs'],
  ] as const)
    expect((await nobody(method, path, method === 'POST' ? body() : undefined)).status).toBe(403);
  expect((await app.stranger('GET', `${base}/page`)).status).toBe(401);
});
