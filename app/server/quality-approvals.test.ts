import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { QualityCalls } from '#modules/quality/server/test-quality.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { testApproval } from '#modules/workflow/server/test-approval.ts';

const app = startApp();
const source = testSource(
  app,
  `create table card (id int primary key, no text, name text); insert into card select g, case when g <= 3 then null else 'x' end from generate_series(1, 40) g;`,
);
const calls = new QualityCalls(app);
let approval!: Awaited<ReturnType<typeof testApproval>>;
const closed = { status: 422, error: 'flow.closed' };
const inDays = (days: number) => new Date(Date.now() + (8 * 3_600 + days * 86_400) * 1000).toISOString().slice(0, 10);

beforeAll(async () => {
  calls.sourceId = await source.register();
  approval = await testApproval(app);
  await approval.govern('quality.waiver');
  await approval.govern('quality.job');
});
const failing = async () => {
  await source.sql('update card set no = null where id <= 3');
  const rule = await calls.make(app.admin, 'card', 'no', 'integrity_key');
  await calls.run(app.admin, rule);
  const { data } = (await app.admin('GET', `/data/quality/checkIssues/page?checkRuleId=${rule}`)).data;
  const id = data[0].id as string;
  return {
    rule,
    id,
    issue: async () => (await app.admin('GET', `/data/quality/checkIssues/${id}`)).data,
    waive: () => app.admin('POST', `/data/quality/checkIssues/${id}/waive`, { reason: '历史数据年底整改', until: inDays(30) }),
  };
};

it('a waiver holds from its approval on, and not before; a refused one leaves the issue open', async () => {
  const { rule, issue, waive } = await failing();
  const { flow } = (await waive()).data;
  expect(flow).toMatchObject({ flowStatus: '3', businessType: 'quality.waiver', businessTypeName: '质量问题豁免' });
  expect(await approval.snapshot(flow.processInstanceId)).toMatchObject({
    tableName: 'card',
    columnName: 'no',
    reason: '历史数据年底整改',
  });
  expect(await issue()).toMatchObject({ state: '1', flow: { flowStatus: '3' } });
  expect((await issue()).moves).not.toContain('waive');
  expect(await waive()).toMatchObject(closed);
  await approval.refuse(flow.processInstanceId);
  expect((await issue()).state).toBe('1');
  const second = (await waive()).data.flow;
  expect((await approval.agree(second.processInstanceId)).data.flowStatus).toBe('4');
  await calls.run(app.admin, rule);
  expect(await issue()).toMatchObject({ state: '5', waiveReason: '历史数据年底整改', failCount: 2 });
});

it('what was mended while the approval ran stays closed', async () => {
  const { rule, issue, waive } = await failing();
  const { flow } = (await waive()).data;
  await source.sql(`update card set no = 'x' where no is null`);
  await calls.run(app.admin, rule);
  await approval.agree(flow.processInstanceId);
  expect(await issue()).toMatchObject({ state: '4', closedBy: 'recheck', waiveUntil: null });
});

it('a plan runs by itself only after its approval, and waits for another one when it changes', async () => {
  const rule = await calls.make(app.admin, 'card', 'no', 'integrity_key');
  const body = { jobName: '每日核查', triggerKind: 'cron', cronExpression: '0 0 2 * * ?', ruleIds: [rule], status: '1' };
  const { id } = (await app.admin('POST', '/data/quality/checkJobs', body)).data;
  const plan = async () => (await app.admin('GET', `/data/quality/checkJobs/${id}`)).data;
  const { flow, version } = await plan();
  expect(await plan()).toMatchObject({ status: '0', flow: { flowStatus: '3', businessType: 'quality.job' } });
  expect(await app.admin('PUT', `/data/quality/checkJobs/${id}`, { ...body, version })).toMatchObject(closed);
  expect(await app.admin('DELETE', `/data/quality/checkJobs/${id}`)).toMatchObject(closed);
  await approval.agree(flow.processInstanceId);
  expect(await plan()).toMatchObject({ status: '1', flow: null });
  const changed = await app.admin('PUT', `/data/quality/checkJobs/${id}`, { ...body, remark: '改', version: (await plan()).version });
  expect(changed.status).toBe(200);
  const again = await plan();
  expect(again).toMatchObject({ status: '0', flow: { flowStatus: '3' } });
  await approval.agree(again.flow.processInstanceId);
  expect((await app.admin('POST', `/data/quality/checkJobs/pause/${id}`)).status).toBe(200);
  const resumed = (await app.admin('POST', `/data/quality/checkJobs/resume/${id}`)).data;
  expect([resumed.flow.flowStatus, (await plan()).status]).toEqual(['3', '0']);
});

