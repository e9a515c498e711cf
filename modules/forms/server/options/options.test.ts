import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { field, storeSet } from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp({ managed: true });
const source = testSource(
  app,
  `create table site (id int primary key, code text, name text, region text, phone text);
   insert into site values (1, 'S1', '一号站', '东', '13812340001'), (2, 'S2', '二号站', '东', '13812340002'), (3, 'S3', '三号站', '西', '13812340003')`,
);
const base = '/data/filling/forms';
const DESIGN = ['filling:form:add', 'filling:form:edit', 'filling:form:list', 'filling:form:publish', 'filling:form:copy'];
let setId = '';
let granted!: Send;
let stranger!: Send;
let formId = '';

const from = (over: object = {}) => ({ from: 'dataset', setId, valueColumn: 'code', labelColumn: 'name', ...over });
const schemaOf = (over: object = {}) => ({
  layout: [
    { id: 'f1', type: 'input', key: 'region', label: '区域' },
    { id: 'f2', type: 'select', key: 'site', label: '站点', parent: 'f1', options: from({ filterColumn: 'region', ...over }) },
    {
      id: 'f3',
      type: 'dataset',
      key: 'near',
      label: '邻站',
      setId,
      valueColumn: 'code',
      labelColumn: 'name',
      fills: [{ from: 'region', to: 'f1' }],
    },
  ],
  rules: [],
});
const choose = async (send: Send, fieldId: string, query = '') => send('GET', `${base}/${formId}/choices/${fieldId}?${query}`);
const publish = async (id: string, version = 0) => app.admin('POST', `${base}/${id}/publish`, { version });

