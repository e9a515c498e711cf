import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from './test-quality.ts';

const app = startApp();
const source = testSource(
  app,
  `create table person (emp_id text, mobile text, id_card_no text, nick text, hours numeric, birthday date, org_id int, etl_time timestamp, paid date);
   insert into person select 'E' || lpad(g::text, 3, '0'), case when g <= 12 then null else '138' || lpad(g::text, 8, '0') end,
     case when g <= 5 then '110105194912310021' else '11010519491231002X' end, case when g <= 3 then '张 三' else '张三' end, g,
     date '1990-01-01' - case when g <= 2 then 40000 else 0 end, case when g <= 4 then 99 else 1 end,
     timestamp '2026-01-10' + case when g <= 6 then interval '9 days' else interval '0' end, date '2026-01-08' from generate_series(1, 60) g;
   insert into person select * from person where emp_id in ('E059', 'E060');
   create table org (org_id int primary key, name text); insert into org values (1, '总部');
   create table few (id int, mobile text); insert into few select g, null from generate_series(1, 5) g;
   comment on table person is '员工花名册'; comment on column person.mobile is '手机号码';`,
);
const calls = new QualityCalls(app);
let steward: Send;
const PERMS = [
  'quality:rule:list',
  'quality:rule:add',
  'quality:rule:edit',
  'quality:rule:detail',
  'quality:rule:remove',
  'quality:rule:run',
  'quality:report:list',
  'quality:report:detail',
  'quality:job:list',
  'quality:job:add',
  'quality:job:run',
  'quality:job:pause',
  'quality:job:resume',
  'quality:log:list',
  'quality:stat:list',
  'metadata:datacolumn:list',
  'metadata:datasource:list',
];

beforeAll(async () => {
  calls.sourceId = await source.register();
  await sealColumns(app, calls.sourceId, 'mobile', 'id_card_no', 'nick', 'birthday');
  await app.database.db.updateTable('metadataSource').set({ isShared: '1' }).where('id', '=', calls.sourceId).execute();
  steward = app.as((await app.make.user({ perms: PERMS })).token);
});

test('a rule is kept with its sentence and its statement', async () => {
  const id = await calls.make(steward, 'person', 'mobile', 'integrity_key');
  const { data } = await steward('GET', `/data/quality/checkRules/${id}`);
  expect(data).toMatchObject({ status: '1', ruleTable: 'person', ruleColumn: 'mobile', ruleTypeName: '完整性', ruleProblem: null });
  expect(data.ruleSentence).toContain('手机号码');
  expect(data.ruleSql).toMatch(/^select count/i);
});

test('one batch finds what is wrong, also in columns that its owner sees masked, in one statement per table', async () => {
  const started = new Date();
  const expected = {
    [await calls.make(steward, 'person', 'mobile', 'integrity_key')]: 12,
    [await calls.make(steward, 'person', 'id_card_no', 'accuracy_id_card')]: 5,
    [await calls.make(steward, 'person', 'emp_id', 'unique_key')]: 2,
    [await calls.make(steward, 'person', 'nick', 'accuracy_no_space')]: 3,
    [await calls.make(steward, 'person', 'hours', 'accuracy_range', { config: { accuracy: { max: '50' } } })]: 12,
    [await calls.make(steward, 'person', 'etl_time', 'consistent_columns', {
      config: { consistent: { columnId: await calls.column('person', 'paid'), operator: 'le', days: 7 } },
    })]: 6,
  };
  const orphan = await calls.make(steward, 'person', 'org_id', 'relevance_key', {
    config: { relevance: { relatedTableId: await calls.table('org'), relatedColumnId: await calls.column('org', 'org_id') } },
  });
  const ids = Object.keys(expected);
  const { ended, of, batch } = await calls.run(steward, ...ids, orphan);
  expect(ended).toMatchObject({ state: 'done', failCount: 7, errorCount: 0 });
  for (const id of ids) expect([of(id).ruleName, of(id).checkErrorCount, of(id).state]).toEqual([of(id).ruleName, expected[id], 'fail']);
  expect(of(ids[0]!).checkTotalCount).toBe(62);
  expect(of(orphan).checkErrorCount).toBe(4);
  const history = await app.database.db
    .selectFrom('metadataSqlHistory')
    .select('sqlText')
    .where('purpose', '=', 'quality')
    .where('createTime', '>=', started)
    .execute();
  // one scan, and the join of the reference
  expect(history).toHaveLength(2);
  const log = await steward('GET', `/data/quality/scheduleLogs/page?executeBatch=${batch}`);
  expect(log.data.total).toBe(7);
});