it('a rule is in use only after its approval, whoever makes it; what changes waits for another one', async () => {
  await approval.govern('quality.rule');
  const body = await calls.body('card', 'no', 'accuracy_regex', { config: { accuracy: { pattern: '^x$' } } });
  const { id } = (await app.admin('POST', '/data/quality/checkRules', body)).data;
  const rule = async () => (await app.admin('GET', `/data/quality/checkRules/${id}`)).data;
  const { flow, version } = await rule();
  expect(await rule()).toMatchObject({ status: '0', flow: { flowStatus: '3', businessType: 'quality.rule' } });
  expect(await approval.snapshot(flow.processInstanceId)).toMatchObject({
    table: 'public.card',
    column: 'no',
    parameters: '正则表达式：^x$',
  });
  expect(await app.admin('PUT', `/data/quality/checkRules/${id}`, { ...body, version })).toMatchObject(closed);
  expect(await app.admin('DELETE', `/data/quality/checkRules/${id}`)).toMatchObject(closed);
  expect(await app.admin('POST', `/data/quality/checkRules/${id}/submit`)).toMatchObject(closed);
  await approval.agree(flow.processInstanceId);
  expect(await rule()).toMatchObject({ status: '1', flow: null });
  expect((await app.admin('POST', `/data/quality/checkRules/${id}/submit`)).status).toBe(422);

  // a change is judged anew, and so is turning it on again
  const changed = await app.admin('PUT', `/data/quality/checkRules/${id}`, { ...body, remark: '改', version: (await rule()).version });
  expect(changed.status).toBe(200);
  const again = await rule();
  expect(again).toMatchObject({ status: '0', flow: { flowStatus: '3' } });
  await approval.agree(again.flow.processInstanceId);
  const turn = (status: '0' | '1') => app.admin('POST', '/data/quality/checkRules/status', { ids: [id], status });
  expect((await turn('0')).data).toEqual({ waiting: 0 });
  expect((await turn('1')).data).toEqual({ waiting: 1 });
  expect(await rule()).toMatchObject({ status: '0', flow: { flowStatus: '3' } });

  // what is made with others is kept off until somebody submits it
  const columnId = await calls.column('card', 'name');
  const copied = (
    await app.admin('POST', '/data/quality/checkRules/copy', { ids: [id], targets: [{ tableId: body.ruleTableId, columnId }] })
  ).data.results[0];
  const copy = async () => (await app.admin('GET', `/data/quality/checkRules/${copied.copyId}`)).data;
  expect([copied.state, (await copy()).status, (await copy()).flow]).toEqual(['made', '0', null]);
});

it('who may change rules but not submit them leaves them off; the other way round it is submitted', async () => {
  const table = await calls.table('card');
  const as = async (...names: string[]) => {
    const user = await app.make.user({ perms: names.map((name) => `quality:rule:${name}`) });
    const grant = { objectType: 'table', objectId: table, subjectType: 'user', subjectId: user.id, actions: ['meta'] };
    expect((await app.admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
    return app.as(user.token);
  };
  const [editor, submitter] = [await as('list', 'add', 'edit'), await as('list', 'submit')];
  const id = await calls.make(editor, 'card', 'no', 'integrity_key');
  const turned = await editor('POST', '/data/quality/checkRules/status', { ids: [id], status: '1' });
  expect([turned.status, turned.error]).toEqual([403, 'auth.noPermission']);
  expect((await app.admin('GET', `/data/quality/checkRules/${id}`)).data).toMatchObject({ status: '0', flow: null });
  expect((await editor('POST', `/data/quality/checkRules/${id}/submit`)).status).toBe(403);
  const sent = await submitter('POST', `/data/quality/checkRules/${id}/submit`);
  expect(sent.data).toMatchObject({ status: '0', flow: { flowStatus: '3' } });
});
