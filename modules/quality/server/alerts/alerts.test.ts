import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useNetwork } from '#kit/server/outbound/index.ts';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from '../test-quality.ts';
import { deliverAlert } from './deliver.ts';
import { ALERT_JOB } from './follow.ts';
import { overdueAlerts } from './overdue.ts';

const app = startApp();
const source = testSource(
  app,
  `create table t (id int primary key, name text, pay int); insert into t select g, 'n', g * 1000 from generate_series(1, 60) g;`,
);
const calls = new QualityCalls(app);
const ROBOT = 'https://robot.example/send?token=top-secret-token';
const PERMS = ['alert:list', 'alert:add', 'alert:edit', 'alert:detail', 'alert:remove', 'rule:list', 'rule:add', 'rule:run', 'report:list'];
let admin: Send;
let rule = '';
let robot: Server;
let heard: { path: string; body: string }[] = [];
let answer: { status: number; body: string } = { status: 200, body: '{"errcode":0}' };

beforeAll(async () => {
  calls.sourceId = await source.register();
  admin = app.admin;
  rule = await calls.make(admin, 't', 'name', 'integrity_key');
  robot = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      heard.push({ path: request.url ?? '', body });
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => robot.listen(0, '127.0.0.1', resolve));
  useNetwork(app.node.app, {
    lookup: async () => ['203.0.113.7'],
    dial: () => connect((robot.address() as AddressInfo).port, '127.0.0.1'),
    own: () => ['127.0.0.1'],
  });
  const made = await admin('POST', '/system/hosts', { hostName: '机器人', scheme: 'http', host: 'robot.example', port: 80, status: '1' });
  expect(made.status).toBe(200);
});
afterAll(() => void robot.close());
beforeEach(() => {
  heard = [];
  answer = { status: 200, body: '{"errcode":0}' };
});

let made = 0;
const body = (over: Record<string, unknown> = {}) => ({
  alertName: `告警 ${(made += 1)}`,
  kinds: ['fail', 'error', 'recover'],
  ruleIds: [rule],
  status: '1',
  ...over,
});
const make = async (as: Send, over: Record<string, unknown> = {}): Promise<string> => {
  const { status, msg, data } = await as('POST', '/data/quality/alertRules', body(over));
  expect([status, msg]).toEqual([200, msg]);
  return data.id;
};
const http = ROBOT.replace('https', 'http');
interface Line {
  kind: string;
  state: string;
  message: string | null;
  sendTime: string;
}
const logsOf = async (id: string): Promise<Line[]> =>
  (await admin('GET', `/data/quality/alertLogs/page?alertRuleId=${id}&pageSize=50`)).data.data;
const allSent = (id: string, n: number) =>
  until(
    () => logsOf(id),
    (rows) => rows.length === n && rows.every(({ state }) => state !== 'waiting'),
    20_000,
  );
/** What waits of an alert is due by now. */
const isDue = (id: string) =>
  app.node.app.db.updateTable('qualityAlertLog').set({ sendTime: app.node.app.now() }).where('alertRuleId', '=', id).execute();
const ruleNames = (...ids: string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await admin('GET', `/data/quality/checkRules/${id}`)).data.ruleName));
const spoil = () => source.sql(`update t set name = null where id <= 4`);
const mend = () => source.sql(`update t set name = 'n' where name is null`);
const off = (id: string) => admin('DELETE', `/data/quality/alertRules/${id}`);