beforeAll(async () => {
  const sourceId = await source.register({ isShared: '0' });
  const table = await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).executeTakeFirstOrThrow();
  await sealColumns(app, sourceId, 'phone');
  setId = await storeSet(app, {
    sourceId,
    origin: { kind: 'table', table: { schema: 'public', table: 'site' } },
    fields: ['code', 'name', 'region', 'phone'].map((name) => field(name, 'dimension', 'string')),
  });
  await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', setId).execute();
  const [reader, other] = [await app.make.user({ perms: [] }), await app.make.user({ perms: [] })];
  granted = app.as(reader.token);
  stranger = app.as(other.token);
  const grant = { subjectType: 'user', subjectId: reader.id, objectType: 'table', objectId: table.id, actions: ['meta', 'query'] };
  expect((await app.admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
  const made = await app.admin('POST', base, { formCode: 'visit', formName: '巡查', schema: schemaOf() });
  expect(made.status, JSON.stringify(made)).toBe(200);
  formId = made.data.id;
  const done = await publish(formId);
  expect(done.status, done.msg).toBe(200);
});

describe('options from a data set', () => {
  it('are those under the value of the field above, found by typing, named by value, with what they bring along', async () => {
    expect((await choose(granted, 'f2', `parent=${encodeURIComponent('东')}`)).data).toEqual([
      { value: 'S1', label: '一号站' },
      { value: 'S2', label: '二号站' },
    ]);
    expect((await choose(granted, 'f2')).data).toEqual([]);
    expect((await choose(granted, 'f2', 'values=S3')).data).toEqual([{ value: 'S3', label: '三号站' }]);
    expect((await choose(granted, 'f3', `keyword=${encodeURIComponent('三号')}`)).data).toEqual([
      { value: 'S3', label: '三号站', fills: { f1: '西' } },
    ]);
  });

  it('are kept when they are there and belong to the field above, and refused when not', async () => {
    const submit = (values: object) => granted('POST', `${base}/${formId}/records`, { values });
    const kept = await submit({ region: '东', site: 'S1', near: 'S3' });
    expect(kept.status, kept.msg).toBe(200);
    expect((await granted('GET', `${base}/${formId}/records/${kept.data.id}`)).data.labels).toEqual({
      f2: { S1: '一号站' },
      f3: { S3: '三号站' },
    });
    for (const wrong of [{ region: '西', site: 'S1' }, { region: '东', site: 'S9' }, { near: '0' }]) {
      const refused = await submit(wrong);
      expect(refused, JSON.stringify(wrong)).toMatchObject({ status: 400, error: 'input.invalid' });
    }
  });

  it('are none for who has no right on the source, who can submit without them and not with them', async () => {
    expect((await choose(stranger, 'f3')).data).toBeNull();
    expect((await choose(stranger, 'f3', 'values=S1')).data).toBeNull();
    expect((await stranger('POST', `${base}/${formId}/records`, { values: { region: '东' } })).status).toBe(200);
    for (const near of ['S1', '没有']) {
      const refused = await stranger('POST', `${base}/${formId}/records`, { values: { near } });
      expect(refused).toMatchObject({ status: 400, data: [{ path: 'values.near', message: '“邻站”：没有选项权限' }] });
    }
  });

  it('are none where the reader would see them masked, by name, value or what they bring along', async () => {
    for (const over of [{ labelColumn: 'phone' }, { valueColumn: 'phone' }, { filterColumn: 'phone' }]) {
      const code = `masked_${Object.keys(over)[0]!.slice(0, 5)}`;
      const refused = await app.admin('POST', base, { formCode: code, formName: code, schema: schemaOf(over) });
      // the administrator has no right to see it in the clear either
      expect(refused, JSON.stringify(over)).toMatchObject({ status: 400, data: [{ path: 'schema.f2' }] });
      expect(JSON.stringify(refused)).not.toContain('1381234');
    }
  });

  it('cannot be lent: a designer without a right on them cannot save them, not even by a copy', async () => {
    const designer = app.as((await app.make.user({ perms: DESIGN, dataScope: '1' })).token);
    const refused = await designer('POST', base, { formCode: 'lent', formName: '借', schema: schemaOf() });
    expect(refused).toMatchObject({ status: 400, error: 'input.invalid', data: [{ path: 'schema.f2' }, { path: 'schema.f3' }] });
    const { version, formCode, formName } = (await designer('GET', `${base}/${formId}`)).data;
    // what somebody else has chosen may stay while other things are changed
    const put = (schema: object) => designer('PUT', `${base}/${formId}`, { version, formCode, formName, schema });
    expect((await put(schemaOf({ labelColumn: 'code' }))).status).toBe(400);
    expect((await designer('POST', `${base}/${formId}/copy`, { formCode: 'copied', formName: '抄' })).status).toBe(400);
    expect((await put(schemaOf())).status).toBe(200);
  });

  it('stand in the way of publishing when their source or a column is gone', async () => {
    const schema = schemaOf();
    const made = await app.admin('POST', base, { formCode: 'gone', formName: '没了', schema });
    await app.database.db
      .updateTable('fillingForm')
      .set({
        draft: JSON.stringify({
          ...schema,
          settings: {},
          layout: [{ id: 'f3', type: 'dict', key: 'd', label: '类别', dictType: 'no_such' }],
        }),
      })
      .where('id', '=', made.data.id)
      .execute();
    expect(await publish(made.data.id)).toMatchObject({ status: 400, data: [{ path: 'schema.f3' }] });
  });
});

describe('options from another form', () => {
  it('are its records as far as the reader may read them', async () => {
    const plan = {
      layout: [
        { id: 'p1', type: 'input', key: 'plan', label: '计划' },
        { id: 'p2', type: 'input', key: 'area', label: '片区' },
      ],
      rules: [],
    };
    const first = (await app.admin('POST', base, { formCode: 'plan', formName: '计划', schema: plan })).data.id;
    expect((await publish(first)).status).toBe(200);
    const add = (send: Send, values: object) => send('POST', `${base}/${first}/records`, { values });
    expect((await add(granted, { plan: '甲计划', area: '东' })).status).toBe(200);
    expect((await add(stranger, { plan: '乙计划', area: '西' })).status).toBe(200);
    const options = { formId: first, valueColumn: 'plan', labelColumn: 'plan' };
    const fills = [{ from: 'area', to: 'a' }];
    const schema = {
      layout: [
        { id: 'a', type: 'input', key: 'area', label: '片区' },
        { id: 'b', type: 'select', key: 'plan', label: '计划', options: { from: 'form', ...options } },
        { id: 'c', type: 'form', key: 'same', label: '同片区的计划', parent: 'a', ...options, filterColumn: 'area', fills },
      ],
      rules: [],
    };
    const second = (await app.admin('POST', base, { formCode: 'report', formName: '总结', schema })).data.id;
    expect((await publish(second)).status).toBe(200);
    const ask = async (send: Send, fieldId: string, query = '') =>
      (await send('GET', `${base}/${second}/choices/${fieldId}?${query}`)).data;
    expect((await ask(app.admin, 'b')).map((one: { value: string }) => one.value).toSorted()).toEqual(['乙计划', '甲计划']);
    expect(await ask(granted, 'b')).toEqual([{ value: '甲计划', label: '甲计划' }]);
    expect(await ask(app.admin, 'c', `parent=${encodeURIComponent('西')}`)).toEqual([
      { value: '乙计划', label: '乙计划', fills: { a: '西' } },
    ]);
    expect((await granted('POST', `${base}/${second}/records`, { values: { plan: '乙计划' } })).status).toBe(400);
    expect((await granted('POST', `${base}/${second}/records`, { values: { plan: '甲计划' } })).status).toBe(200);
    const { version, formCode, formName } = (await app.admin('GET', `${base}/${first}`)).data;
    const admin = await app.database.db.selectFrom('sysUser').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
    await app.admin('PUT', `${base}/${first}`, { version, formCode, formName, publishScope: '4', targets: [admin.id] });
    expect(await ask(granted, 'b')).toBeNull();
  });
});