test('rows are read when somebody looks, masked for who looks', async () => {
  const id = await calls.make(steward, 'person', 'id_card_no', 'accuracy_id_card');
  const { of } = await calls.run(steward, id);
  const { data } = await steward('GET', `/data/quality/checkReports/${of(id).id}/rows?pageSize=50`);
  expect(data.rows).toHaveLength(5);
  expect(data.columns.map(({ name, isMasked }: { name: string; isMasked: boolean }) => [name, isMasked])).toEqual([
    ['emp_id', false],
    ['id_card_no', true],
  ]);
  expect(data.rows[0][0]).toBe('E001');
  expect(data.rows[0][1]).not.toContain('19491231');
});

describe('values of masked columns are not spelt by counts', () => {
  test('a range over one is refused at save and on trial, with 422', async () => {
    const body = await calls.body('person', 'birthday', 'accuracy_range', { config: { accuracy: { min: '1940-01-01' } } });
    for (const path of ['/data/quality/checkRules', '/data/quality/checkRules/preview'])
      expect(await steward('POST', path, body)).toMatchObject({ status: 422, error: 'gate.refused' });
  });
  test('so is a filter over one on a rule without a value', async () => {
    const body = await calls.body('person', 'hours', 'integrity_key', { config: { filter: "[birthday] > '1990-01-01'" } });
    expect((await steward('POST', '/data/quality/checkRules', body)).status).toBe(422);
  });
  test('over few rows nothing is told: the rule is skipped, and the others of the table are not', async () => {
    const [hidden, clear] = [
      await calls.make(steward, 'few', 'mobile', 'integrity_key'),
      await calls.make(steward, 'few', 'id', 'integrity_key'),
    ];
    const { of } = await calls.run(steward, hidden, clear);
    expect(of(hidden)).toMatchObject({ state: 'skip', checkErrorCount: null });
    expect(of(clear)).toMatchObject({ state: 'pass', checkTotalCount: 5 });
  });
});

test('who may not query the table is refused on trial, and the plan says that it could not run', async () => {
  await app.database.db.updateTable('metadataSource').set({ isShared: '0' }).where('id', '=', calls.sourceId).execute();
  try {
    const user = await app.make.user({ perms: PERMS });
    const granted = await app.admin('POST', '/data/metadata/authorizes', {
      objectType: 'database',
      objectId: calls.sourceId,
      subjectType: 'user',
      subjectId: user.id,
      actions: ['meta'],
    });
    expect([granted.status, granted.msg]).toEqual([200, granted.msg]);
    const as = app.as(user.token);
    const body = await calls.body('person', 'hours', 'integrity_key');
    expect(await as('POST', '/data/quality/checkRules/preview', body)).toMatchObject({ status: 422, error: 'gate.refused' });
    const made = await as('POST', '/data/quality/checkRules', body);
    expect(made.status).toBe(200);
    const { of, ended } = await calls.run(as, made.data.id);
    expect(of(made.data.id)).toMatchObject({ state: 'error' });
    expect(of(made.data.id).checkResult).toContain('规则负责人没有查询权限');
    expect(ended).toMatchObject({ state: 'error', failCount: 0 });
  } finally {
    await app.database.db.updateTable('metadataSource').set({ isShared: '1' }).where('id', '=', calls.sourceId).execute();
  }
});