describe('an alert', () => {
  test('is told once for each change of a result, to people and to a robot', async () => {
    const id = await make(admin, { webhookKind: 'dingtalk', webhookAddress: http });
    await calls.run(admin, rule);
    await spoil();
    await calls.run(admin, rule);
    await calls.run(admin, rule);
    const [first] = await allSent(id, 1);
    expect(first).toMatchObject({ kind: 'fail', state: 'sent' });
    expect(heard).toHaveLength(1);
    expect(heard[0]!.path).toBe('/send?token=top-secret-token');
    expect(JSON.parse(heard[0]!.body).markdown.text).toContain('不通过');
    const bell = (await admin('GET', '/system/messages/page?pageSize=20')).data.data as { title: string }[];
    expect(bell.filter(({ title }) => title.startsWith('数据质量不通过'))).toHaveLength(1);
    await mend();
    await calls.run(admin, rule);
    const rows = await allSent(id, 2);
    expect(rows.map(({ kind }) => kind)).toEqual(['recover', 'fail']);
    await off(id);
  });

  test('that a robot refuses says why and is tried again', async () => {
    answer = { status: 200, body: '{"errcode":310000,"errmsg":"sign not match"}' };
    const id = await make(admin, { webhookKind: 'dingtalk', webhookAddress: http, webhookSecret: 'k' });
    await spoil();
    await calls.run(admin, rule);
    const [row] = await until(
      () => logsOf(id),
      (rows) => rows.length === 1 && rows[0]!.message !== null,
      20_000,
    );
    expect(row).toMatchObject({ state: 'waiting', message: expect.stringContaining('sign not match') });
    expect(Date.parse(row!.sendTime)).toBeGreaterThan(Date.now());
    await mend();
    await calls.run(admin, rule);
    await off(id);
  });

  test('takes a later change along when it is tried again, and tells each of them once by each way', async () => {
    const [first, later] = [await calls.make(admin, 't', 'name', 'integrity_key'), await calls.make(admin, 't', 'name', 'integrity_key')];
    await mend();
    await calls.run(admin, first, later);
    answer = { status: 200, body: '{"errcode":310000,"errmsg":"sign not match"}' };
    const id = await make(admin, { ruleIds: [first, later], webhookKind: 'dingtalk', webhookAddress: http });
    await spoil();
    await calls.run(admin, first);
    await until(
      () => logsOf(id),
      (rows) => rows.length === 1 && rows[0]!.message !== null,
      20_000,
    );
    await calls.run(admin, later);
    expect((await logsOf(id)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    answer = { status: 200, body: '{"errcode":0}' };
    heard = [];
    await isDue(id);
    await app.node.app.db
      .updateTable('kitJob')
      .set({ notBefore: null })
      .where('kind', '=', ALERT_JOB)
      .where('state', '=', 'waiting')
      .execute();
    expect((await allSent(id, 2)).map(({ state }) => state)).toEqual(['sent', 'sent']);
    expect(heard).toHaveLength(1);
    const names = await ruleNames(first, later);
    for (const name of names) expect(heard[0]!.body).toContain(name);
    const bell = (await admin('GET', '/system/messages/page?pageSize=50')).data.data as { title: string }[];
    expect(names.map((name) => bell.filter(({ title }) => title === `数据质量不通过：${name}`).length)).toEqual([1, 1]);
    await mend();
    await off(id);
  });

  test('is told once where two batches that ended together sent for it', async () => {
    const id = await make(admin, { groupMinutes: 30, webhookKind: 'dingtalk', webhookAddress: http });
    await spoil();
    await calls.run(admin, rule);
    await isDue(id);
    const job = { id: '', app: app.node.app, payload: { alertRuleId: id }, signal: new AbortController().signal };
    const idle = { progress: () => Promise.resolve(), end: () => Promise.resolve() };
    await Promise.all([deliverAlert({ ...job, ...idle }), deliverAlert({ ...job, ...idle })]);
    expect(heard).toHaveLength(1);
    expect((await logsOf(id)).map(({ state }) => state)).toEqual(['sent']);
    await mend();
    await calls.run(admin, rule);
    await off(id);
  });

  test('waits in quiet hours and for what comes soon', async () => {
    const id = await make(admin, { groupMinutes: 30 });
    await spoil();
    await calls.run(admin, rule);
    await mend();
    await calls.run(admin, rule);
    const rows = await logsOf(id);
    expect(rows.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    expect(rows[0]!.sendTime).toBe(rows[1]!.sendTime);
    await off(id);
  });

  test('does not spell what a rule holds a sensitive column against', async () => {
    await sealColumns(app, calls.sourceId, 'pay');
    const table = await calls.table('t');
    const user = await app.make.user({ perms: PERMS.map((name) => `quality:${name}`) });
    const actions = ['meta', 'query', 'unmask'];
    const grant = { objectType: 'table', objectId: table, subjectType: 'user', subjectId: user.id, actions, rowFilter: null };
    expect((await admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
    const owner = app.as(user.token);
    // a name of its own: the counted ones may hold the number that must not be told
    const named = { ruleName: '工资不超过上限', config: { accuracy: { max: '54321' } } };
    const pay = await calls.make(owner, 't', 'pay', 'accuracy_range', named);
    const id = await make(admin, { ruleIds: [pay], webhookKind: 'wecom', webhookAddress: http });
    const { of } = await calls.run(owner, pay);
    expect(of(pay)).toMatchObject({ state: 'fail', checkErrorCount: 6 });
    await allSent(id, 1);
    expect(heard).toHaveLength(1);
    expect(heard[0]!.body).toContain('不通过');
    expect(heard[0]!.body).not.toMatch(/54321|6 行|\b6\b/);
    await off(id);
  });
});

describe('the secrets of an alert', () => {
  test('are never answered, and kept when the mask comes back', async () => {
    const id = await make(admin, { webhookKind: 'json', webhookAddress: http, webhookSecret: 'sign-key' });
    const row = (await admin('GET', `/data/quality/alertRules/${id}`)).data;
    expect(row).toMatchObject({ webhookAddress: '******', webhookSecret: '******', webhookHost: 'robot.example' });
    const logs = (await admin('GET', `/system/logs/page?title=${encodeURIComponent('新增质量告警规则')}&pageSize=5`)).data.data as {
      id: string;
    }[];
    const detail = JSON.stringify(await Promise.all(logs.map((log) => admin('GET', `/system/logs/${log.id}`))));
    expect(detail).not.toMatch(/top-secret-token|sign-key/);
    expect((await admin('PUT', `/data/quality/alertRules/${id}`, { ...row, remark: '改' })).status).toBe(200);
    // neither are their sealed texts, where somebody else has saved the alert meanwhile
    const late = await admin('PUT', `/data/quality/alertRules/${id}`, { ...row, remark: '晚' });
    expect(late).toMatchObject({ status: 409, data: { theirs: { webhookAddress: '******', webhookSecret: '******' } } });
    const tried = (await admin('POST', `/data/quality/alertRules/${id}/test`)).data;
    expect(tried.every(({ isSent }: { isSent: boolean }) => isSent)).toBe(true);
    expect(heard[0]!.path).toBe('/send?token=top-secret-token');
    await off(id);
  });
  test('go to registered hosts only, and a key is not signed for another address', async () => {
    const bad = await admin(
      'POST',
      '/data/quality/alertRules',
      body({ webhookKind: 'json', webhookAddress: 'http://elsewhere.example/x' }),
    );
    expect(bad).toMatchObject({ status: 400, error: 'input.invalid' });
    const id = await make(admin, { webhookKind: 'json', webhookAddress: http, webhookSecret: 'k' });
    const row = (await admin('GET', `/data/quality/alertRules/${id}`)).data;
    const moved = { ...row, webhookAddress: 'http://robot.example/other' };
    expect((await admin('PUT', `/data/quality/alertRules/${id}`, moved)).status).toBe(400);
    await off(id);
  });
});

test('changes that went with no message are sent by themselves', async () => {
  await mend();
  await calls.run(admin, rule);
  const id = await make(admin, { groupMinutes: 60 });
  await spoil();
  await calls.run(admin, rule);
  expect((await logsOf(id)).map(({ state }) => state)).toEqual(['waiting']);
  // the job of their message has ended without them
  const { db } = app.node.app;
  await db.updateTable('kitJob').set({ state: 'done' }).where('kind', '=', ALERT_JOB).where('subject', 'like', `${id} %`).execute();
  const look = () =>
    overdueAlerts.run({
      runId: 'r',
      app: app.node.app,
      params: {},
      dueTime: app.node.app.now(),
      signal: new AbortController().signal,
      log: () => undefined,
      progress: () => undefined,
    });
  expect(await look()).toBeNull();
  const late = new Date(app.node.app.now().getTime() - 120_000);
  await db.updateTable('qualityAlertLog').set({ sendTime: late }).where('alertRuleId', '=', id).execute();
  expect(await look()).toBe('补发 1 条告警规则的消息');
  expect((await allSent(id, 1)).map(({ state }) => state)).toEqual(['sent']);
  await off(id);
});

test('an alert tells nothing of rules that its owner does not reach, and others do not reach the alert', async () => {
  const user = await app.make.user({ perms: PERMS.map((name) => `quality:${name}`), dataScope: '5' });
  const as = app.as(user.token);
  const id = await make(as, { ruleIds: [], webhookKind: 'wecom', webhookAddress: http });
  await spoil();
  await calls.run(admin, rule);
  await mend();
  await calls.run(admin, rule);
  expect(await logsOf(id)).toEqual([]);
  expect(heard).toEqual([]);
  const other = app.as((await app.make.user({ perms: PERMS.map((name) => `quality:${name}`), dataScope: '5' })).token);
  expect((await other('GET', `/data/quality/alertRules/${id}`)).status).toBe(404);
  expect((await other('POST', `/data/quality/alertRules/${id}/test`)).status).toBe(404);
  const nobody = app.as((await app.make.user({ perms: [] })).token);
  expect((await nobody('POST', '/data/quality/alertRules', body())).status).toBe(403);
});

test.each([
  [{ quietFrom: '22:00' }, 'quietTo'],
  [{ quietFrom: '22:00', quietTo: '22:00' }, 'quietTo'],
  [{ toRuleOwner: '0' }, 'userIds'],
  [{ kinds: [] }, 'kinds'],
  [{ webhookKind: 'json' }, 'webhookAddress'],
])('an alert of %j is refused at its field', async (over, path) => {
  const refused = await admin('POST', '/data/quality/alertRules', body(over));
  expect([refused.status, JSON.stringify(refused)]).toEqual([400, expect.stringContaining(`"${path}"`)]);
});
