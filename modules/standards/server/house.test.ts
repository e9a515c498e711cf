import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { checkNames } from './index.ts';

const app = startApp();
const source = testSource(
  app,
  `create table ods_person (id int primary key, phone varchar(20), sex text, low text, hand text, "Bad Name" text);
   comment on column ods_person.phone is '客户手机';`,
);
let sourceId = '';
let tableId = '';
let element = '';
let stranger: Send;
const columns = new Map<string, string>();
const bind = (column: string, elementId = element, call: Send = app.admin) =>
  call('POST', '/data/standard/bindings', { columnId: columns.get(column), elementId });
const newElement = async (body: object): Promise<string> => {
  const made = await app.admin('POST', '/data/standard/elements', { dataType: 'varchar', ...body });
  expect(made, made.msg).toMatchObject({ status: 200 });
  await app.admin('POST', `/data/standard/elements/${made.data.id}/submit`);
  return made.data.id;
};

beforeAll(async () => {
  sourceId = await source.register();
  for (const row of await app.database.db
    .selectFrom('metadataColumn')
    .select(['id', 'columnName', 'tableId'])
    .where('sourceId', '=', sourceId)
    .execute()) {
    columns.set(row.columnName, row.id);
    tableId = row.tableId;
  }
  element = await newElement({
    elementCode: 'MOBILE',
    elementName: '手机号码',
    elementNameEn: 'mobile',
    dataLength: '11',
    classId: 'mobile',
  });
  stranger = app.as(
    (await app.make.user({ perms: ['standard:binding:list', 'standard:binding:decide', 'standard:naming:list'], dataScope: '5' })).token,
  );
});

describe('the standards of a table', () => {
  it('name for each column its element, what is wrong with it and how to repair it', async () => {
    expect(await bind('phone')).toMatchObject({ status: 200 });
    expect(await bind('phone')).toMatchObject({ status: 409, error: 'entity.duplicate' });
    const rows = (await app.admin('GET', `/data/standard/bindings/table/${tableId}`)).data;
    expect(rows).toHaveLength(6);
    const phone = rows.find((row: { columnName: string }) => row.columnName === 'phone');
    expect(phone.binding).toMatchObject({ elementName: '手机号码', state: 'partial' });
    const wrong = phone.binding.results.filter(({ isConform }: { isConform: boolean }) => !isConform);
    expect(wrong).toMatchObject([
      { attribute: 'name', repair: '改名为 mobile，或申请豁免' },
      { attribute: 'length', say: '长度为 20，标准为 11', repair: '按标准修改字段长度' },
    ]);
    expect(rows.find((row: { columnName: string }) => row.columnName === 'sex')).toMatchObject({ binding: null, contrast: null });
    expect((await app.admin('GET', `/data/standard/bindings/column/${columns.get('phone')}`)).data).toEqual(phone);
  });

  it('are read with the catalogue, without what is only proposed', async () => {
    const reader = app.as((await app.make.user({ perms: ['metadata:datacolumn:list'] })).token);
    await app.admin('POST', '/data/metadata/authorizes', {
      subjectType: 'user',
      subjectId: (await reader('GET', '/system/users/route')).data.user.id,
      objectType: 'table',
      objectId: tableId,
      actions: ['meta'],
    });
    const rows = (await reader('GET', `/data/standard/bindings/table/${tableId}`)).data;
    expect(rows.find((row: { columnName: string }) => row.columnName === 'phone').binding).toMatchObject({ elementName: '手机号码' });
    expect(rows.every((row: { proposals: unknown[] }) => row.proposals.length === 0)).toBe(true);
    expect(await bind('sex', element, reader)).toMatchObject({ status: 403 });
  });

  it('are nothing to who does not see the table, and nobody binds what he does not see', async () => {
    expect(await stranger('GET', `/data/standard/bindings/table/${tableId}`)).toMatchObject({ status: 404 });
    expect(await stranger('GET', `/data/standard/bindings/column/${columns.get('phone')}`)).toMatchObject({ status: 404 });
    expect(await bind('sex', element, stranger)).toMatchObject({ status: 404 });
    expect(await bind('sex', 'nothing')).toMatchObject({ status: 422, data: [{ path: 'elementId' }] });
  });
});

