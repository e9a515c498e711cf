import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { RuleConfig } from '../contract/rule-config.ts';
import { outcome } from '../core/index.ts';
import { recordResults } from './run/record.ts';
import { issueReminders } from './issues/due.ts';
import { QualityCalls } from './test-quality.ts';

const app = startApp();
const source = testSource(
  app,
  `create table card (id int primary key, no text, pay int);
   insert into card select g, case when g <= 3 then null else 'x' || g end, g from generate_series(1, 40) g;
   create table other (id int primary key, no text);
   insert into other select g, null from generate_series(1, 30) g;`,
);
const calls = new QualityCalls(app);
const ISSUES = ['list', 'assign', 'handle', 'review', 'waive'].map((name) => `quality:issue:${name}`);
let admin: Send;
beforeAll(async () => {
  calls.sourceId = await source.register();
  admin = app.admin;
  await share('1');
});

const share = (isShared: '0' | '1') =>
  app.database.db.updateTable('metadataSource').set({ isShared }).where('id', '=', calls.sourceId).execute();
const issuesOf = async (as: Send, rule: string) => (await as('GET', `/data/quality/checkIssues/page?checkRuleId=${rule}`)).data.data;
const issueOf = async (rule: string) => {
  const found = await issuesOf(admin, rule);
  expect(found).toHaveLength(1);
  return found[0];
};
const trail = async (id: string) =>
  (await admin('GET', `/data/quality/checkIssues/${id}/logs`)).data.data.map(({ action }: { action: string }) => action).reverse();
const setNo = (no: string | null, to = 3) => source.sql(`update card set no = ${no === null ? 'null' : `'${no}'`} where id <= ${to}`);
const post = async (as: Send, path: string, body: object = {}) => {
  const made = await as('POST', `/data/quality/checkIssues/${path}`, body);
  expect([made.status, made.msg]).toEqual([200, made.msg]);
  return made.data;
};
const inDays = (days: number) => new Date(Date.now() + (8 * 3_600 + days * 86_400) * 1000).toISOString().slice(0, 10);

test('Q11: fails twice, is repaired, passes, fails again: one issue all the time', async () => {
  await setNo(null);
  const rule = await calls.make(admin, 'card', 'no', 'integrity_key');
  await calls.run(admin, rule);
  const first = await issueOf(rule);
  expect(first).toMatchObject({ state: '1', lastErrorCount: 3, failCount: 1, reopenCount: 0, ruleTable: 'card', ruleColumn: 'no' });
  expect(first.issueNo).toMatch(/^WT-\d{6}-\d{4}$/);
  await calls.run(admin, rule);
  expect(await issueOf(rule)).toMatchObject({ id: first.id, state: '1', failCount: 2 });
  expect((await trail(first.id)).filter((action: string) => action === 'fail')).toHaveLength(1);
  await setNo('ok');
  await calls.run(admin, rule);
  expect(await issueOf(rule)).toMatchObject({ id: first.id, state: '4', closedBy: 'recheck' });
  await setNo(null, 2);
  await calls.run(admin, rule);
  expect(await issueOf(rule)).toMatchObject({
    id: first.id,
    state: '1',
    closedBy: null,
    closedTime: null,
    reopenCount: 1,
    lastErrorCount: 2,
  });
  const actions = (await trail(first.id)).filter((action: string) => action !== 'assign');
  expect(actions).toEqual(['open', 'fail', 'pass', 'reopen']);
  const detail = (await admin('GET', `/data/quality/checkIssues/${first.id}`)).data;
  expect(detail.results.map(({ checkErrorCount }: { checkErrorCount: number }) => checkErrorCount)).toEqual([3, 3, 0, 2]);
  expect(detail.ruleSentence).toMatch(/[\u4e00-\u9fff]/);
});

