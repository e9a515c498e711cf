import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { managedSourceId } from '#modules/managed/server/index.ts';
import { builtModel, CUSTOMER, MODELS } from './test-model.ts';

const app = startApp({ managed: true });
const FAMILY = '/data/masterdata/datas';
const ALL = ['list', 'add', 'edit', 'detail', 'remove'].map((action) => `masterdata:data:${action}`);
let model = '';
let reader: Send;
const base = () => `${MODELS}/${model}/datas`;
const add = async (values: object, send = app.admin) => send('POST', base(), { values });
const page = async (query: string, send = app.admin) => send('GET', `${base()}/page?${query}`);
const names = async (query: string, send = app.admin) =>
  (await page(query, send)).data.data.map((row: { values: { customer_name: string } }) => row.values.customer_name);
const q = encodeURIComponent;

beforeAll(async () => {
  const columns = [
    ...CUSTOMER.modelColumns,
    { columnName: 'phone', columnComment: '电话', columnType: 'varchar', columnLength: '20', isQuery: '1' },
    { columnName: 'founded', columnComment: '成立日期', columnType: 'date', isQuery: '1', queryType: 'between' },
    { columnName: 'capital', columnComment: '注册资本', columnType: 'decimal', columnLength: '12', columnScale: '2' },
    { columnName: 'tax_no', columnComment: '税号', columnType: 'varchar', columnLength: '30', isUnique: '1' },
  ];
  model = await builtModel(app.admin, { ...CUSTOMER, modelColumns: columns });
  const user = await app.make.user({ perms: ALL, dataScope: '3' });
  reader = app.as(user.token);
}, 60_000);