describe('the class of an element', () => {
  const hits = async (column: string) =>
    (await app.admin('GET', `/data/metadata/classes/hits/page?tableId=${tableId}&columnName=${column}`)).data.data;
  const level = async (column: string) =>
    app.database.db
      .selectFrom('metadataColumn')
      .select(['level', 'classId', 'levelBy'])
      .where('id', '=', columns.get(column)!)
      .executeTakeFirstOrThrow();

  it('is proposed to the bound column with the element as the reason, and set when a steward agrees', async () => {
    const [hit] = await hits('phone');
    expect(hit).toMatchObject({ classId: 'mobile', state: 'proposed' });
    expect(hit.reason).toContain('数据元“手机号码”（MOBILE）');
    expect(await level('phone')).toMatchObject({ level: null });
    const done = await app.admin('POST', '/data/metadata/classes/hits/decide', { ids: [hit.id], decision: 'accept' });
    expect(done, done.msg).toMatchObject({ status: 200 });
    expect(await level('phone')).toMatchObject({ level: 'L3', classId: 'mobile' });
  });

  it('leaves alone what a person set, and never lowers a level', async () => {
    await app.admin('POST', '/data/metadata/classes/columns', { columnIds: [columns.get('hand')], level: 'L1' });
    await app.database.db
      .updateTable('metadataColumn')
      .set({ level: 'L4', levelBy: 'auto' })
      .where('id', '=', columns.get('low')!)
      .execute();
    await bind('hand');
    await bind('low');
    expect(await hits('hand')).toEqual([]);
    expect(await hits('low')).toEqual([]);
    expect(await level('hand')).toMatchObject({ level: 'L1', levelBy: 'manual' });
  });

  it('is taken back when the column is released', async () => {
    await bind('sex');
    expect(await hits('sex')).toHaveLength(1);
    const { binding } = (await app.admin('GET', `/data/standard/bindings/column/${columns.get('sex')}`)).data;
    await app.admin('DELETE', `/data/standard/bindings/${binding.id}`);
    expect(await hits('sex')).toEqual([]);
  });
});

describe('names', () => {
  beforeAll(async () => {
    for (const [rootName, rootEn, synonyms] of [
      ['客户', 'customer', '顾客'],
      ['手机', 'mobile', null],
      ['编号', 'id', null],
      ['性别', 'sex', null],
      ['人员', 'person', null],
    ])
      expect((await app.admin('POST', '/data/standard/roots', { rootName, rootEn, synonyms })).status).toBe(200);
  });

  it('are made from roots with why', async () => {
    const made = await app.admin('GET', `/data/standard/roots/english?name=${encodeURIComponent('顾客手机等级')}`);
    expect(made.data).toMatchObject({
      name: 'customer_mobile',
      unknown: ['等级'],
      parts: [{ reason: '词根“客户”的同义词' }, {}, { word: null }],
    });
    expect(await app.admin('GET', '/data/standard/roots/english?name=')).toMatchObject({ status: 400 });
  });

  it('are checked for later modules', async () => {
    const [ok, bad] = await checkNames(app.database.db, [
      { kind: 'column', name: 'customer_id', label: '客户编号' },
      { kind: 'table', name: 'person', label: '人员', tier: 'dwd', schemaName: 'public' },
    ]);
    expect(ok).toEqual({ problems: [], suggestion: null });
    expect(bad).toMatchObject({ problems: [{ rule: 'layer' }], suggestion: 'dwd_person' });
  });

  it('of a whole source are checked by a job, listed and exported, for who sees them', async () => {
    await app.database.db.updateTable('metadataTable').set({ tier: 'ods' }).where('id', '=', tableId).execute();
    const { data } = await app.admin('POST', '/data/standard/naming/run', { sourceId });
    await until(
      () => app.admin('GET', `/data/standard/naming/run/${data.jobId}`),
      (answer) => answer.data.state === 'done',
      10_000,
    );
    const page = (await app.admin('GET', `/data/standard/naming/page?sourceId=${sourceId}`)).data;
    expect(page.data.map((row: { columnName: string }) => row.columnName).sort()).toEqual(['Bad Name', 'hand', 'low', 'phone']);
    expect(page.data.find((row: { columnName: string }) => row.columnName === 'phone')).toMatchObject({
      problems: [{ rule: 'root', say: '词根表没有 phone' }],
      suggestion: 'customer_mobile',
    });
    expect((await app.admin('GET', '/data/standard/naming/page?rule=form')).data.data).toMatchObject([{ columnName: 'Bad Name' }]);
    expect((await app.admin('GET', '/data/standard/naming/sources')).data).toMatchObject([{ sourceId, checked: 7, issues: 4 }]);
    expect((await stranger('GET', '/data/standard/naming/page')).data.total).toBe(0);
    expect((await stranger('GET', '/data/standard/naming/sources')).data).toEqual([]);
    expect((await stranger('POST', '/data/standard/naming/run', {})).status).toBe(403);
    const file = await app.admin('POST', '/data/standard/naming/export', {});
    expect(file.status).toBe(200);
  });
});
