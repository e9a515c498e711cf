import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { builtModel, CUSTOMER, MODELS } from './test-model.ts';

const app = startApp({ managed: true });
const source = testSource(
  app,
  `create table crm_customer (customer_id text, customer_name text, credit_code text);
   insert into crm_customer select 'C' || n, '客户' || n, 'CODE' || n from generate_series(1, 1200) n;
   insert into crm_customer values ('D1', null, 'X');`,
);
const MAPS = '/data/masterdata/maps';
let model = '';
let approver: Send;
let clerk: Send;
const base = () => `${MODELS}/${model}/datas`;
const setting = (isAddApproved: string, isLoadApproved: string) =>
  app.admin('PUT', `${MODELS}/${model}/approval`, { isAddApproved, isLoadApproved });
const total = async () => (await app.admin('GET', `${base()}/page`)).data.total as number;
const waiting = async (send: Send = app.admin) => (await send('GET', `${base()}/additions/page`)).data;

async function govern(approverId: string, businessType: string, businessCode: string): Promise<void> {
  const node = { type: 'approve', id: 'n1', name: '审核', who: [{ kind: 'user', ids: [approverId] }], mode: 'any', next: null };
  const tree = { type: 'start', id: 'start', next: node };
  const made = await app.admin('POST', '/workflow/models', { key: `p${businessCode}`, name: businessType, kind: 'simple', tree });
  const published = await app.admin('POST', `/workflow/models/${made.data.id}/publish`, { version: 0 });
  const business = { businessCode, businessName: businessType, businessType, processDefinitionId: published.data.definitionId };
  const placed = await app.admin('POST', '/workflow/business', { ...business, businessTempalte: '{nickname}提交' });
  if (placed.status !== 200) throw new Error(placed.msg);
}
/** The only task of the approver, with the record that it is about. */
async function task() {
  const { data } = await approver('GET', '/workflow/tasks/pageTodo?pageSize=10');
  const [found] = data.data;
  const detail = (await approver('GET', `/workflow/instances/${found.processInstanceId}/detail`)).data;
  return { id: found.id as string, detail };
}
const decide = (taskId: string, approved: boolean) =>
  approver('POST', `/workflow/tasks/execute/${taskId}`, { taskId, action: 'complete', variables: { approved }, comment: '已核对' });

beforeAll(async () => {
  model = await builtModel(app.admin, {
    ...CUSTOMER,
    modelColumns: [
      ...CUSTOMER.modelColumns,
      { columnName: 'tax_no', columnComment: '税号', columnType: 'varchar', columnLength: '30', isUnique: '1' },
      { columnName: 'code', columnComment: '编码', columnType: 'varchar', columnLength: '30' },
    ],
  });
  const user = await app.make.user({ perms: ['workflow:task:todo:list', 'workflow:task:exam'] });
  approver = app.as(user.token);
  const dept = await app.make.dept();
  const perms = ['data:list', 'data:add', 'data:detail'].map((action) => `masterdata:${action}`);
  clerk = app.as((await app.make.user({ deptId: dept.id, perms, dataScope: '3' })).token);
  await govern(user.id, 'masterdata.add', '501201');
  await govern(user.id, 'masterdata.load', '501202');
  const { data } = await app.admin('GET', `${MODELS}/${model}`);
  // a decided model takes its code rule with its next draft
  await app.admin('POST', `${MODELS}/revise/${model}`, { version: data.version });
  const rule = await app.admin('PUT', `${MODELS}/${model}/codeRule`, { columnName: 'code', pattern: 'KH{0001}', gapless: '1' });
  expect(rule, rule.msg).toMatchObject({ status: 200 });
}, 60_000);

