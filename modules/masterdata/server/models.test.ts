import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { managedSourceId } from '#modules/managed/server/index.ts';
import { CUSTOMER, MODELS } from './test-model.ts';

const app = startApp({ managed: true });
let approver: Send;
let stranger: Send;
let sourceId = '';
let id = '';
const read = async (of = id) => (await app.admin('GET', `${MODELS}/${of}`)).data;

/** One approver decides about models. */
async function govern(who: string): Promise<void> {
  const node = { type: 'approve', id: 'n1', name: '审核', who: [{ kind: 'user', ids: [who] }], mode: 'any', next: null };
  const tree = { type: 'start', id: 'start', next: node };
  const { data } = await app.admin('POST', '/workflow/models', { key: 'md_model', name: '模型审批', kind: 'simple', tree });
  const { definitionId } = (await app.admin('POST', `/workflow/models/${data.id}/publish`, { version: 0 })).data;
  const made = await app.admin('POST', '/workflow/business', {
    businessCode: '5011',
    businessName: '主数据模型',
    businessType: 'masterdata.model',
    processDefinitionId: definitionId,
    businessTempalte: '{nickname}提交',
  });
  expect(made, made.msg).toMatchObject({ status: 200 });
}
async function decide(isApproved: boolean) {
  const { data } = await approver('GET', '/workflow/tasks/pageTodo?pageSize=100');
  const body = { taskId: data.data[0].id, action: 'complete', variables: { approved: isApproved }, comment: '已看' };
  const done = await approver('POST', `/workflow/tasks/execute/${data.data[0].id}`, body);
  expect(done, done.msg).toMatchObject({ status: 200 });
  return data.data[0];
}
const inCatalogue = async () =>
  (await app.admin('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=md_customer`)).data.map(
    (one: { tableName: string }) => one.tableName,
  );

beforeAll(async () => {
  sourceId = (await managedSourceId(app.node.app.db)) ?? '';
  const user = await app.make.user({ perms: ['workflow:task:todo:list', 'workflow:task:exam'] });
  approver = app.as(user.token);
  stranger = app.as((await app.make.user({ perms: ['masterdata:model:list', 'masterdata:model:edit'], dataScope: '5' })).token);
  await govern(user.id);
}, 60_000);

describe('a model', () => {
  it('is drawn up with the columns of every record locked', async () => {
    const made = await app.admin('POST', MODELS, CUSTOMER);
    expect(made, made.msg).toMatchObject({ status: 200 });
    id = made.data.id;
    const model = await read();
    expect(model).toMatchObject({ flowStatus: '1', isSync: '0', versionNo: null, modelPhysicalTable: null });
    const locked = model.modelColumns.filter((one: { isSystem: string }) => one.isSystem === '1');
    expect(locked.map((one: { columnName: string }) => one.columnName).join(' ')).toBe(
      'id status create_by create_time create_dept update_by update_time version',
    );
    expect(model.modelColumns.at(-1)).toMatchObject({ columnName: 'credit_code', isRequired: '0', isList: '1', sort: 2 });
  });

  it('refuses names of the system, names that are no names, repeated ones and a taken table', async () => {
    const [name] = CUSTOMER.modelColumns;
    for (const columnName of ['create_by', 'id', 'Name', 'a"; drop', '1a', 'x__h1'])
      expect(
        (await app.admin('POST', MODELS, { ...CUSTOMER, modelLogicTable: 'other', modelColumns: [{ ...name, columnName }] })).status,
        columnName,
      ).toBe(400);
    expect(await app.admin('POST', MODELS, { ...CUSTOMER, modelLogicTable: 'other', modelColumns: [name, name] })).toMatchObject({
      error: 'input.invalid',
      msg: '列名称 customer_name 重复',
    });
    expect(await app.admin('POST', MODELS, CUSTOMER)).toMatchObject({ status: 409, error: 'entity.duplicate' });
  });

  it('has no table before it is approved, and then at once one in the catalogue', async () => {
    expect(await app.admin('POST', `${MODELS}/table/create/${id}`)).toMatchObject({ status: 422, error: 'flow.closed' });
    const submitted = await app.admin('POST', `${MODELS}/submit/${id}`);
    expect(submitted, submitted.msg).toMatchObject({ status: 200, data: { flowStatus: '3' } });
    expect(await app.admin('PUT', `${MODELS}/${id}`, { ...(await read()), modelName: '改' })).toMatchObject({ error: 'flow.closed' });
    expect(await app.admin('POST', `${MODELS}/table/create/${id}`)).toMatchObject({ error: 'flow.closed' });
    await decide(true);
    expect(await read()).toMatchObject({ flowStatus: '4', isSync: '0' });
    const made = await app.admin('POST', `${MODELS}/table/create/${id}`);
    expect(made, made.msg).toMatchObject({
      status: 200,
      data: { modelPhysicalTable: 'managed.md_customer', isSync: '1', versionNo: 1 },
    });
    expect(await app.admin('POST', `${MODELS}/table/create/${id}`)).toMatchObject({ status: 409 });
    expect(await inCatalogue()).toEqual(['md_customer']);
  });

  it('tells list and form what to show', async () => {
    const list = (await app.admin('GET', `${MODELS}/table/param/${id}`)).data;
    expect(list).toMatchObject({
      tableName: 'managed.md_customer',
      columnList: [
        { prop: 'customer_name', label: '名称' },
        { prop: 'credit_code', label: '统一社会信用代码' },
      ],
      queryList: [{ column: 'customer_name', queryType: 'like' }, { column: 'credit_code' }],
    });
    const form = (await app.admin('GET', `${MODELS}/form/param/${id}`)).data;
    expect(form.columnList[0]).toMatchObject({ columnName: 'customer_name', isRequired: '1', isDetail: '1', isCoded: false });
  });

  it('is for those within reach only', async () => {
    expect((await stranger('GET', `${MODELS}/page`)).data.total).toBe(0);
    expect(await stranger('GET', `${MODELS}/${id}`)).toMatchObject({ status: 404 });
    expect(await stranger('POST', `${MODELS}/revise/${id}`, { version: 1 })).toMatchObject({ status: 404 });
    expect(await stranger('POST', `${MODELS}/submit/${id}`)).toMatchObject({ status: 403 });
  });

  it('changes through another approval; the version in force stays until then', async () => {
    const { version } = await read();
    expect(await app.admin('POST', `${MODELS}/revise/${id}`, { version })).toMatchObject({ status: 200 });
    const draft = await read();
    expect(draft).toMatchObject({ flowStatus: '1', isSync: '1', isChanged: false, versionNo: 1 });
    const [name, code] = draft.modelColumns.filter((one: { isSystem: string }) => one.isSystem === '0');
    const phone = { columnName: 'phone', columnComment: '电话', columnType: 'varchar', columnLength: '20' };
    const columns = [{ ...name, columnName: 'title', columnLength: '300' }, code, phone];
    expect(await app.admin('PUT', `${MODELS}/${id}`, { ...draft, modelColumns: columns })).toMatchObject({ status: 200 });
    expect((await app.admin('GET', `${MODELS}/table/plan/${id}`)).data).toEqual({
      steps: ['“名称”的列名称由 customer_name 改为 title', '“名称”由文本（200）改为文本（300）', '新增列“电话”（phone，文本（20））'],
      problems: [],
    });
    await app.admin('POST', `${MODELS}/submit/${id}`);
    expect(
      (await app.admin('GET', `${MODELS}/form/param/${id}`)).data.columnList.map((one: { columnName: string }) => one.columnName),
    ).toEqual(['customer_name', 'credit_code']);
    const task = await decide(true);
    const seen = (await approver('GET', `/workflow/instances/${task.processInstanceId}/detail`)).data;
    expect(seen.comparison.tables[0].rows.map((one: { state: string }) => one.state)).toEqual(['changed', 'same', 'added']);
    const made = await app.admin('POST', `${MODELS}/table/create/${id}`);
    expect(made.data, made.msg).toMatchObject({ versionNo: 2, isSync: '1' });
    const { data } = await app.admin('GET', `${MODELS}/${id}/versions`);
    expect(data.map((one: { versionNo: number; isCurrent: boolean }) => [one.versionNo, one.isCurrent])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(data[0].changes).toHaveLength(3);
  });

  it('whose approval is refused can be drawn up anew', async () => {
    const made = await app.admin('POST', MODELS, { ...CUSTOMER, modelLogicTable: 'refused' });
    await app.admin('POST', `${MODELS}/submit/${made.data.id}`);
    await decide(false);
    const refused = await read(made.data.id);
    expect(refused.flowStatus).toBe('5');
    expect(await app.admin('DELETE', `${MODELS}/${made.data.id}`)).toMatchObject({ error: 'flow.closed' });
    expect(await app.admin('POST', `${MODELS}/revise/${made.data.id}`, { version: refused.version })).toMatchObject({ status: 200 });
    expect(await app.admin('DELETE', `${MODELS}/${made.data.id}`)).toMatchObject({ status: 200 });
  });

  it('gives its table away by name, and the rows come back with it', async () => {
    await app.database.pool.query(`insert into managed.md_customer (id, status, title) values ('r1', '1', '甲')`);
    expect(await app.admin('DELETE', `${MODELS}/table/drop/${id}?modelName=${encodeURIComponent('客')}`)).toMatchObject({ status: 400 });
    expect(await app.admin('DELETE', `${MODELS}/table/drop/${id}?modelName=${encodeURIComponent('客户')}`)).toMatchObject({ status: 200 });
    expect(await inCatalogue()).toEqual([]);
    expect(await app.admin('GET', `${MODELS}/table/param/${id}`)).toMatchObject({ status: 404 });
    expect((await app.admin('POST', `${MODELS}/table/create/${id}`)).data).toMatchObject({ versionNo: 3 });
    expect((await app.database.pool.query('select title from managed.md_customer')).rows).toEqual([{ title: '甲' }]);
  });

  it('is never narrowed below what its rows hold', async () => {
    await app.database.pool.query(`update managed.md_customer set title = '一二三四五六'`);
    await app.admin('POST', `${MODELS}/revise/${id}`, { version: (await read()).version });
    const draft = await read();
    const own = draft.modelColumns.filter((one: { isSystem: string }) => one.isSystem === '0');
    await app.admin('PUT', `${MODELS}/${id}`, { ...draft, modelColumns: own.map((one: object) => ({ ...one, columnLength: '5' })) });
    expect((await app.admin('GET', `${MODELS}/table/plan/${id}`)).data.problems).toMatchObject([
      { rows: 1, message: '“名称”不能改短：已有 1 行超过 5 个字符' },
    ]);
    await app.admin('POST', `${MODELS}/submit/${id}`);
    await decide(true);
    expect(await app.admin('POST', `${MODELS}/table/create/${id}`)).toMatchObject({ status: 422, error: 'rule.broken', data: { rows: 1 } });
  });

  it('goes with its table, its records and all that hangs on them when it leaves the recycle bin', async () => {
    const { data } = await app.admin('POST', MODELS, { ...CUSTOMER, modelName: '短命', modelLogicTable: 'brief' });
    await app.admin('POST', `${MODELS}/submit/${data.id}`);
    await decide(true);
    expect(await app.admin('POST', `${MODELS}/table/create/${data.id}`)).toMatchObject({ status: 200 });
    expect(await app.admin('POST', `${MODELS}/${data.id}/datas`, { values: { customer_name: '甲' } })).toMatchObject({ status: 200 });
    await app.admin('DELETE', `${MODELS}/table/drop/${data.id}?modelName=${encodeURIComponent('短命')}`);
    await app.admin('POST', `${MODELS}/revise/${data.id}`, { version: (await read(data.id)).version });
    expect(await app.admin('DELETE', `${MODELS}/${data.id}`)).toMatchObject({ status: 200 });
    const purged = await app.admin('POST', '/system/recycle/purge', { items: [{ entity: 'masterdataModel', id: data.id }] });
    expect(purged, purged.msg).toMatchObject({ status: 200 });
    const { rows } = await app.database.pool.query(`select to_regclass('managed.md_brief') as at`);
    expect(rows).toEqual([{ at: null }]);
  });
});
