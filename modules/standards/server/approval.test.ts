import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { codesOfType } from './index.ts';

const app = startApp();
const source = testSource(
  app,
  `create table staff (id int primary key, mobile varchar(11), sex text);
   create table client (id int primary key, mobile varchar(20));`,
);
const ELEMENTS = '/data/standard/elements';
const TYPES = '/data/standard/types';
let sourceId = '';
let approver: Send;
let stranger: Send;
let element = '';
const columnOf = async (table: string, column: string) =>
  await app.database.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .select(['metadataColumn.id', 'metadataColumn.tableId'])
    .where('tableName', '=', table)
    .where('columnName', '=', column)
    .executeTakeFirstOrThrow();

/** A process with one approver for a kind of record. */
async function govern(businessType: string, businessCode: string, who: string): Promise<void> {
  const node = { type: 'approve', id: 'n1', name: '审核', who: [{ kind: 'user', ids: [who] }], mode: 'any', next: null };
  const tree = { type: 'start', id: 'start', next: node };
  const key = businessType.replace('.', '_');
  const { data } = await app.admin('POST', '/workflow/models', { key, name: key, kind: 'simple', tree });
  const { definitionId } = (await app.admin('POST', `/workflow/models/${data.id}/publish`, { version: 0 })).data;
  const body = { businessCode, businessName: key, businessType, processDefinitionId: definitionId, businessTempalte: '{nickname}提交' };
  const made = await app.admin('POST', '/workflow/business', body);
  expect(made, made.msg).toMatchObject({ status: 200 });
}
async function decide(instance: string, isApproved: boolean) {
  const { data } = await approver('GET', '/workflow/tasks/pageTodo?pageSize=100');
  const task = data.data.find((one: { processInstanceId: string }) => one.processInstanceId === instance);
  const body = { taskId: task.id, action: 'complete', variables: { approved: isApproved }, comment: '已看' };
  const done = await approver('POST', `/workflow/tasks/execute/${task.id}`, body);
  expect(done, done.msg).toMatchObject({ status: 200 });
}
const detail = async (instance: string) => (await approver('GET', `/workflow/instances/${instance}/detail`)).data;
const read = async () => (await app.admin('GET', `${ELEMENTS}/${element}`)).data;

beforeAll(async () => {
  sourceId = await source.register();
  const user = await app.make.user({ perms: ['workflow:task:todo:list', 'workflow:task:exam'] });
  approver = app.as(user.token);
  stranger = app.as((await app.make.user({ perms: ['standard:element:list', 'standard:dict:list'], dataScope: '5' })).token);
  const body = { elementCode: 'MOBILE', elementName: '手机号码', elementNameEn: 'mobile', dataType: 'varchar', dataLength: '11' };
  element = (await app.admin('POST', ELEMENTS, body)).data.id;
  await app.admin('POST', `${ELEMENTS}/${element}/submit`);
  for (const table of ['staff', 'client']) {
    const { id: columnId } = await columnOf(table, 'mobile');
    const bound = await app.admin('POST', '/data/standard/bindings', { columnId, elementId: element });
    expect(bound, bound.msg).toMatchObject({ status: 200 });
  }
  await govern('standard.element', '3015', user.id);
  await govern('standard.dict', '3011', user.id);
}, 60_000);

describe('publishing an element under approval', () => {
  it('says before what becomes of which columns, by source', async () => {
    await app.admin('PUT', `${ELEMENTS}/${element}`, { ...(await read()), dataLength: '20' });
    const impact = (await app.admin('GET', `${ELEMENTS}/${element}/impact`)).data;
    expect(impact).toMatchObject({ worse: 1, better: 1, hidden: 0, sources: [{ sourceId, columns: 2, worse: 1, better: 1 }] });
    const blind = (await stranger('GET', `${ELEMENTS}/${element}/impact`)).data;
    expect(blind).toMatchObject({ columns: [], sources: [], hidden: 2, worse: 0, better: 0 });
  });

  it('waits for the approver, who reads attributes and rates before and after, and changes exactly these columns', async () => {
    const submitted = await app.admin('POST', `${ELEMENTS}/${element}/submit`);
    expect(submitted, submitted.msg).toMatchObject({ status: 200, data: { flowStatus: '3', versionNo: 1 } });
    const { processInstanceId } = submitted.data;
    expect(await app.admin('POST', `${ELEMENTS}/${element}/retire`, { reason: '再来' })).toMatchObject({ error: 'flow.closed' });
    const { comparison, snapshot } = await detail(processInstanceId);
    expect(snapshot).toMatchObject({ action: '发布', dataLength: '20' });
    expect(comparison.fields.filter(({ state }: { state: string }) => state !== 'same')).toMatchObject([
      { name: 'dataLength', before: '11', after: '20' },
    ]);
    expect(comparison.tables).toMatchObject([{ name: 'impact', rows: [{ before: { conform: '1' }, after: { conform: '1' } }] }]);
    const stat = async () => (await app.admin('GET', `/data/standard/bindings/page?elementId=${element}&state=conform`)).data.data;
    expect(await stat()).toMatchObject([{ tableName: 'staff' }]);
    await decide(processInstanceId, true);
    expect(await read()).toMatchObject({ versionNo: 2, state: 'inForce', changed: [], pending: null });
    expect(await stat()).toMatchObject([{ tableName: 'client' }]);
  });

  it('retiring goes the same way; refused it stays in force, approved it is over for every column', async () => {
    const ask = async () => (await app.admin('POST', `${ELEMENTS}/${element}/retire`, { reason: '由新数据元替代' })).data;
    expect(
      (await app.admin('GET', `${ELEMENTS}/${element}/impact?action=retire`)).data.columns.map((one: { after: string }) => one.after),
    ).toEqual(['retired', 'retired']);
    const first = await ask();
    expect(first).toMatchObject({ flowStatus: '3', state: 'inForce' });
    await decide(first.processInstanceId, false);
    expect(await read()).toMatchObject({ state: 'inForce', flowStatus: '5', pending: null });
    const second = await ask();
    expect((await detail(second.processInstanceId)).snapshot).toMatchObject({ action: '废止', retireReason: '由新数据元替代' });
    await decide(second.processInstanceId, true);
    expect(await read()).toMatchObject({ state: 'retired', pending: null });
    expect((await app.admin('GET', `/data/standard/bindings/stat?elementId=${element}`)).data).toMatchObject({ retired: 2 });
  });
});