test('what could not run says nothing; a changed object closes the issue of the one before, a deleted rule its own', async () => {
  await setNo(null);
  const rule = await calls.make(admin, 'card', 'no', 'integrity_key');
  await calls.run(admin, rule);
  const { id } = await issueOf(rule);
  const stored = (await admin('GET', `/data/quality/checkRules/${rule}`)).data;
  const body = await calls.body('other', 'no', 'integrity_key', { ruleName: stored.ruleName });
  const put = await admin('PUT', `/data/quality/checkRules/${rule}`, { ...body, version: stored.version });
  expect([put.status, put.msg]).toEqual([200, put.msg]);
  await calls.run(admin, rule);
  const both = await issuesOf(admin, rule);
  expect(both.find((one: { id: string }) => one.id === id)).toMatchObject({ state: '4', closedBy: 'rule' });
  const other = both.find((one: { id: string }) => one.id !== id);
  expect(other).toMatchObject({ state: '1', ruleTable: 'other' });
  await source.sql('drop table other');
  await calls.run(admin, rule);
  expect((await issuesOf(admin, rule)).find((one: { id: string }) => one.id === other.id)).toMatchObject({ state: '1', failCount: 1 });
  expect((await admin('DELETE', `/data/quality/checkRules/${rule}`)).status).toBe(200);
  expect((await issuesOf(admin, rule)).find((one: { id: string }) => one.id === other.id)).toMatchObject({ state: '4', closedBy: 'rule' });
  const reopened = await admin('POST', `/data/quality/checkIssues/${other.id}/reopen`, {});
  expect([reopened.status, reopened.error]).toEqual([422, 'rule.broken']);
});

test('an issue that is opened again waits for somebody who can work on it', async () => {
  const left = await app.make.user({ perms: [...ISSUES, 'quality:rule:list'], dataScope: '1' });
  const rule = await calls.make(admin, 'card', 'no', 'integrity_key');
  await setNo(null);
  await calls.run(admin, rule);
  const { id } = await issueOf(rule);
  const status = (to: '0' | '1') => app.database.db.updateTable('sysUser').set({ status: to }).where('id', '=', left.id).execute();
  const owner = (await issueOf(rule)).assigneeId;
  for (const again of [() => post(admin, `${id}/reopen`, { note: '未整改' }), () => calls.run(admin, rule)]) {
    await status('1');
    await post(admin, 'assign', { ids: [id], assigneeId: left.id });
    await setNo('ok');
    await calls.run(admin, rule);
    await status('0');
    await setNo(null);
    await again();
    expect(await issueOf(rule)).toMatchObject({ state: '1', assigneeId: owner });
  }
});

test('a rule that is deleted while it is measured opens no issue', async () => {
  await setNo('ok');
  const rule = await calls.make(admin, 'card', 'no', 'integrity_key');
  const { batch } = await calls.run(admin, rule);
  const stored = await app.database.db.selectFrom('qualityCheckRule').selectAll().where('id', '=', rule).executeTakeFirstOrThrow();
  await app.database.db.deleteFrom('qualityCheckReport').where('checkBatch', '=', batch).execute();
  expect((await admin('DELETE', `/data/quality/checkRules/${rule}`)).status).toBe(200);
  const found = outcome(rule, { rows: 40, checked: 40, bad: 3 });
  const measured = { ...stored, config: RuleConfig.parse(stored.ruleConfig) };
  await recordResults(app.node.app, batch, [measured], { outcomes: [found], ms: 1 });
  expect(await issuesOf(admin, rule)).toEqual([]);
});