describe('a record', () => {
  it('is added, read and found, by name of the model and by name of its table', async () => {
    const made = await app.admin('POST', `${FAMILY}/addData`, { tableName: 'managed.md_customer', datas: { customer_name: '甲', x: 'y' } });
    expect(made, made.msg).toMatchObject({ status: 200, data: { flow: null } });
    const second = await add({ customer_name: '乙公司', founded: '2020-03-01', capital: '0100.5', credit_code: ' ABC ' });
    expect(second, second.msg).toMatchObject({ status: 200 });
    expect((await app.admin('GET', `${base()}/${second.data.id}`)).data).toMatchObject({
      version: 0,
      status: '1',
      values: { customer_name: '乙公司', founded: '2020-03-01', capital: '100.50', credit_code: 'ABC', phone: null },
    });
    const own = (await page(`customer_name=${q('甲')}`)).data;
    const body = {
      tableName: 'managed.md_customer',
      columns: ['customer_name'],
      conditions: [{ column: 'customer_name', queryType: 'like', value: '甲' }],
      pageNum: 1,
      pageSize: 20,
    };
    const theirs = (await app.admin('POST', `${FAMILY}/page`, body)).data;
    expect(theirs.data).toEqual([{ id: made.data.id, customer_name: '甲' }]);
    expect(own).toMatchObject({ total: 1, data: [{ id: made.data.id, values: { customer_name: '甲' } }] });
    expect((await app.admin('GET', `${FAMILY}/${made.data.id}?tableName=managed.md_customer`)).data).not.toHaveProperty('x');
  });

  it('is of no table that is no model, and of no column that is no name', async () => {
    for (const tableName of ['sys_user', 'managed.md_other', 'managed.sys_user', 'md_customer'])
      expect(await app.admin('POST', `${FAMILY}/addData`, { tableName, datas: { customer_name: '甲' } }), tableName).toMatchObject({
        status: 404,
        error: 'entity.notFound',
      });
    const odd = { tableName: 'managed.md_customer', datas: { 'a"; drop': '1' } };
    expect(await app.admin('POST', `${FAMILY}/addData`, odd)).toMatchObject({ status: 400 });
    expect(await page('sort=password')).toMatchObject({ status: 400 });
    expect(await page(`where=${q('[1]')}`)).toMatchObject({ status: 400 });
  });

  it('that does not fit is refused with every column, storing nothing', async () => {
    const before = (await page('')).data.total;
    const wrong = await add({ credit_code: 'x'.repeat(19), founded: '2021-02-30', capital: '1.234', phone: { a: 1 } });
    expect(wrong).toMatchObject({ status: 400, error: 'input.invalid' });
    expect(wrong.data.map((one: { path: string }) => one.path)).toEqual([
      'values.credit_code',
      'values.phone',
      'values.founded',
      'values.capital',
      'values.customer_name',
    ]);
    expect(await add({ customer_name: '税', tax_no: 'T1' })).toMatchObject({ status: 200 });
    expect(await add({ customer_name: '税二', tax_no: 'T1' })).toMatchObject({ status: 400, msg: '“税号”的内容与已有记录重复' });
    expect((await page('')).data.total).toBe(before + 1);
  });

  it('is asked for by ranges, words and order', async () => {
    await add({ customer_name: '丙公司', founded: '2021-05-01', capital: '9' });
    expect(await names('founded=2020-01-01,2020-12-31')).toEqual(['乙公司']);
    expect(await names('founded=2021-01-01,')).toEqual(['丙公司']);
    expect(await names(`where=${q('{"founded":",2020-12-31"}')}`)).toEqual(['乙公司']);
    expect(await names(`keyword=${q('公司')}&sort=-capital`)).toEqual(['乙公司', '丙公司']);
    expect(await names(`keyword=${q('公司')}&sort=customer_name&pageSize=1&pageNum=2`)).toHaveLength(1);
    expect(await names('unknown=1&status=0')).toEqual([]);
  });

  it('changes with its history and the origin of every attribute', async () => {
    const { id } = (await add({ customer_name: '丁', phone: '010-1' })).data;
    const changed = await app.admin('PUT', `${base()}/${id}`, { values: { phone: '010-2' }, version: 0, reason: '更正' });
    expect(changed.data, changed.msg).toEqual({ version: 1, flow: null });
    expect(await app.admin('PUT', `${base()}/${id}`, { values: { phone: '010-3' }, version: 0 })).toMatchObject({
      status: 409,
      error: 'entity.versionConflict',
    });
    const { data } = await app.admin('GET', `${base()}/${id}/history`);
    expect(data.data).toMatchObject([
      { action: 'change', origin: 'manual', reason: '更正', changes: [{ columnName: 'phone', before: '010-1', after: '010-2' }] },
      { action: 'add', changes: [{ columnName: 'customer_name', before: null, after: '丁' }, { columnName: 'phone' }] },
    ]);
    expect((await app.admin('GET', `${base()}/${id}/history?columnName=customer_name`)).data.total).toBe(1);
    const { attributes } = (await app.admin('GET', `${base()}/${id}/xrefs`)).data;
    expect(attributes).toMatchObject([{ columnName: 'customer_name' }, { columnName: 'phone', origin: 'manual' }]);
  });

  it('is retired and restored, and removed for good', async () => {
    const { id } = (await add({ customer_name: '戊' })).data;
    expect((await app.admin('PUT', `${base()}/${id}/retire`, { version: 0, reason: '注销' })).data).toMatchObject({ version: 1 });
    expect(await names('status=0')).toEqual(['戊']);
    expect(await app.admin('PUT', `${base()}/${id}/retire`, { version: 1 })).toMatchObject({ status: 422 });
    expect((await app.admin('PUT', `${base()}/${id}/restore`, { version: 1 })).data).toMatchObject({ version: 2 });
    expect(await app.admin('DELETE', `${base()}/batch/${id}`)).toMatchObject({ status: 200 });
    expect(await app.admin('GET', `${base()}/${id}`)).toMatchObject({ status: 404 });
  });

  it('is seen by whom the data scope reaches, and by nobody else', async () => {
    const { id } = (await add({ customer_name: '别部门' })).data;
    const own = (await add({ customer_name: '本部门' }, reader)).data.id;
    expect(await names('', reader)).toEqual(['本部门']);
    expect((await reader('POST', `${FAMILY}/page`, { tableName: 'managed.md_customer' })).data.data).toHaveLength(1);
    for (const call of [
      reader('GET', `${base()}/${id}`),
      reader('PUT', `${base()}/${id}`, { values: { phone: '1' }, version: 0 }),
      reader('PUT', `${base()}/${id}/retire`, { version: 0 }),
      reader('DELETE', `${base()}/batch/${id}`),
      reader('GET', `${base()}/${id}/history`),
      reader('GET', `${base()}/${id}/xrefs`),
      reader('GET', `${FAMILY}/${id}?tableName=managed.md_customer`),
      reader('POST', `${FAMILY}/delData/${id}`, { tableName: 'managed.md_customer' }),
    ])
      expect((await call).status).toBe(404);
    expect(await reader('PUT', `${base()}/${own}`, { values: { phone: '1' }, version: 0 })).toMatchObject({ status: 200 });
    const looker = app.as((await app.make.user({ perms: ['masterdata:data:list'], dataScope: '1' })).token);
    expect((await names('', looker)).length).toBeGreaterThan(3);
    expect(await add({ customer_name: 'x' }, looker)).toMatchObject({ status: 403 });
  });

  it('masks what the viewer may not see, in every place', async () => {
    const { id } = (await add({ customer_name: '密', phone: '13812345678' })).data;
    const sourceId = await managedSourceId(app.node.app.db);
    await app.database.pool.query(
      `update metadata_column set level = 'L3' where column_name = 'phone' and table_id in
        (select id from metadata_table where source_id = $1 and table_name = 'md_customer')`,
      [sourceId],
    );
    const viewer = app.as((await app.make.user({ perms: ALL, dataScope: '1' })).token);
    const { values } = (await viewer('GET', `${base()}/${id}`)).data;
    expect(values.phone).not.toBe('13812345678');
    for (const path of [`${base()}/page?pageSize=200`, `${base()}/${id}`, `${base()}/${id}/history`, `${base()}/${id}/xrefs`])
      expect(JSON.stringify((await viewer('GET', path)).data), path).not.toContain('13812345678');
    expect(await viewer('GET', `${base()}/page?phone=13812345678`)).toMatchObject({ status: 422, error: 'gate.refused' });
    expect(await viewer('GET', `${base()}/page?sort=phone`)).toMatchObject({ status: 422, error: 'gate.refused' });
    expect(
      (await viewer('GET', `${MODELS}/table/param/${model}`)).data.queryList.map((one: { column: string }) => one.column),
    ).not.toContain('phone');
    // what comes back as it was shown is no change
    const kept = await viewer('PUT', `${base()}/${id}`, { values: { ...values, customer_name: '密二' }, version: 0 });
    expect(kept, kept.msg).toMatchObject({ status: 200 });
    const { rows } = await app.database.pool.query('select customer_name, phone from managed.md_customer where id = $1', [id]);
    expect(rows).toEqual([{ customer_name: '密二', phone: '13812345678' }]);
  });
});

