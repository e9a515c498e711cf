import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { matched, putRecords, type TestRecord } from '../match/test-records.ts';
import { builtModel, CUSTOMER, MODELS } from '../test-model.ts';

const app = startApp({ managed: true });
const CODE = '91350100M000100Y43';
const LONG = '江苏沿江城市建设投资有限公司';
const SHORT = '江苏沿江城建投资有限公司';
const record = (id: string, customer_name: string, credit_code: string | null = CODE): TestRecord => ({
  id,
  values: { customer_name, credit_code },
});

let made = 0;
let modelId = '';
let mapId = '';
const db = () => app.database.db;
const merge = (body: object, send: Send = app.admin) => send('POST', `${MODELS}/${modelId}/merges`, body);
const undo = (id: string, send: Send = app.admin) => send('POST', `/data/masterdata/merges/${id}/undo`);
const queue = async (state = 'open') => (await app.admin('GET', `${MODELS}/${modelId}/candidates/page?state=${state}`)).data.data;
/** All rows of the records, their sources and their history, as the database writes them. */
async function dump(): Promise<unknown> {
  const read = async (table: string, order: string) =>
    (await sql<{ row: string }>`select x::text as row from ${sql.table(table)} x order by ${sql.ref(order)}`.execute(db())).rows;
  return {
    records: await read(`managed.md_customer_${made}`, 'id'),
    xrefs: await read('masterdata_xref', 'id'),
    history: await read('masterdata_attr_history', 'id'),
  };
}
/** How records came from a source: what was said, under which key, when. */
async function loaded(records: Record<string, readonly [key: string, time: string]>): Promise<void> {
  const columns = await db().selectFrom('masterdataModelColumn').select('id').where('modelId', '=', modelId).execute();
  for (const [recordId, [sourceKey, time]] of Object.entries(records)) {
    const common = { modelId, recordId, mapId, sourceKey };
    await db()
      .insertInto('masterdataXref')
      .values({ ...common, id: `x${made}${recordId}`, rowHash: 'h', cells: '{}', loadTime: time })
      .execute();
    const changes = JSON.stringify(Object.fromEntries(columns.map(({ id }) => [id, { before: null, after: 'x' }])));
    await db()
      .insertInto('masterdataAttrHistory')
      .values({ ...common, id: `h${made}${recordId}`, action: 'add', origin: 'load', changes, recordVersion: 0, createTime: time })
      .execute();
  }
}
async function group(): Promise<string> {
  await matched(app.admin, modelId);
  const [found] = await queue();
  return found.id;
}

beforeEach(async () => {
  made += 1;
  modelId = await builtModel(app.admin, { ...CUSTOMER, modelName: `客户${made}`, modelLogicTable: `customer_${made}` });
  mapId = `map${made}`;
  await db()
    .insertInto('masterdataSourceMap')
    .values({ id: mapId, modelId, mapName: '客户关系系统', sourceId: 's', tableId: 't', keyColumn: 'id', columns: '[]', ownerId: 'admin' })
    .execute();
  await putRecords(app.node.app, modelId, [record('a1', LONG), record('a2', SHORT), record('a3', SHORT)]);
  await loaded({ a1: ['C1', '2026-03-01'], a2: ['C2', '2026-05-01'], a3: ['C3', '2026-04-01'] });
}, 60_000);

