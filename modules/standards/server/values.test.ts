import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table people (id int primary key, mobile text, gender text, score int, amount numeric, birth text);
   comment on column people.amount is '金额（元）';
   insert into people select n, '1380000' || lpad(n::text, 4, '0'), case when n <= 3 then 'X' when n % 2 = 0 then '1' else '2' end, n, n, '2001-02-03'
     from generate_series(1, 40) n;
   create table shut (id int primary key, mobile varchar(11), phone text);
   insert into shut values (1, '13800000001', '13800000001');`,
);
let S = '';
let T = '';
const columns = new Map<string, string>();

async function element(elementCode: string, more: object): Promise<string> {
  const answer = await app.admin('POST', '/data/standard/elements', {
    elementCode,
    elementName: elementCode,
    dataType: 'varchar',
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.data)).toBe(200);
  expect((await app.admin('POST', `/data/standard/elements/${answer.data.id}/submit`)).status).toBe(200);
  return answer.data.id;
}
/** A binding as people decide it: by a proposal. */
async function bind(elementId: string, column: string): Promise<void> {
  const id = app.node.app.ids.next();
  const [tableName, name] = column.split('.');
  const row = await app.database.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .select(['metadataColumn.id', 'metadataColumn.tableId'])
    .where('tableName', '=', tableName!)
    .where('columnName', '=', name!)
    .executeTakeFirstOrThrow();
  columns.set(column, row.id);
  if (tableName === 'people') T = row.tableId;
  const values = { id, sourceId: S, tableId: row.tableId, columnId: row.id, elementId, score: '0.900', reasons: '[]' };
  await app.database.db.insertInto('standardProposal').values(values).execute();
  expect((await app.admin('POST', '/data/standard/proposals/decide', { ids: [id], decision: 'accept' })).status).toBe(200);
}
const run = () => app.admin('POST', '/data/standard/contrasts/run', { sourceId: S });
const of = async (column: string, as = app.admin) => {
  const { data } = await as('GET', `/data/standard/bindings/page?tableId=${T}&pageSize=100`);
  return data.data.find((row: { columnName: string }) => row.columnName === column);
};
const result = async (column: string, attribute: string, as = app.admin) =>
  (await of(column, as)).results.find((one: { attribute: string }) => one.attribute === attribute);

beforeAll(async () => {
  S = await source.register();
  const types = (await app.admin('GET', '/data/standard/types/list')).data as { id: string; gbTypeCode: string }[];
  const gender = types.find(({ gbTypeCode }) => gbTypeCode.includes('2261.1'))!.id;
  const unit = (await app.admin('POST', '/data/standard/units', { unitName: '测试万元', quantity: '金额', factor: '10000' })).data.id;
  await app.admin('POST', '/data/standard/units', { unitName: '元', quantity: '金额', factor: '1' });
  await bind(await element('MOBILE', { elementNameEn: 'mobile', dataLength: '11', classId: 'mobile' }), 'people.mobile');
  await bind(await element('GENDER', { elementNameEn: 'gender', gbTypeId: gender }), 'people.gender');
  await bind(await element('SCORE', { elementNameEn: 'score', dataType: 'integer', valueRange: '0..30' }), 'people.score');
  await bind(await element('AMOUNT', { elementNameEn: 'amount', dataType: 'decimal', unitId: unit }), 'people.amount');
  await bind(await element('BIRTH', { elementNameEn: 'birth', format: 'YYYY-MM-DD' }), 'people.birth');
  await bind(await element('PHONE', { elementNameEn: 'mobile', dataLength: '11' }), 'shut.mobile');
});

describe('values against standards', () => {
  it('before anybody looked, a text without a length differs and values are 未核对 with the reason', async () => {
    expect(await of('mobile')).toMatchObject({ state: 'partial' });
    expect(await result('gender', 'codes')).toMatchObject({ isConform: null, say: expect.stringContaining('没有取值统计') });
    expect(await result('birth', 'format')).toMatchObject({ isConform: null, say: expect.stringContaining('没有数据概况') });
  });

  it('a contrast measures what standards ask: length, form, codes, range', async () => {
    expect((await run()).data).toMatchObject({ checked: 6, measured: 1 });
    expect(await of('mobile')).toMatchObject({ state: 'conform' });
    expect(await result('gender', 'codes')).toMatchObject({ isConform: false, rows: 3, say: '有取值不在GB/T 2261.1-2003内' });
    expect(await of('gender')).toMatchObject({ state: 'bad' });
    expect(await result('score', 'range')).toMatchObject({ isConform: false, say: '有取值超出 0..30' });
    expect(await result('amount', 'unit')).toMatchObject({ isConform: false, say: '单位为元，标准为测试万元' });
    expect((await run()).data).toMatchObject({ changed: 0, measured: 0 });
  });

  it.each([
    ['none of its rows', { actions: ['meta'] }],
    ['some of its rows', { actions: ['meta', 'query'], rowFilter: 'id < 10' }],
  ])('who gets %s learns of the definition of a column only, whatever bounds somebody tries', async (_, more) => {
    const user = await app.make.user({
      perms: ['standard:binding:list', 'standard:element:list', 'standard:element:edit'],
      dataScope: '1',
    });
    const grant = { subjectType: 'user', subjectId: user.id, objectType: 'table', sourceId: S, objectId: T, ...more };
    const given = await app.admin('POST', '/data/metadata/authorizes', grant);
    expect(given.status, JSON.stringify(given.data)).toBe(200);
    const send = app.as(user.token);
    const withheld = { isConform: null, rows: null, say: expect.stringContaining('没有查询全部数据的权限') };
    expect(await result('gender', 'codes', send)).toMatchObject(withheld);
    expect(await result('score', 'range', send)).toMatchObject(withheld);
    expect(await of('gender', send)).toMatchObject({ state: 'conform' });
    expect(await of('mobile', send)).toMatchObject({ state: 'partial' });
    const { elementId } = await of('score', send);
    const states = async (as: typeof send) => (await as('GET', `/data/standard/bindings/stat?elementId=${elementId}`)).data;
    expect(await states(app.admin)).toMatchObject({ conform: 0, bad: 1 });
    expect(await states(send)).toMatchObject({ conform: 1, bad: 0 });
    expect((await send('GET', `/data/standard/bindings/page?elementId=${elementId}&state=bad`)).data.total).toBe(0);
    const column = columns.get('people.score');
    expect((await send('GET', `/data/standard/bindings/column/${column}`)).data.binding).toMatchObject({ state: 'conform' });
    const redraft = async (valueRange: string) => {
      const path = `/data/standard/elements/${elementId}`;
      const { data } = await app.admin('GET', path);
      expect((await app.admin('PUT', path, { ...data, valueRange })).status).toBe(200);
    };
    for (const valueRange of ['0..10', '0..100']) {
      await redraft(valueRange);
      const impact = (as: typeof send) => as('GET', `/data/standard/elements/${elementId}/impact`);
      expect((await impact(send)).data.columns).toMatchObject([{ before: 'conform', after: 'conform', says: [] }]);
      const after = valueRange === '0..10' ? 'bad' : 'conform';
      expect((await impact(app.admin)).data.columns).toMatchObject([{ before: 'bad', after }]);
    }
    await redraft('0..30');
  });

  it('values of a sensitive column are not looked at, and what was counted of them is gone from the result', async () => {
    await app.database.db.updateTable('metadataColumn').set({ level: 'L3' }).where('id', '=', columns.get('people.gender')!).execute();
    await run();
    expect(await result('gender', 'codes')).toMatchObject({ isConform: null, rows: null, say: expect.stringContaining('敏感字段') });
    await app.database.db.updateTable('metadataColumn').set({ level: null }).where('id', '=', columns.get('people.gender')!).execute();
  });

  it('a profile tells formats by the shapes of its sample', async () => {
    const stats = {
      kind: 'text',
      patterns: [
        { mask: '9999-99-99', count: 39 },
        { mask: '99999999', count: 1 },
      ],
    };
    await app.database.db
      .insertInto('metadataProfile')
      .values({ columnId: columns.get('people.birth')!, tableId: T, stats: JSON.stringify(stats), rowCount: 40, profileTime: new Date() })
      .execute();
    await run();
    expect(await result('birth', 'format')).toMatchObject({ isConform: false, rows: 1, say: '有取值的格式不是 YYYY-MM-DD' });
  });

  it('a table that the source shuts keeps its bindings, as 无法核对, until it answers again', async () => {
    const other = await element('PHONE_TEXT', { elementNameEn: 'phone', dataLength: '11' });
    await bind(other, 'shut.phone');
    const stat = async () => (await app.admin('GET', `/data/standard/bindings/stat?elementId=${other}`)).data;
    await source.sql('alter table shut rename to shut_away');
    expect((await run()).status).toBe(200);
    expect(await stat()).toMatchObject({ bound: 0, unread: 1, percent: null });
    await source.sql('alter table shut_away rename to shut');
    await run();
    expect(await stat()).toMatchObject({ bound: 1, conform: 1, unread: 0, percent: 100 });
  });

  it('a column that is dropped loses its binding; the days before keep it', async () => {
    const before = (await app.admin('GET', '/data/standard/bindings/trend')).data.at(-1);
    await app.database.db
      .insertInto('standardStatDay')
      .values({ day: '2026-01-02', sourceId: S, columns: 1, bound: 1, conform: 1, partial: 0, bad: 0, exempt: 0 })
      .execute();
    await source.sql('alter table people drop column amount');
    await synchronised(app, S);
    await run();
    expect(await of('amount')).toBeUndefined();
    expect((await app.admin('GET', '/data/standard/bindings/trend')).data.at(-1)).toMatchObject({ bound: before.bound - 1 });
    const past = await app.database.db
      .selectFrom('standardStatDay')
      .select('bound')
      .where('sourceId', '=', S)
      .orderBy('day')
      .executeTakeFirst();
    expect(past).toEqual({ bound: 1 });
  });
});