describe('publishing a code set under approval', () => {
  let typeId = '';
  const items = new Map<string, string>();
  const put = async (gbCode: string, gbName: string) => {
    const made = await app.admin('POST', '/data/standard/dicts', { typeId, gbCode, gbName });
    expect(made, made.msg).toMatchObject({ status: 200 });
    items.set(gbCode, made.data.id);
  };
  const codes = async () => [...(await codesOfType(app.database.db, typeId))].sort();
  const submit = () => app.admin('POST', `${TYPES}/${typeId}/submit`);

  it('takes its first version; until then items are in force as they are written', async () => {
    typeId = (await app.admin('POST', TYPES, { gbTypeCode: 'Q/1', gbTypeName: '岗位' })).data.id;
    for (const [code, name] of [
      ['1', '甲'],
      ['2', '乙'],
      ['3', '丙'],
    ] as const)
      await put(code, name);
    expect(await codes()).toEqual(['1', '2', '3']);
    const { columnId, tableId } = await columnOf('staff', 'sex').then((row) => ({ columnId: row.id, tableId: row.tableId }));
    await app.admin('POST', '/data/standard/contrasts', { sourceId, tableId, columnId, gbTypeId: typeId });
    const asked = await submit();
    expect(asked, asked.msg).toMatchObject({ status: 200, data: { flowStatus: '3', versionNo: null } });
    expect(await app.admin('POST', '/data/standard/dicts', { typeId, gbCode: '4', gbName: '丁' })).toMatchObject({ error: 'flow.closed' });
    await decide(asked.data.processInstanceId, true);
    expect(await submit()).toMatchObject({ status: 422, error: 'rule.broken' });
  });

  it('what is edited afterwards is in force only when it was approved', async () => {
    await put('4', '丁');
    const row = (await app.admin('GET', `/data/standard/dicts/${items.get('2')}`)).data;
    await app.admin('PUT', `/data/standard/dicts/${items.get('2')}`, { ...row, gbName: '乙乙' });
    await app.admin('DELETE', `/data/standard/dicts/${items.get('3')}`);
    expect(await codes()).toEqual(['1', '2', '3']);
    const changes = (await app.admin('GET', `${TYPES}/${typeId}/changes`)).data;
    expect(changes).toMatchObject({ versionNo: 1, added: 1, changed: 1, removed: 1, sources: [{ sourceId, contrasts: 1, bound: 0 }] });
    const asked = await submit();
    const { comparison, snapshot } = await detail(asked.data.processInstanceId);
    expect(snapshot).toMatchObject({ gbTypeName: '岗位', added: 1, changed: 1, removed: 1 });
    expect(comparison.tables[0].rows.map((one: { state: string }) => one.state).sort()).toEqual(['added', 'changed', 'removed']);
    expect(comparison.tables[1]).toMatchObject({ name: 'columns', rows: [{ after: { contrasts: '1' } }] });
    await decide(asked.data.processInstanceId, true);
    expect(await codes()).toEqual(['1', '2', '4']);
    expect([...(await codesOfType(app.database.db, typeId, 'gb_name'))]).toContain('乙乙');
  });

  it('is submitted by who may, and a set that follows the table of areas by nobody', async () => {
    expect(await stranger('POST', `${TYPES}/${typeId}/submit`)).toMatchObject({ status: 403 });
    expect(await app.admin('POST', `${TYPES}/gb_2260/submit`)).toMatchObject({ error: 'rule.broken' });
  });

  it('says who uses a set, as far as one sees it', async () => {
    const used = (await app.admin('GET', `${TYPES}/${typeId}/used`)).data;
    expect(used).toMatchObject({ contrasts: [{ tableName: 'staff', columnName: 'sex' }], elements: [], hidden: 0 });
    expect((await stranger('GET', `${TYPES}/${typeId}/used`)).data).toMatchObject({ contrasts: [], hidden: 1 });
  });
});