describe('a merge', () => {
  it('keeps per attribute the value that its rule chooses, with source, key, time and rule, and its undoing is exact', async () => {
    const candidateId = await group();
    const before = await dump();
    const done = await merge({ candidateId, rules: { customer_name: 'longest', credit_code: 'frequent' } });
    expect(done, done.msg).toMatchObject({ status: 200, data: { recordId: 'a1' } });
    const { rows } = await sql`select id, customer_name, version::int from ${sql.table(`managed.md_customer_${made}`)}`.execute(db());
    expect(rows).toEqual([{ id: 'a1', customerName: LONG, version: 1 }]);
    expect(await db().selectFrom('masterdataXref').select('recordId').where('modelId', '=', modelId).execute()).toEqual(
      Array(3).fill({ recordId: 'a1' }),
    );
    const history = await db()
      .selectFrom('masterdataAttrHistory')
      .selectAll()
      .where('modelId', '=', modelId)
      .where('action', '=', 'merge')
      .executeTakeFirstOrThrow();
    expect(Object.values(history.changes as object)).toEqual([
      {
        before: LONG,
        after: LONG,
        rule: 'longest',
        from: { recordId: 'a1', mapId, sourceKey: 'C1', time: expect.stringMatching(/^2026-0[23]/) as string },
      },
      {
        before: CODE,
        after: CODE,
        rule: 'frequent',
        from: { recordId: 'a2', mapId, sourceKey: 'C2', time: expect.stringMatching(/^2026-0[45]/) as string },
      },
    ]);
    const { data: origins } = await app.admin('GET', `${MODELS}/${modelId}/datas/a1/xrefs`);
    expect(origins.attributes).toMatchObject([
      { columnName: 'customer_name', origin: 'merge', rule: 'longest', sourceKey: 'C1' },
      { columnName: 'credit_code', origin: 'merge', rule: 'frequent', sourceKey: 'C2' },
    ]);
    expect((await app.admin('GET', `${MODELS}/${modelId}/datas/a1/history`)).data.data[0]).toMatchObject({
      action: 'merge',
      changes: [{ before: LONG, after: LONG }, {}],
    });
    expect(await queue()).toEqual([]);
    expect(await undo(done.data.id)).toMatchObject({ status: 200 });
    expect(await dump()).toEqual(before);
  });

  it('undone is not proposed again, not by a full run either, and cannot be undone twice', async () => {
    const { data } = await merge({ candidateId: await group() });
    await matched(app.admin, modelId);
    await undo(data.id);
    expect(await undo(data.id)).toMatchObject({ status: 422, msg: '该合并已撤销' });
    await matched(app.admin, modelId, { full: true });
    expect(await queue()).toEqual([]);
    expect((await queue('never'))[0].records.map((row: { id: string }) => row.id)).toEqual(['a1', 'a2', 'a3']);
    expect((await app.admin('GET', `${MODELS}/${modelId}/merges/page`)).data.data).toMatchObject([
      { recordId: 'a1', title: LONG, mergedCount: 3, byName: expect.any(String) as string, undoTime: expect.any(String) as string },
    ]);
  });

  it('takes the values that a person chose, and asks for those that are missing', async () => {
    const candidateId = await group();
    const open = await merge({ candidateId, rules: { customer_name: 'manual' } });
    expect(open).toMatchObject({ status: 400, msg: '请为 名称 选定要保留的值' });
    expect(await merge({ candidateId, chosen: { customer_name: 'zz' } })).toMatchObject({ status: 400 });
    expect(await merge({ candidateId, chosen: { nope: 'a1' } })).toMatchObject({ status: 400 });
    expect(await merge({ candidateId, recordIds: ['a1', 'zz'] })).toMatchObject({ status: 400 });
    const done = await merge({ candidateId, keeps: 'a3', chosen: { customer_name: 'a1' } });
    expect(done, done.msg).toMatchObject({ status: 200, data: { recordId: 'a3' } });
    const { rows } = await sql`select id, customer_name from ${sql.table(`managed.md_customer_${made}`)}`.execute(db());
    expect(rows).toEqual([{ id: 'a3', customerName: LONG }]);
    expect(await merge({ candidateId })).toMatchObject({ status: 404 });
  });

  it('leaves a numbered column to the record that stays, however new the others are', async () => {
    const code = { columnName: 'code', columnComment: '编码', columnType: 'varchar', columnLength: '20', isUnique: '1', htmlType: 'input' };
    const drawn = { ...CUSTOMER, modelName: '编码客户', modelLogicTable: 'coded_customer' };
    const { data: model } = await app.admin('POST', MODELS, { ...drawn, modelColumns: [code, ...CUSTOMER.modelColumns] });
    modelId = model.id;
    const numbered = await app.admin('PUT', `${MODELS}/${modelId}/codeRule`, { columnName: 'code', pattern: 'KH{0001}', gapless: '0' });
    expect(numbered, numbered.msg).toMatchObject({ status: 200 });
    for (const step of ['submit', 'table/create']) expect((await app.admin('POST', `${MODELS}/${step}/${modelId}`)).status).toBe(200);
    const coded = (id: string, own: string, name: string) => ({ id, values: { code: own, customer_name: name, credit_code: CODE } });
    await putRecords(app.node.app, modelId, [coded('k1', 'KH0001', SHORT), coded('k2', 'KH0002', LONG)]);
    const candidateId = await group();
    expect((await app.admin('GET', `${MODELS}/${modelId}/matchRule`)).data.survivors).toMatchObject({
      code: 'stays',
      customer_name: 'source',
    });
    const { data: seen } = await app.admin('GET', `/data/masterdata/candidates/${candidateId}`);
    expect(seen.choices[0]).toMatchObject({ columnName: 'code', rule: 'stays', recordId: seen.keeps });
    const done = await merge({ candidateId });
    expect(done, done.msg).toMatchObject({ status: 200, data: { recordId: 'k1' } });
    const { data: kept } = await app.admin('GET', `${MODELS}/${modelId}/datas/k1`);
    expect(kept.values).toMatchObject({ code: 'KH0001', customer_name: LONG });
  });

  it('of a part of a group leaves the rest in the queue', async () => {
    const candidateId = await group();
    expect(await merge({ candidateId, recordIds: ['a2', 'a3'] })).toMatchObject({ status: 200, data: { recordId: 'a2' } });
    await matched(app.admin, modelId);
    expect((await queue())[0].records.map((row: { id: string }) => row.id)).toEqual(['a1', 'a2']);
  });

  it('that others stand on is undone after them', async () => {
    const first = await merge({ candidateId: await group(), recordIds: ['a2', 'a3'] });
    const before = await dump();
    const second = await merge({ candidateId: await group() });
    expect(second, second.msg).toMatchObject({ status: 200, data: { recordId: 'a1' } });
    expect(await undo(first.data.id)).toMatchObject({ status: 422, msg: '这条记录后来又参与了合并，请先撤销后来的合并' });
    expect(await undo(second.data.id)).toMatchObject({ status: 200 });
    expect(await dump()).toEqual(before);
    expect(await undo(first.data.id)).toMatchObject({ status: 200 });
    const { rows } = await sql`select id from ${sql.table(`managed.md_customer_${made}`)} order by id`.execute(db());
    expect(rows).toEqual([{ id: 'a1' }, { id: 'a2' }, { id: 'a3' }]);
  });

  it('undone keeps what was changed since in the record that stayed', async () => {
    const { data } = await merge({ candidateId: await group(), rules: { customer_name: 'longest' }, keeps: 'a2' });
    await sql`update ${sql.table(`managed.md_customer_${made}`)} set credit_code = 'NEW', version = version + 1`.execute(db());
    expect(await undo(data.id)).toMatchObject({ status: 200 });
    const { rows } = await sql`select id, customer_name, credit_code from ${sql.table(`managed.md_customer_${made}`)} order by id`.execute(
      db(),
    );
    expect(rows).toMatchObject([
      { id: 'a1', creditCode: CODE },
      { id: 'a2', customerName: SHORT, creditCode: 'NEW' },
      { id: 'a3', creditCode: CODE },
    ]);
    const actions = await db()
      .selectFrom('masterdataAttrHistory')
      .select('action')
      .where('recordId', '=', 'a2')
      .where('modelId', '=', modelId)
      .orderBy('createTime')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['add', 'merge', 'unmerge']);
  });
});

describe('who may', () => {
  let stranger: Send;
  beforeAll(async () => {
    const dept = await app.make.dept();
    const perms = ['masterdata:match:list', 'masterdata:data:merge', 'masterdata:data:unmerge'];
    stranger = app.as((await app.make.user({ deptId: dept.id, perms, dataScope: '3' })).token);
  });
  it('undoes merges of records in the own scope alone', async () => {
    const { data } = await merge({ candidateId: await group() });
    expect((await undo(data.id, stranger)).status).toBe(404);
    expect((await undo('nope', stranger)).status).toBe(404);
    expect((await stranger('GET', `${MODELS}/${modelId}/merges/page`)).data.total).toBe(0);
    const reader = app.as((await app.make.user({ perms: ['masterdata:match:list'] })).token);
    expect((await undo(data.id, reader)).status).toBe(403);
    expect((await merge({ candidateId: '1' }, reader)).status).toBe(403);
  });
});