describe('a code rule', () => {
  it('gives no number twice, and without gaps none is missing after 200 adds at once of which 20 fail', async () => {
    const columns = [
      { columnName: 'code', columnComment: '编码', columnType: 'varchar', columnLength: '30' },
      { columnName: 'title', columnComment: '名称', columnType: 'varchar', columnLength: '50', isRequired: '1' },
      { columnName: 'tax_no', columnComment: '税号', columnType: 'varchar', columnLength: '30', isUnique: '1' },
    ];
    const id = await builtModel(app.admin, { modelName: '编码', modelLogicTable: 'coded', modelColumns: columns });
    const rule = await app.admin('PUT', `${MODELS}/${id}/codeRule`, { columnName: 'code', pattern: 'KH{yyyy}-{0001}', gapless: '1' });
    expect(rule, rule.msg).toMatchObject({ status: 200, data: { columnName: 'code', nextCode: expect.stringMatching(/^KH\d{4}-0001$/) } });
    for (const pattern of ['KH', '{0001}{0001}', '{xx}{01}', '{0001', `${'长'.repeat(30)}{01}`])
      expect((await app.admin('PUT', `${MODELS}/${id}/codeRule`, { columnName: 'code', pattern })).status, pattern).toBe(400);
    const make = (n: number) =>
      app.admin('POST', `${MODELS}/${id}/datas`, { values: { title: `第${n}`, code: 'mine', tax_no: n % 10 === 0 ? 'same' : `T${n}` } });
    expect((await make(0)).status).toBe(200);
    const all = await Promise.all(Array.from({ length: 200 }, async (_, n) => (await make(n + 1)).status));
    expect(all.filter((status) => status === 200)).toHaveLength(180);
    const { rows } = await app.database.pool.query<{ code: string }>('select code from managed.md_coded order by code');
    expect(rows.map((row) => Number(row.code.slice(-4)))).toEqual(Array.from({ length: 181 }, (_, n) => n + 1));
  }, 120_000);
});

