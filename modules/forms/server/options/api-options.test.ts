import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { MarketCalls } from '#modules/market/server/test-market.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp({ managed: true });
const source = testSource(
  app,
  `create table site (id int primary key, code text, name text, region text, phone text);
   insert into site values (1, 'S1', '一号站', '东', '13812340001'), (2, 'S2', '二号站', '东', '13812340002'), (3, 'S3', '三号站', '西', '13812340003')`,
);
const market = new MarketCalls(app);
const base = '/data/filling/forms';
const DESIGN = [
  'filling:form:add',
  'filling:form:edit',
  'filling:form:list',
  'filling:form:publish',
  'filling:form:copy',
  'market:api:list',
];
let apiId = '';
let formId = '';
let granted!: Send;
let stranger!: Send;

const schemaOf = (over: object = {}) => ({
  layout: [
    { id: 'f1', type: 'input', key: 'region', label: '区域' },
    {
      id: 'f2',
      type: 'select',
      key: 'site',
      label: '站点',
      parent: 'f1',
      options: { from: 'api', apiId, valueColumn: 'code', labelColumn: 'name', filterColumn: 'region', ...over },
    },
    { id: 'f3', type: 'radio', key: 'near', label: '邻站', options: { from: 'api', apiId, valueColumn: 'code', labelColumn: 'name' } },
  ],
  rules: [],
});
const choose = (send: Send, fieldId: string, query = '') => send('GET', `${base}/${formId}/choices/${fieldId}?${query}`);
const submit = (send: Send, values: object) => send('POST', `${base}/${formId}/records`, { values });

beforeAll(async () => {
  market.sourceId = await source.register({ isShared: '0' });
  await sealColumns(app, market.sourceId, 'phone');
  const params = [{ paramName: 'region', nullable: '1' }];
  apiId = await market.make(await market.body('/site', 'site', ['code', 'name', 'phone'], { params }));
  await market.release(apiId);
  const [reader, other] = [await app.make.user({ perms: [] }), await app.make.user({ perms: [] })];
  granted = app.as(reader.token);
  stranger = app.as(other.token);
  const objectId = await market.table('site');
  const grant = { subjectType: 'user', subjectId: reader.id, objectType: 'table', objectId, actions: ['meta', 'query', 'unmask'] };
  expect((await app.admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
  const made = await app.admin('POST', base, { formCode: 'visit', formName: '巡查', schema: schemaOf() });
  expect(made.status, JSON.stringify(made)).toBe(200);
  formId = made.data.id;
  const done = await app.admin('POST', `${base}/${formId}/publish`, { version: 0 });
  expect(done.status, done.msg).toBe(200);
});

describe('options from a data API', () => {
  it('are the rows that the API gives for the value above, found by typing, named by value', async () => {
    expect((await choose(granted, 'f2', `parent=${encodeURIComponent('东')}`)).data).toEqual([
      { value: 'S1', label: '一号站' },
      { value: 'S2', label: '二号站' },
    ]);
    expect((await choose(granted, 'f2')).data).toEqual([]);
    expect((await choose(granted, 'f3', `keyword=${encodeURIComponent('三号')}`)).data).toEqual([{ value: 'S3', label: '三号站' }]);
    expect((await choose(granted, 'f2', 'values=S3,S9')).data).toEqual([{ value: 'S3', label: '三号站' }]);
  });

  it('are kept when they are there and belong to the field above, and refused when not', async () => {
    const kept = await submit(granted, { region: '东', site: 'S1', near: 'S3' });
    expect(kept.status, kept.msg).toBe(200);
    expect((await granted('GET', `${base}/${formId}/records/${kept.data.id}`)).data.labels).toEqual({
      f2: { S1: '一号站' },
      f3: { S3: '三号站' },
    });
    for (const wrong of [{ region: '西', site: 'S1' }, { near: 'S9' }]) expect((await submit(granted, wrong)).status).toBe(400);
  });

  it('are none for who may not read what the API reads, whoever has released it', async () => {
    for (const query of ['', 'values=S1', `parent=${encodeURIComponent('东')}`])
      expect(await choose(stranger, 'f2', query)).toMatchObject({ status: 200, data: null });
    expect((await submit(stranger, { region: '东' })).status).toBe(200);
    expect(await submit(stranger, { near: 'S1' })).toMatchObject({
      status: 400,
      data: [{ path: 'values.near', message: '“邻站”：没有选项权限' }],
    });
  });

  it('cannot be lent: a designer who may not read them cannot save them, nor anybody those that are masked', async () => {
    const designer = app.as((await app.make.user({ perms: DESIGN, dataScope: '1' })).token);
    const refused = await designer('POST', base, { formCode: 'lent', formName: '借', schema: schemaOf() });
    expect(refused).toMatchObject({ status: 400, data: [{ path: 'schema.f2' }, { path: 'schema.f3' }] });
    for (const over of [{ labelColumn: 'phone' }, { valueColumn: 'phone' }]) {
      const masked = await app.admin('POST', base, { formCode: 'masked', formName: '脱敏', schema: schemaOf(over) });
      expect(masked).toMatchObject({ status: 400, data: [{ path: 'schema.f2' }] });
      expect(JSON.stringify(masked)).not.toContain('1381234');
    }
  });

  it('are given to strangers of a public link as far as its owner may read, and none once the API is offline', async () => {
    const made = await app.admin('POST', `${base}/${formId}/links`, { linkName: '站点', hasCaptcha: '0' });
    const { data } = await app.stranger('POST', '/data/filling/link/open', { token: String(made.data.path).split('/').at(-1) });
    const ask = () =>
      app.stranger('GET', '/data/filling/link/choices/f3', undefined, {
        'x-fill-ticket': data.ticket as string,
      });
    expect((await ask()).data.map(({ value }: { value: string }) => value)).toEqual(['S1', 'S2', 'S3']);
    expect((await app.admin('POST', `/data/market/dataApis/${apiId}/cancel`)).status).toBe(200);
    expect((await ask()).data).toBeNull();
    expect((await choose(granted, 'f3')).data).toBeNull();
    const { version } = (await app.admin('GET', `${base}/${formId}`)).data;
    const publish = await app.admin('POST', `${base}/${formId}/publish`, { version });
    expect(publish.status, publish.msg).toBe(400);
    expect(publish.msg).toContain('没有发布');
  });
});