describe('the approval of additions', () => {
  it('is a setting of the model: without it records are there at once', async () => {
    expect((await app.admin('GET', `${MODELS}/${model}/approval`)).data).toEqual({
      isAddApproved: '0',
      isLoadApproved: '0',
      hasAddProcess: true,
      hasLoadProcess: true,
      hasChangeProcess: false,
    });
    expect(await clerk('GET', `${MODELS}/${model}/approval`)).toMatchObject({ status: 403 });
    expect(await clerk('PUT', `${MODELS}/${model}/approval`, { isAddApproved: '1', isLoadApproved: '0' })).toMatchObject({ status: 403 });
    expect(await app.admin('PUT', `${MODELS}/${model}/approval`, { isAddApproved: 'x', isLoadApproved: '0' })).toMatchObject({
      status: 400,
    });
    const made = await clerk('POST', base(), { values: { customer_name: '甲', tax_no: 'T1' } });
    expect(made, made.msg).toMatchObject({ status: 200, data: { flow: null } });
    expect(await total()).toBe(1);
  });

  it('keeps a record from being there until it passes, and then gives it its code', async () => {
    expect(await setting('1', '0')).toMatchObject({ status: 200, data: { isAddApproved: '1' } });
    const asked = await clerk('POST', base(), { values: { customer_name: '乙', tax_no: 'T2' }, reason: '新签合同' });
    expect(asked, asked.msg).toMatchObject({ status: 200, data: { flow: { flowStatus: '3', businessType: 'masterdata.add' } } });
    expect(await total()).toBe(1);
    expect(await clerk('GET', `${base()}/${asked.data.id}`)).toMatchObject({ status: 404 });
    expect(await waiting(clerk)).toMatchObject({
      total: 1,
      data: [{ id: asked.data.id, values: { customer_name: '乙', code: null }, reason: '新签合同', flow: { flowStatus: '3' } }],
    });
    const { id, detail } = await task();
    expect(JSON.stringify(detail)).toContain('名称：乙');
    expect(await decide(id, true)).toMatchObject({ status: 200 });
    expect((await clerk('GET', `${base()}/${asked.data.id}`)).data).toMatchObject({
      values: { customer_name: '乙', code: 'KH0002' },
      flow: null,
    });
    expect((await clerk('GET', `${base()}/${asked.data.id}/history`)).data.data[0]).toMatchObject({
      origin: 'approval',
      reason: '新签合同',
    });
    expect((await waiting()).total).toBe(0);
  });

  it('is not asked for what could not be added, and adds nothing that was refused', async () => {
    expect(await clerk('POST', base(), { values: { tax_no: 'T9' } })).toMatchObject({ status: 400, msg: '“名称”不能为空' });
    expect(await clerk('POST', base(), { values: { customer_name: '丙', tax_no: 'T2' } })).toMatchObject({
      status: 400,
      msg: '“税号”的内容与已有记录重复',
    });
    expect((await waiting()).total).toBe(0);
    await clerk('POST', base(), { values: { customer_name: '丁' } });
    expect(await decide((await task()).id, false)).toMatchObject({ status: 200 });
    expect([await total(), (await waiting()).total]).toEqual([2, 0]);
  });

  it('comes back to its applicant, who corrects it and sends it again', async () => {
    const asked = await clerk('POST', base(), { values: { customer_name: '庚公司', credit_code: 'G1', tax_no: 'T7' }, reason: '新签合同' });
    const { id } = asked.data;
    const again = (send: Send, values: object) => send('PUT', `${base()}/additions/${id}`, { values, reason: '名称已核对' });
    expect(await again(clerk, { customer_name: '庚' })).toMatchObject({ status: 422, error: 'flow.closed' });
    const first = await task();
    const back = { taskId: first.id, action: 'return', to: 'start', mode: 'again', message: '名称不全' };
    const returned = await approver('POST', `/workflow/tasks/execute/${first.id}`, back);
    expect(returned, returned.msg).toMatchObject({ status: 200 });
    expect((await waiting(clerk)).data).toMatchObject([
      { id, isMine: true, masked: [], flow: { flowStatus: '2' }, returned: { opinion: '名称不全' } },
    ]);
    expect((await waiting()).data).toMatchObject([{ id, isMine: false, returned: null }]);
    expect(await again(app.admin, { customer_name: '庚' })).toMatchObject({ status: 404 });
    expect(await again(clerk, { customer_name: '' })).toMatchObject({ status: 400, msg: '“名称”不能为空' });
    expect(await again(clerk, { tax_no: 'T2' })).toMatchObject({ status: 400, msg: '“税号”的内容与已有记录重复' });
    const sent = await again(clerk, { customer_name: '庚建设有限公司', credit_code: null });
    expect(sent, sent.msg).toMatchObject({ status: 200, data: { id, flow: { flowStatus: '3' } } });
    expect((await waiting(clerk)).data).toMatchObject([
      { values: { customer_name: '庚建设有限公司', credit_code: null, tax_no: 'T7' }, reason: '名称已核对', returned: null },
    ]);
    expect(await decide((await task()).id, true)).toMatchObject({ status: 200 });
    expect((await clerk('GET', `${base()}/${id}`)).data).toMatchObject({ values: { customer_name: '庚建设有限公司', tax_no: 'T7' } });
    expect(await again(clerk, { customer_name: '庚' })).toMatchObject({ status: 404 });
  });

  it('is seen within the data scope alone, and the call by the name of the table asks for it too', async () => {
    const datas = { customer_name: '戊', tax_no: 'T5' };
    const asked = await app.admin('POST', '/data/masterdata/datas/addData', { tableName: 'managed.md_customer', datas });
    expect(asked.data.flow).toMatchObject({ flowStatus: '3' });
    expect((await waiting(clerk)).total).toBe(0);
    // somebody was faster: the approval cannot bring it in any more
    await setting('0', '0');
    expect(await clerk('POST', base(), { values: { customer_name: '己', tax_no: 'T5' } })).toMatchObject({ status: 200 });
    const { id } = await task();
    expect(await decide(id, true)).toMatchObject({ status: 400, msg: '“税号”的内容与已有记录重复' });
    expect(await decide(id, false)).toMatchObject({ status: 200 });
  });
});