describe('a change of a record under approval', () => {
  it('leaves the record as it is until then, shows the difference in the task, and lets no second one in', async () => {
    const user = await app.make.user({ perms: ['workflow:task:todo:list', 'workflow:task:exam'] });
    const approver = app.as(user.token);
    const node = { type: 'approve', id: 'n1', name: '审核', who: [{ kind: 'user', ids: [user.id] }], mode: 'any', next: null };
    const tree = { type: 'start', id: 'start', next: node };
    const { data } = await app.admin('POST', '/workflow/models', { key: 'md_record', name: '变更审批', kind: 'simple', tree });
    const { definitionId } = (await app.admin('POST', `/workflow/models/${data.id}/publish`, { version: 0 })).data;
    const business = {
      businessCode: '5012',
      businessName: '主数据变更',
      businessType: 'masterdata.record',
      processDefinitionId: definitionId,
    };
    expect((await app.admin('POST', '/workflow/business', { ...business, businessTempalte: '{nickname}提交' })).status).toBe(200);
    const { id } = (await add({ customer_name: '己', credit_code: 'A1' })).data;
    const asked = await app.admin('PUT', `${base()}/${id}`, { values: { credit_code: 'A2' }, version: 0, reason: '换证' });
    expect(asked, asked.msg).toMatchObject({ status: 200, data: { version: 0, flow: { flowStatus: '3' } } });
    expect((await app.admin('GET', `${base()}/${id}`)).data).toMatchObject({ values: { credit_code: 'A1' }, flow: { flowStatus: '3' } });
    expect(await app.admin('PUT', `${base()}/${id}`, { values: { credit_code: 'A3' }, version: 0 })).toMatchObject({
      status: 422,
      error: 'flow.closed',
    });
    expect(await app.admin('DELETE', `${base()}/batch/${id}`)).toMatchObject({ error: 'flow.closed' });
    const { data: todo } = await approver('GET', '/workflow/tasks/pageTodo?pageSize=10');
    const task = todo.data[0];
    const seen = (await approver('GET', `/workflow/instances/${task.processInstanceId}/detail`)).data;
    expect(seen.comparison.fields.filter((one: { state: string }) => one.state === 'changed')).toMatchObject([
      { name: 'credit_code', before: 'A1', after: 'A2' },
    ]);
    const done = await approver('POST', `/workflow/tasks/execute/${task.id}`, {
      taskId: task.id,
      action: 'complete',
      variables: { approved: true },
      comment: '同意',
    });
    expect(done, done.msg).toMatchObject({ status: 200 });
    expect((await app.admin('GET', `${base()}/${id}`)).data).toMatchObject({ version: 1, values: { credit_code: 'A2' }, flow: null });
    expect((await app.admin('GET', `${base()}/${id}/history`)).data.data[0]).toMatchObject({ origin: 'approval', reason: '换证' });
  });
});
