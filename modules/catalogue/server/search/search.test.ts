import { beforeAll, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table t_cust_acct (id int primary key, cust_bal numeric(18,2), cust_nm varchar(60), open_dt date);
   comment on table t_cust_acct is '客户账户'; comment on column t_cust_acct.cust_bal is '客户余额'; comment on column t_cust_acct.cust_nm is '客户名称';
   comment on column t_cust_acct.open_dt is '开户日期😀';
   create table t_loan_due (id int primary key, cust_balance_hist numeric, due_bank text);
   comment on table t_loan_due is '贷款到期明细'; comment on column t_loan_due.cust_balance_hist is '客户余额变动历史'; comment on column t_loan_due.due_bank is '到期银行';
   create table "Pct_100%_x" (id int, "a'b" text)`,
);
let id = '';
const path = (query: Record<string, string>) => `/data/metadata/search?${new URLSearchParams(query).toString()}`;
const find = (keyword: string, over: Record<string, string> = {}, call: Send = app.admin) =>
  call('GET', path({ keyword, sourceId: id, ...over }));
const first = async (keyword: string): Promise<string> => {
  const answer = await find(keyword);
  expect([keyword, answer.status]).toEqual([keyword, 200]);
  return answer.data.data[0]?.name ?? '';
};

beforeAll(async () => {
  id = await source.register();
  await until(
    () => app.database.db.selectFrom('metadataColumn').select('searchText').where('sourceId', '=', id).execute(),
    (rows) => rows.length > 5 && rows.every(({ searchText }) => searchText !== ''),
  );
});

test.each([
  ['客户余额', 'cust_bal'],
  ['khye', 'cust_bal'],
  ['kehu yue', 'cust_bal'],
  ['kehuyue', 'cust_bal'],
  ['cust bal', 'cust_bal'],
  ['CUST_BAL', 'cust_bal'],
  ['custbal', 'cust_bal'],
  ['cust_b', 'cust_bal'],
  ['客户于额', 'cust_bal'],
  ['客互余额', 'cust_bal'],
  ['客户余顿', 'cust_bal'],
  ['余额变动', 'cust_balance_hist'],
  ['balence', 'cust_balance_hist'],
  ['custemer', ''],
  ['贷款到期', 't_loan_due'],
  ['dkdq', 't_loan_due'],
  ['yinhang', 'due_bank'],
  ['开户日期😀', 'open_dt'],
  ['😀', 'open_dt'],
  ['pct', 'Pct_100%_x'],
])('%s finds %s first', async (keyword, name) => {
  expect(await first(keyword)).toBe(name);
});

test.each(["'; --", '%', '_', '\\', '"', '()', '\u0000'])('%j is no word and finds nothing', async (keyword) => {
  const answer = await find(keyword);
  expect([answer.status, answer.data.total]).toEqual([200, 0]);
});

test("quotes, wildcards and long texts harm nothing: 100%, a'b, 10,000 characters", async () => {
  expect((await find("a'b")).status).toBe(200);
  expect((await find('100%')).data.data.map((hit: { name: string }) => hit.name)).toContain('Pct_100%_x');
  expect((await find('x'.repeat(10_000))).data.total).toBe(0);
  expect((await find('c')).data.data.length).toBeGreaterThan(0);
  expect((await find('额')).data.data.length).toBe(2);
});

test('hits say where they are and which letters were found', async () => {
  const { data } = await find('khye');
  expect(data.data[0]).toMatchObject({ type: 'column', name: 'cust_bal', tableName: 't_cust_acct', comment: '客户余额', sourceId: id });
  expect(data.data[0].marks.comment).toEqual([[0, 4]]);
});

test('facets count the hits and narrow them', async () => {
  const all = await find('客户');
  const values = (field: string) =>
    Object.fromEntries(
      all.data.facets
        .find((facet: { field: string }) => facet.field === field)
        ?.values.map((one: { value: string; count: number }) => [one.value, one.count]) ?? [],
    );
  expect(values('type')).toEqual({ column: 3, table: 1 });
  expect(values('hasDescription')).toEqual({ 1: 4 });
  expect(values('sourceId')).toEqual({ [id]: 4 });
  const tables = await find('客户', { types: 'table' });
  expect([tables.data.total, tables.data.data[0].name]).toEqual([1, 't_cust_acct']);
  expect((await find('客户', { tier: 'ads' })).data.total).toBe(0);
  const second = await find('客户', { pageNum: '2', pageSize: '3' });
  expect([second.data.total, second.data.data.length, second.data.facets]).toEqual([4, 1, []]);
});

test('without a keyword there are the tables', async () => {
  const { data } = await find('');
  expect([data.total, data.data.every((hit: { type: string }) => hit.type === 'table')]).toEqual([3, true]);
});

test('suggestions come while typing, the start page lists own tables', async () => {
  const typed = await app.admin('GET', `/data/metadata/search/suggest?keyword=${encodeURIComponent('cust_b')}`);
  expect(typed.data[0].name).toBe('cust_bal');
  expect((await app.admin('GET', '/data/metadata/search/suggest?keyword=')).data).toEqual([]);
  const start = await app.admin('GET', '/data/metadata/search/start');
  expect(start.data.mine).toEqual([]);
});

test('who may not see a source finds nothing of it, and no facet counts it', async () => {
  const user = await app.make.user({ perms: ['metadata:datasearch:list'], dataScope: '5' });
  const call = app.as(user.token);
  for (const keyword of ['客户余额', '', '客', 'cust', '客户于额']) {
    const { status, data } = await call('GET', path({ keyword }));
    expect([keyword, status, data.total, data.facets]).toEqual([keyword, 200, 0, []]);
  }
  expect((await call('GET', '/data/metadata/search/suggest?keyword=cust')).data).toEqual([]);
  const { id: columnId } = await app.database.db
    .selectFrom('metadataColumn')
    .select('id')
    .where('sourceId', '=', id)
    .where('columnName', '=', 'cust_nm')
    .executeTakeFirstOrThrow();
  await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: user.id,
    objectType: 'column',
    objectId: columnId,
    actions: ['meta'],
  });
  const granted = await call('GET', path({ keyword: '客户' }));
  expect(granted.data.data.map((hit: { name: string }) => hit.name).sort()).toEqual(['cust_nm', 't_cust_acct']);
  expect(granted.data.facets.find((facet: { field: string }) => facet.field === 'type').values).toEqual([
    { value: 'column', label: '字段', count: 1 },
    { value: 'table', label: '数据表', count: 1 },
  ]);
});

test('without the permission there is no search', async () => {
  const { token } = await app.make.user({ perms: ['metadata:datacolumn:list'] });
  for (const route of ['/data/metadata/search', '/data/metadata/search/suggest', '/data/metadata/search/start']) {
    expect((await app.as(token)('GET', route)).status).toBe(403);
    expect((await app.stranger('GET', route)).status).toBe(401);
  }
});

test('synonyms of the settings find as well', async () => {
  await app.database.db
    .updateTable('sysConfig')
    .set({ configValue: '顾客=客户；结余=余额' })
    .where('configKey', '=', 'metadata.search.synonyms')
    .execute();
  expect(await first('顾客 结余')).toBe('cust_bal');
});

test('rows without search text are filled in the background, in batches', async () => {
  await app.database.db.updateTable('metadataColumn').set({ searchText: '', grams: [] }).where('sourceId', '=', id).execute();
  expect((await find('客户余额')).data.total).toBe(0);
  const { requestSearchFill } = await import('./fill.ts');
  await requestSearchFill(app.node.app, app.database.db);
  await until(
    () => find('客户余额'),
    (answer) => answer.data.data[0]?.name === 'cust_bal',
  );
});