describe('the approval of loads', () => {
  let map = '';
  const read = async () => (await app.admin('GET', `${MAPS}/${map}`)).data;
  const load = async () => {
    const started = await app.admin('POST', `${MAPS}/${map}/load`);
    expect(started.status, started.msg).toBe(200);
    return until(read, ({ lastLoad }) => !['waiting', 'running'].includes(lastLoad?.state));
  };
  const ended = () => until(read, ({ lastLoad }) => ['done', 'failed', 'refused', 'cancelled'].includes(lastLoad.state));

  it('shows what it would bring, and changes nothing before it passes', async () => {
    const sourceId = await source.register();
    const { data } = await app.admin('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=crm_customer`);
    const columns = ['customer_name', 'credit_code'].map((name) => ({ from: name, to: name }));
    const body = { sourceId, tableId: data[0].id, keyColumn: 'customer_id', columns };
    map = (await app.admin('POST', `${MODELS}/${model}/maps`, body)).data.id;
    await setting('0', '1');
    const before = await total();
    expect(await load()).toMatchObject({
      lastLoad: { state: 'approval', read: 1201, inserted: 1200, changed: 0, same: 0, rejected: 1 },
      flow: { flowStatus: '3' },
    });
    expect(await total()).toBe(before);
    expect((await app.admin('GET', `${MAPS}/${map}/rejected`)).data).toMatchObject([{ sourceKey: 'D1', message: '“名称”不能为空' }]);
    const { detail } = await task();
    expect(detail.comparison.tables[0].rows).toHaveLength(200);
    expect(detail.comparison.tables[0].rows[0]).toMatchObject({ state: 'added', after: { $key: 'C1', customer_name: '客户1' } });
    for (const [method, url] of [
      ['POST', `${MAPS}/${map}/load`],
      ['DELETE', `${MAPS}/${map}`],
    ] as const)
      expect(await app.admin(method, url)).toMatchObject({ status: 422, error: 'flow.closed' });
    expect(await app.admin('PUT', `${MAPS}/${map}`, { ...body, version: 0 })).toMatchObject({ status: 422, error: 'flow.closed' });
  }, 60_000);

  it('brings it in when it passes, in batches, with codes that were not taken by looking', async () => {
    const before = await total();
    expect(await decide((await task()).id, true)).toMatchObject({ status: 200 });
    expect(await ended()).toMatchObject({ lastLoad: { state: 'done', inserted: 1200, changed: 0, rejected: 1 } });
    expect(await total()).toBe(before + 1200);
    const { rows } = await app.database.pool.query('select count(*)::int as rows from masterdata_load_row');
    expect(rows[0].rows).toBe(0);
    const codes = await app.database.pool.query(
      `select min(substr(code, 3)::int) as first, max(substr(code, 3)::int) as last from managed.md_customer where customer_name like '客户%'`,
    );
    expect(codes.rows[0].last - codes.rows[0].first).toBe(1199);
    expect((await app.admin('GET', `${MAPS}/${map}/loads/page`)).data.data).toMatchObject([{ state: 'done', flow: { flowStatus: '4' } }]);
  }, 60_000);

  it('is not asked for a load that would do nothing', async () => {
    expect(await load()).toMatchObject({ lastLoad: { state: 'done', inserted: 0, same: 1200, rejected: 1 }, flow: null });
  }, 60_000);

  it('shows a changed row beside its record, and leaves it when it does not pass; the next load asks again', async () => {
    await source.sql(`update crm_customer set credit_code = 'NEW7' where customer_id = 'C7'`);
    expect(await load()).toMatchObject({ lastLoad: { state: 'approval', inserted: 0, changed: 1 } });
    const { id, detail } = await task();
    expect(detail.comparison.tables[0].rows).toEqual([
      {
        state: 'changed',
        before: { $key: 'C7', customer_name: '客户7', credit_code: 'CODE7' },
        after: { $key: 'C7', customer_name: '客户7', credit_code: 'NEW7' },
      },
    ]);
    expect(await decide(id, false)).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ lastLoad: { state: 'refused', message: '审批不同意，未接入' }, flow: { flowStatus: '5' } });
    const code = async () =>
      (await app.database.pool.query(`select credit_code as code from managed.md_customer where customer_name = '客户7'`)).rows[0].code;
    expect(await code()).toBe('CODE7');
    expect(await load()).toMatchObject({ lastLoad: { state: 'approval', changed: 1 } });
    expect(await decide((await task()).id, true)).toMatchObject({ status: 200 });
    expect(await ended()).toMatchObject({ lastLoad: { state: 'done', changed: 1 } });
    expect(await code()).toBe('NEW7');
  }, 60_000);

  it('keeps no later load waiting when it is stopped before anything was taken', async () => {
    // no node begins to take it
    await app.database.pool.query(`create function never() returns trigger language plpgsql as
      $$ begin new.not_before := now() + interval '1 day'; return new; end $$;
      create trigger never before insert on kit_job for each row when (new.kind = 'masterdata.takeLoad') execute function never()`);
    await source.sql(`update crm_customer set credit_code = 'NEW8' where customer_id = 'C8'`);
    expect(await load()).toMatchObject({ lastLoad: { state: 'approval', changed: 1 } });
    expect(await decide((await task()).id, true)).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ lastLoad: { state: 'waiting' } });
    expect(await app.admin('POST', `${MAPS}/${map}/cancel`)).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ lastLoad: { state: 'cancelled', message: '接入已停止，已接入的记录保留' } });
    expect((await app.admin('GET', `${MAPS}/${map}/loads/page`)).data.data[0]).toMatchObject({ state: 'cancelled' });
    await app.database.pool.query('drop trigger never on kit_job');
    expect(await load()).toMatchObject({ lastLoad: { state: 'approval', changed: 1 } });
  }, 60_000);
});