test.each([
  ['select emp_id from person; drop table person'],
  ["select pg_read_file('/etc/passwd') from person"],
  ['select 1 from person; select 2 from person'],
  ['select * from nowhere'],
  ['delete from person'],
])('a statement of a person that is more than one reading query is refused at save: %s', async (sql) => {
  const body = await calls.body('person', null, 'custom_sql', { config: { custom: { sql } } });
  const answer = await steward('POST', '/data/quality/checkRules', body);
  expect(answer).toMatchObject({ status: 422, error: 'gate.refused' });
  // the place that is to blame
  if (sql.includes(';')) expect(answer.body.data.position.offset).toBeGreaterThan(sql.indexOf(';'));
});

test('rows that a statement of its owner finds are bad', async () => {
  const id = await calls.make(steward, 'person', null, 'custom_sql', {
    config: { custom: { sql: 'select emp_id from person where hours > 58' } },
  });
  const { of } = await calls.run(steward, id);
  expect(of(id)).toMatchObject({ state: 'fail', checkErrorCount: 4, checkTotalCount: 62 });
});

describe('a plan', () => {
  const plan = async (over: Record<string, unknown>) => {
    const made = await steward('POST', '/data/quality/checkJobs', { jobName: `计划${Math.random()}`, triggerKind: 'api', ...over });
    expect([made.status, made.msg]).toEqual([200, made.msg]);
    return made.data.id as string;
  };
  test('blocks a pipeline by a strong rule that fails, and warns by a weak one', async () => {
    const weak = await calls.make(steward, 'person', 'mobile', 'integrity_key');
    const strong = await calls.make(steward, 'person', 'emp_id', 'unique_key', { ruleStrength: '2' });
    const run = async (...ruleIds: string[]) =>
      (await steward('POST', `/data/quality/checkJobs/${await plan({ ruleIds })}/run?wait=60`)).data;
    expect(await run(weak, strong)).toMatchObject({ passed: false, blocked: true });
    expect(await run(weak)).toMatchObject({ passed: true, blocked: false, warned: true });
  });
  test('that is a text of no plan is refused, and the family reads the same rows', async () => {
    const ruleIds = [await calls.make(steward, 'person', 'emp_id', 'unique_key')];
    const bad = { jobName: '错', triggerKind: 'cron', cronExpression: 'x', ruleIds };
    expect((await steward('POST', '/data/quality/checkJobs', bad)).status).toBe(400);
    const id = await plan({ triggerKind: 'cron', cronExpression: '0 0 2 * * ?', ruleIds });
    const { data } = await steward('GET', `/data/quality/scheduleJobs/${id}`);
    expect(data).toMatchObject({ id, beanName: 'quality.run', status: '1', ruleCount: 1 });
    expect((await steward('POST', `/data/quality/scheduleJobs/pause/${id}`)).status).toBe(200);
    expect((await steward('GET', `/data/quality/scheduleJobs/${id}`)).data.status).toBe('0');
    expect((await steward('POST', `/data/quality/scheduleJobs/resume/${id}`)).status).toBe(200);
  });
});

test('sums of a day equal its rows', async () => {
  const id = await calls.make(steward, 'person', 'mobile', 'integrity_key');
  await calls.run(steward, id);
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const of = async (name: string) => (await steward('GET', `/data/quality/checkReports/${name}?checkDate=${day}`)).data;
  const [bySource, byType, detail] = [await of('getReportBySource'), await of('getReportByType'), await of('getReportDetail')];
  expect(Object.keys(detail)).toEqual(['unique', 'integrity', 'accuracy', 'consistent', 'relevance', 'timeliness', 'conform']);
  const errors = (rows: { checkErrorCount: number | null }[]) => rows.reduce((sum, row) => sum + (row.checkErrorCount ?? 0), 0);
  const all = errors(Object.values<{ checkErrorCount: number | null }[]>(detail).flat());
  expect(all).toBeGreaterThan(0);
  expect([errors(bySource), errors(byType)]).toEqual([all, all]);
  const types = (await steward('GET', '/data/quality/ruleTypes/report/list')).data;
  const latest = (await steward('GET', '/data/quality/checkReports/page?latest=1&pageSize=200')).data;
  expect(errors(types)).toBe(errors(latest.data));
});