describe('people', () => {
  test('the owner of the table gets it, hands it in, somebody else reviews; each step only from the state before it', async () => {
    await setNo(null);
    const owner = await app.make.user({ perms: ISSUES });
    const other = await app.make.user({ perms: ISSUES });
    const [as, reviewer] = [app.as(owner.token), app.as(other.token)];
    const table = await calls.table('card');
    await app.database.db.updateTable('metadataTable').set({ ownerId: owner.id }).where('id', '=', table).execute();
    const rule = await calls.make(admin, 'card', 'no', 'integrity_key');
    await calls.run(admin, rule);
    const { id, assigneeId } = await issueOf(rule);
    expect(assigneeId).toBe(owner.id);
    const todos = (await as('GET', '/system/todos')).data;
    expect(JSON.stringify(todos)).toContain(id);
    const messages = (await as('GET', '/system/messages/page')).data.data;
    expect(messages.filter(({ title }: { title: string }) => title === '质量问题待处理')).toHaveLength(1);
    expect((await reviewer('POST', `/data/quality/checkIssues/${id}/approve`, {})).error).toBe('rule.broken');
    await post(as, `${id}/start`);
    expect((await as('POST', `/data/quality/checkIssues/${id}/start`, {})).error).toBe('rule.broken');
    await post(as, `${id}/submit`, { note: '已修复' });
    expect((await as('POST', `/data/quality/checkIssues/${id}/approve`, {})).error).toBe('rule.broken');
    await post(reviewer, `${id}/return`, { note: '还差两条' });
    expect((await issueOf(rule)).state).toBe('2');
    await post(as, `${id}/submit`);
    await post(reviewer, `${id}/approve`);
    expect(await issueOf(rule)).toMatchObject({ state: '4', closedBy: 'person' });
    // a failure shows that the review was wrong
    await calls.run(admin, rule);
    expect(await issueOf(rule)).toMatchObject({ state: '1', assigneeId: owner.id });
    await app.database.db.updateTable('metadataTable').set({ ownerId: null }).where('id', '=', table).execute();
  });

  test('is given to whoever can work on it, many at once; a false alarm stays one until its rule changes', async () => {
    await setNo(null);
    const rules = [await calls.make(admin, 'card', 'no', 'integrity_key'), await calls.make(admin, 'card', 'no', 'integrity_key')];
    await calls.run(admin, ...rules);
    const ids = await Promise.all(rules.map(async (rule) => (await issueOf(rule)).id));
    const cannot = await app.make.user({ perms: ['quality:issue:list'] });
    const refused = await admin('POST', '/data/quality/checkIssues/assign', { ids, assigneeId: cannot.id });
    expect([refused.status, refused.error]).toEqual([422, 'rule.broken']);
    const worker = await app.make.user({ perms: ISSUES });
    await post(admin, 'assign', { ids, assigneeId: worker.id, note: '请处理' });
    for (const rule of rules) expect((await issueOf(rule)).assigneeId).toBe(worker.id);
    expect((await admin('GET', '/data/quality/checkIssues/people')).data.map(({ id }: { id: string }) => id)).toContain(worker.id);
    await post(admin, `${ids[0]}/refute`, { note: '历史数据允许为空' });
    await calls.run(admin, ...rules);
    expect(await issueOf(rules[0]!)).toMatchObject({ state: '6', failCount: 2 });
    const stored = (await admin('GET', `/data/quality/checkRules/${rules[0]}`)).data;
    const body = await calls.body('card', 'no', 'integrity_key', { ruleName: stored.ruleName });
    await admin('PUT', `/data/quality/checkRules/${rules[0]}`, { ...body, version: stored.version });
    await calls.run(admin, rules[0]!);
    expect((await issueOf(rules[0]!)).state).toBe('1');
    await post(admin, 'close', { ids, note: '统一关闭' });
    for (const rule of rules) expect((await issueOf(rule)).state).toBe('4');
    const again = await admin('POST', '/data/quality/checkIssues/close', { ids });
    expect([again.status, again.error]).toEqual([422, 'rule.broken']);
    const stat = (await admin('GET', '/data/quality/checkIssues/stat')).data;
    expect(stat.closed).toBeGreaterThanOrEqual(2);
    expect(stat.meanHours).toBeGreaterThanOrEqual(0);
  });

  test('has a new term, and is reminded of again, when somebody opens it again', async () => {
    await setNo(null);
    const worker = await app.make.user({ perms: ISSUES });
    const rule = await calls.make(admin, 'card', 'no', 'integrity_key');
    await calls.run(admin, rule);
    const { id } = await issueOf(rule);
    await post(admin, 'assign', { ids: [id], assigneeId: worker.id });
    const long = new Date(Date.now() - 60 * 86_400_000);
    await app.database.db
      .updateTable('qualityIssue')
      .set({ openTime: long, dueTime: long, overdueTold: long })
      .where('id', '=', id)
      .execute();
    await post(admin, 'close', { ids: [id] });
    await post(admin, `${id}/reopen`, { note: '仍有空值' });
    const issue = await issueOf(rule);
    expect(issue).toMatchObject({ state: '1', isOverdue: false });
    expect(Date.parse(issue.openTime)).toBeGreaterThan(long.getTime());
    const dueTime = new Date(Date.parse(issue.dueTime) + 1000);
    await issueReminders.run({ app: app.node.app, dueTime } as Parameters<typeof issueReminders.run>[0]);
    const told = (await app.as(worker.token)('GET', '/system/messages/page?pageSize=50')).data.data as { title: string }[];
    expect(told.filter(({ title }) => title === `问题工单 ${issue.issueNo} 已逾期`)).toHaveLength(1);
  });

  test('comments reach who works on it; re-check runs the rule and closes it', async () => {
    await setNo(null);
    const rule = await calls.make(admin, 'card', 'no', 'integrity_key');
    await calls.run(admin, rule);
    const { id } = await issueOf(rule);
    await post(admin, `${id}/comments`, { content: "'; drop table x; -- 😀" });
    const { data } = (await admin('GET', `/data/quality/checkIssues/${id}/logs`)).data;
    expect(data[0]).toMatchObject({ action: 'comment', content: "'; drop table x; -- 😀" });
    const rows = (await admin('GET', `/data/quality/checkIssues/${id}/rows`)).data;
    expect(rows.rows).toHaveLength(3);
    await setNo('ok');
    const { batch } = await post(admin, `${id}/recheck`);
    await calls.ended(batch);
    expect(await issueOf(rule)).toMatchObject({ state: '4', closedBy: 'recheck' });
  });
});

describe('a waiver', () => {
  test('holds until its end, then a failure opens the issue again', async () => {
    await setNo(null);
    const rule = await calls.make(admin, 'card', 'no', 'integrity_key');
    await calls.run(admin, rule);
    const { id } = await issueOf(rule);
    const past = await admin('POST', `/data/quality/checkIssues/${id}/waive`, { reason: '年底前整改', until: inDays(-1) });
    expect([past.status, past.error]).toEqual([400, 'input.invalid']);
    expect(await post(admin, `${id}/waive`, { reason: '年底前整改', until: inDays(3) })).toEqual({ flow: null });
    await calls.run(admin, rule);
    expect(await issueOf(rule)).toMatchObject({ state: '5', failCount: 2, waiveReason: '年底前整改' });
    await app.database.db
      .updateTable('qualityIssue')
      .set({ waiveUntil: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    await calls.run(admin, rule);
    expect(await issueOf(rule)).toMatchObject({ state: '1', reopenCount: 1, waiveUntil: null });
  });
});

describe('rights', () => {
  test('who does not see the table finds no issue of it; numbers of literal rules over masked columns are withheld', async () => {
    const rule = await calls.make(admin, 'card', 'pay', 'accuracy_range', { config: { accuracy: { max: '30' } } });
    await calls.run(admin, rule);
    const { id, lastErrorCount } = await issueOf(rule);
    expect(lastErrorCount).toBe(10);
    const stranger = app.as((await app.make.user({ perms: ISSUES })).token);
    await share('0');
    expect((await issuesOf(stranger, rule)).length).toBe(0);
    for (const path of [id, `${id}/logs`, `${id}/rows`, `${id}/lineage`])
      expect((await stranger('GET', `/data/quality/checkIssues/${path}`)).status).toBe(404);
    for (const path of [`${id}/start`, `${id}/refute`, `${id}/recheck`])
      expect((await stranger('POST', `/data/quality/checkIssues/${path}`, {})).status).toBe(404);
    await share('1');
    await sealColumns(app, calls.sourceId, 'pay');
    const reader = app.as((await app.make.user({ perms: ISSUES })).token);
    const [seen] = await issuesOf(reader, rule);
    expect(seen.lastErrorCount).toBeNull();
    const detail = (await reader('GET', `/data/quality/checkIssues/${id}`)).data;
    expect(detail).toMatchObject({ isWithheld: true, ruleSentence: null, lastErrorCount: null });
    expect(detail.results.every(({ checkErrorCount }: { checkErrorCount: number | null }) => checkErrorCount === null)).toBe(true);
    const logs = (await reader('GET', `/data/quality/checkIssues/${id}/logs`)).data.data;
    expect(logs.every(({ errorCount }: { errorCount: number | null }) => errorCount === null)).toBe(true);
    expect((await reader('GET', '/data/quality/checkIssues/page?sort=lastErrorCount')).status).toBe(400);
  });
  test('each call asks for its own permission', async () => {
    const lists = app.as((await app.make.user({ perms: ['quality:issue:list'] })).token);
    for (const path of ['1/start', '1/submit', '1/approve', '1/waive', '1/recheck', '1/comments', 'assign', 'close'])
      expect((await lists('POST', `/data/quality/checkIssues/${path}`, {})).status).toBe(403);
  });
});