test('out of reach is not found, without the right is refused', async () => {
  const id = await calls.make(app.admin, 'person', 'emp_id', 'unique_key');
  const { of } = await calls.run(app.admin, id);
  const other = app.as((await app.make.user({ perms: PERMS, dataScope: '5' })).token);
  for (const path of [
    `/data/quality/checkRules/${id}`,
    `/data/quality/checkReports/${of(id).id}`,
    `/data/quality/checkReports/${of(id).id}/rows`,
  ])
    expect([path, (await other('GET', path)).status]).toEqual([path, 404]);
  const nobody = app.as((await app.make.user({ perms: [] })).token);
  expect((await nobody('GET', '/data/quality/checkRules/page')).status).toBe(403);
  expect((await nobody('GET', '/data/quality/runs/page')).status).toBe(403);
});

test('who answers for a table reaches its rules and results, wherever who wrote them works', async () => {
  const id = await calls.make(app.admin, 'org', 'name', 'integrity_key');
  const { of } = await calls.run(app.admin, id);
  const owner = await app.make.user({ perms: PERMS, dataScope: '5' });
  const as = app.as(owner.token);
  const table = await calls.table('org');
  const reached = async () => [
    (await as('GET', `/data/quality/checkRules/${id}`)).status,
    (await as('GET', `/data/quality/checkReports/${of(id).id}`)).status,
    (await as('GET', `/data/quality/scheduleLogs/page?executeBatch=${of(id).checkBatch}`)).data.total,
    (await as('POST', '/data/quality/checkRules/run', { ids: [id] })).status,
  ];
  expect(await reached()).toEqual([404, 404, 0, 404]);
  const give = (ownerId: string | null) => app.database.db.updateTable('metadataTable').set({ ownerId }).where('id', '=', table).execute();
  await give(owner.id);
  expect(await reached()).toEqual([200, 200, 1, 200]);
  const { data } = await as('GET', '/data/quality/checkRules/page?pageSize=200');
  // rules over tables of others stay out
  expect(data.data.map((row: { ruleTable: string }) => row.ruleTable)).toEqual(data.data.map(() => 'org'));
  await give(null);
  expect((await as('GET', `/data/quality/checkRules/${id}`)).status).toBe(404);
});

test('who answers for a department makes, changes, copies and deletes rules over shared sources, which a source of others is not', async () => {
  const { id: dept } = await app.make.dept();
  const keeper = app.as((await app.make.user({ perms: PERMS, dataScope: '4', deptId: dept })).token);
  const body = await calls.body('person', 'nick', 'integrity_key');
  const { data, status } = await keeper('POST', '/data/quality/checkRules', body);
  expect(status).toBe(200);
  const path = `/data/quality/checkRules/${data.id}`;
  expect((await keeper('PUT', path, { ...body, remark: '改', version: 0 })).status).toBe(200);
  expect((await keeper('POST', '/data/quality/checkRules/preview', body)).data).toMatchObject({ state: 'pass' });
  const columnId = await calls.column('person', 'birthday');
  const copied = await keeper('POST', '/data/quality/checkRules/copy', {
    ids: [data.id],
    targets: [{ tableId: body.ruleTableId, columnId }],
  });
  expect(copied.data.results[0].state).toBe('made');
  expect((await keeper('POST', '/data/quality/checkRules/status', { ids: [data.id], status: '0' })).status).toBe(200);
  expect((await keeper('DELETE', `/data/quality/checkRules/batch/${data.id},${copied.data.results[0].copyId}`)).status).toBe(200);
  await app.database.db.updateTable('metadataSource').set({ isShared: '0' }).where('id', '=', calls.sourceId).execute();
  try {
    const refused = await keeper('POST', '/data/quality/checkRules', { ...body, ruleName: '不可见的数据源' });
    expect([refused.status, refused.error]).toEqual([404, 'entity.notFound']);
  } finally {
    await app.database.db.updateTable('metadataSource').set({ isShared: '1' }).where('id', '=', calls.sourceId).execute();
  }
});
