import { statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { detachedCtx } from '#kit/server/detached.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { asDataSet, storedSet } from '../sets/load.ts';
import { chartOf, storeBoard, tileOf } from '../engine/test-documents.ts';
import { READING_ROUTE } from '../sets/reading.ts';
import { extractFor, readExtract } from './index.ts';
import { extractPlanned } from './plan.ts';
import { EXTRACT_JOB, recoverExtracts } from './progress.ts';

const app = startApp();
const source = testSource(
  app,
  `create table event (id int primary key, city text, amt numeric(12,2), at timestamp, phone text);
   insert into event select g, case when g % 2 = 0 then '杭州' else '北京' end, g + 0.25, timestamp '2026-01-01' + g * interval '1 hour', '1380000' || g
   from generate_series(1, 100) g`,
);
const BASE = '/data/visual/dataSets';
const MAKES = ['visual:set:list', 'visual:set:detail', 'visual:set:add', 'visual:set:edit', 'visual:set:preview'];
let sourceId = '';
let tableId = '';
const field = (id: string, type = 'string', role = 'dimension') => ({ id, name: id, role, type });
const FIELDS = [field('id', 'number'), field('city'), field('amt', 'number', 'measure'), field('at', 'datetime')];
const model = (extract: Record<string, unknown> | null, over: Record<string, unknown> = {}) => ({
  v: 1,
  origin: { kind: 'table', table: { schema: 'public', table: 'event' } },
  fields: FIELDS,
  extract,
  ...over,
});
const person = async () => {
  const user = await app.make.user({ perms: MAKES, dataScope: '5' });
  return { ...user, call: app.as(user.token) };
};
const grant = (subjectId: string, rowFilter: string | null, actions = ['meta', 'query', 'preview']) =>
  app.admin('POST', '/data/metadata/authorizes', {
    actions,
    sourceId,
    objectType: 'table',
    objectId: tableId,
    subjectType: 'user',
    subjectId,
    rowFilter,
  });
const stateOf = async (id: string) => (await app.admin('GET', `${BASE}/${id}/extract`)).data;
const settled = (id: string) =>
  until(
    () => stateOf(id),
    ({ state }) => state === 'ready' || state === 'failed',
    40_000,
  );
async function extracted(id: string, body: Record<string, unknown> = {}) {
  expect((await app.admin('POST', `${BASE}/${id}/extract/run`, body)).status).toBe(200);
  const state = await settled(id);
  expect([state.state, state.message]).toEqual(['ready', null]);
  return state;
}
/** The file that answers for an account, null = live. */
async function fileFor(userId: string, setId: string, purpose?: 'preview' | 'export') {
  const account = await loadAccount(app.database.db, userId);
  const { ctx } = detachedCtx(app.node.app, {
    user: account!,
    route: READING_ROUTE,
    db: app.database.db,
    signal: new AbortController().signal,
    requestId: '',
    ip: '',
    userAgent: '',
  });
  return extractFor(ctx, asDataSet((await storedSet(app.database.db, setId))!), purpose);
}
const rowsOf = async (file: { path: string }, text: string, params: unknown[] = []) =>
  (await readExtract(app.node.app, file.path, { text, params }, { maxRows: 1000, signal: new AbortController().signal })).rows;
const adminId = async () =>
  (await app.database.db.selectFrom('sysUser').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()).id;
async function made(extract: Record<string, unknown> | null, over: Record<string, unknown> = {}): Promise<string> {
  const answer = await app.admin('POST', BASE, { setName: '抽取', sourceId, model: model(extract, over) });
  if (answer.status !== 200) throw new Error(answer.raw.toString());
  return answer.data.id;
}

beforeAll(async () => {
  sourceId = await source.register();
  const row = await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).executeTakeFirstOrThrow();
  tableId = row.id;
});

test('a full extract holds the rows with exact types, and the next one takes its place while the first is read', async () => {
  const id = await made({ mode: 'full' });
  expect(await fileFor(await adminId(), id)).toBeNull();
  const state = await extracted(id);
  expect(state).toMatchObject({ rowCount: '100', isUsable: true });
  const first = (await fileFor(await adminId(), id))!;
  // nobody else on the machine reads it, whatever the masks of the platform's processes were
  for (const path of [first.path, dirname(first.path)]) expect(statSync(path).mode & 0o077, path).toBe(0);
  expect(await rowsOf(first, 'select count(*), sum(amt), min("at") from rows where city = ?', ['杭州'])).toEqual([
    ['50', '2562.5000000000', '2026-01-01 02:00:00'],
  ]);
  await source.sql(`delete from event where id > 90`);
  const reading = rowsOf(first, 'select count(*) from rows, range(0, 200000) r(n) where r.n % 2 = 0');
  await extracted(id);
  expect(await reading).toEqual([['10000000']]);
  const second = (await fileFor(await adminId(), id))!;
  expect(second.snapshot).not.toBe(first.snapshot);
  expect(await rowsOf(second, 'select count(*) from rows')).toEqual([['90']]);
  const runs = (await app.admin('GET', `${BASE}/${id}/extract/runs`)).data;
  expect(runs.data.map((run: { state: string; rowCount: string }) => [run.state, run.rowCount])).toEqual([
    ['success', '90'],
    ['success', '100'],
  ]);
  await until(
    () => readdir(join(first.path, '..')),
    (names) => names.join() === `${second.snapshot}.duckdb`,
  );
}, 120_000);

test('late rows inside the overlap, updates by key and rows deleted in the window', async () => {
  await source.sql(`create table tick (k int, v text, at timestamp); insert into tick values
    (1, 'old', '2026-01-01 10:00'), (2, 'old', '2026-01-01 11:00'), (3, 'gone', '2026-01-01 11:30'), (4, 'no time', null)`);
  await source.sql(`grant select on tick to ${source.reader}`);
  await synchronised(app, sourceId);
  const id = await made(
    { mode: 'incremental', watermark: 'at', overlap: 3600, key: ['k'] },
    {
      origin: { kind: 'table', table: { schema: 'public', table: 'tick' } },
      fields: [field('k', 'number'), field('v'), field('at', 'datetime')],
    },
  );
  expect((await extracted(id)).watermark).toBe('2026-01-01 11:30:00');
  await source.sql(`insert into tick values (5, 'late', '2026-01-01 10:45'), (6, 'new', '2026-01-01 13:00'), (7, 'too late', '2026-01-01 09:00');
    update tick set v = 'new', at = '2026-01-01 13:30' where k = 1; delete from tick where k = 3; update tick set v = 'still none' where k = 4`);
  const state = await extracted(id);
  expect(state.watermark).toBe('2026-01-01 13:30:00');
  const file = (await fileFor(await adminId(), id))!;
  expect(await rowsOf(file, 'select k, v from rows order by k')).toEqual([
    ['1', 'new'],
    ['2', 'old'],
    ['4', 'still none'],
    ['5', 'late'],
    ['6', 'new'],
  ]);
  const runs = (await app.admin('GET', `${BASE}/${id}/extract/runs`)).data.data;
  expect(runs.map((run: { mode: string; rowRead: string }) => [run.mode, run.rowRead])).toEqual([
    ['incremental', '5'],
    ['full', '4'],
  ]);
  // what lies before the window comes with a full run
  await extracted(id, { full: true });
  expect(await rowsOf((await fileFor(await adminId(), id))!, 'select count(*) from rows')).toEqual([['6']]);
}, 120_000);

describe('rights', () => {
  test('an extract answers only those whom the gate gives the same rows as its owner', async () => {
    const [north, south, twin, all] = [await person(), await person(), await person(), await person()];
    await grant(north.id, "city = '北京'");
    await grant(twin.id, "city = '北京'");
    await grant(south.id, "city = '杭州'");
    await grant(all.id, null);
    const answer = await north.call('POST', BASE, { setName: '北京', sourceId, isShared: '1', model: model({ mode: 'full' }) });
    const { id } = answer.data;
    expect((await north.call('POST', `${BASE}/${id}/extract/run`, {})).status).toBe(200);
    await settled(id);
    const file = (await fileFor(north.id, id))!;
    expect(await rowsOf(file, 'select distinct city from rows')).toEqual([['北京']]);
    expect((await fileFor(twin.id, id))?.snapshot).toBe(file.snapshot);
    expect(await fileFor(south.id, id)).toBeNull();
    expect(await fileFor(all.id, id)).toBeNull();
    expect(await fileFor((await person()).id, id)).toBeNull();
    // the owner extracts with the own rights, whoever presses the button
    await app.admin('POST', `${BASE}/${id}/extract/run`, {});
    await settled(id);
    expect(await rowsOf((await fileFor(north.id, id))!, 'select distinct city from rows')).toEqual([['北京']]);
  }, 120_000);

  test('rows of an extract leave the platform with those alone who may take them from its source', async () => {
    const exporter = () => app.make.user({ perms: [...MAKES, 'visual:board:preview', 'visual:board:export'], dataScope: '5' });
    const [owner, other] = [await exporter(), await exporter()];
    await grant(owner.id, null);
    await grant(other.id, null, ['meta', 'query', 'export']);
    const call = app.as(owner.token);
    const { data } = await call('POST', BASE, { setName: '导出', sourceId, model: model({ mode: 'full' }) });
    await call('POST', `${BASE}/${data.id}/extract/run`, {});
    await settled(data.id);
    const entityId = await storeBoard(app, { tiles: [tileOf('a', chartOf(data.id, ['city'], ['amt']))] });
    const leave = ({ token }: { token: string }) => app.as(token)('POST', '/data/visual/view/export', { entity: 'board', id: entityId });
    expect(await fileFor(owner.id, data.id, 'preview')).not.toBeNull();
    expect(await fileFor(owner.id, data.id, 'export')).toBeNull();
    expect(await leave(owner)).toMatchObject({ status: 422, msg: expect.stringContaining('导出权限') });
    expect(await fileFor(other.id, data.id, 'export')).not.toBeNull();
    expect((await leave(other)).status).toBe(200);
  }, 120_000);

  test('a column that became sensitive closes the extract at once', async () => {
    const owner = await person();
    await grant(owner.id, null);
    const fields = [...FIELDS, field('phone')];
    const { data } = await owner.call('POST', BASE, { setName: '电话', sourceId, model: model({ mode: 'full' }, { fields }) });
    await owner.call('POST', `${BASE}/${data.id}/extract/run`, {});
    await settled(data.id);
    expect(await fileFor(owner.id, data.id)).not.toBeNull();
    await app.database.db.updateTable('metadataColumn').set({ level: 'L3' }).where('columnName', '=', 'phone').execute();
    expect(await fileFor(owner.id, data.id)).toBeNull();
    await owner.call('POST', `${BASE}/${data.id}/extract/run`, {});
    await settled(data.id);
    const file = (await fileFor(owner.id, data.id))!;
    expect(JSON.stringify(await rowsOf(file, 'select phone from rows limit 5'))).not.toContain('1380000');
  }, 120_000);

  test('text that is run over an extract reaches no file', async () => {
    const id = await made({ mode: 'full' });
    await extracted(id);
    const file = (await fileFor(await adminId(), id))!;
    for (const text of [
      `select * from read_csv('/etc/passwd')`,
      `attach '/tmp/x.duckdb'`,
      'set enable_external_access = true',
      'delete from rows',
    ])
      await expect(rowsOf(file, text)).rejects.toMatchObject({ key: 'rule.broken' });
    expect(await rowsOf(file, 'select count(*) > 0 from rows')).toEqual([[true]]);
  }, 60_000);
});

test('a run whose node was killed is told as interrupted, its leftovers go, and the old snapshot goes on answering', async () => {
  const id = await made({ mode: 'full' });
  await extracted(id);
  const before = (await fileFor(await adminId(), id))!;
  const folder = join(before.path, '..');
  writeFileSync(join(folder, 'part-dead.csv'), 'x');
  const db = app.database.db;
  await db.updateTable('visualExtract').set({ state: 'running' }).where('setId', '=', id).execute();
  await db.insertInto('visualExtractRun').values({ id: 'dead', setId: id, mode: 'full', state: 'running' }).execute();
  await recoverExtracts(app.node.app);
  expect(await stateOf(id)).toMatchObject({ state: 'failed', message: expect.stringContaining('节点已停止') });
  expect((await fileFor(await adminId(), id))?.snapshot).toBe(before.snapshot);
  // a job whose lease ran out is taken up again from the beginning
  await db.insertInto('visualExtractRun').values({ id: 'dead2', setId: id, mode: 'full', state: 'running' }).execute();
  await extracted(id);
  const runs = (await app.admin('GET', `${BASE}/${id}/extract/runs`)).data.data;
  expect(runs.find((run: { id: string }) => run.id === 'dead2')).toMatchObject({ state: 'failed' });
  // the older files go once the new one has its name
  await until(
    () => readdir(folder),
    (names) => names.length === 1,
  );
}, 60_000);

test('a running extract can be cancelled', async () => {
  await source.sql(
    `create view slow as select g as id, g::text as city, 1.5 as amt, now()::timestamp as at from generate_series(1, 400000000) g`,
  );
  await source.sql(`grant select on slow to ${source.reader}`);
  await synchronised(app, sourceId);
  const id = await made({ mode: 'full', maxRows: 20_000_000 }, { origin: { kind: 'table', table: { schema: 'public', table: 'slow' } } });
  await app.admin('POST', `${BASE}/${id}/extract/run`, {});
  await until(
    () => app.node.app.jobs.latest(app.database.db, EXTRACT_JOB, id),
    (job) => job?.state === 'running',
  );
  expect((await app.admin('POST', `${BASE}/${id}/extract/cancel`)).status).toBe(200);
  const state = await until(
    () => stateOf(id),
    (one) => one.state !== 'running',
    30_000,
  );
  expect(state).toMatchObject({ state: 'none', message: '抽取已取消' });
  expect((await app.admin('POST', `${BASE}/${id}/extract/cancel`)).status).toBe(422);
}, 90_000);

test.each([
  ['without a watermark', { mode: 'incremental' }, '增量字段'],
  ['by a text', { mode: 'incremental', watermark: 'city' }, '只能是数值'],
  ['by an unknown key', { mode: 'full', key: ['nope'] }, '不存在'],
  ['every second', { mode: 'full', cron: '* * * * * ?' }, '过密'],
  ['by nonsense', { mode: 'full', cron: 'soon' }, ''],
])('a plan %s is refused', async (_what, extract, words) => {
  const answer = await app.admin('POST', BASE, { setName: '计划', sourceId, model: model(extract) });
  expect(answer.status).toBe(400);
  expect(answer.msg).toContain(words);
});

test('a plan keeps the time of its next run', async () => {
  const id = await made({ mode: 'full', cron: '0 30 2 * * ?' });
  expect(await stateOf(id)).toMatchObject({ state: 'none', nextTime: expect.stringMatching(/T18:30:00/) });
});

test('a due plan starts once however many nodes look', async () => {
  const id = await made({ mode: 'full', cron: '0 30 2 * * ?' });
  await app.database.db
    .updateTable('visualExtract')
    .set({ nextTime: new Date(0) })
    .where('setId', '=', id)
    .execute();
  const started: string[] = [];
  const look = () =>
    extractPlanned.run({
      app: app.node.app,
      runId: 'look',
      params: {},
      dueTime: new Date(),
      signal: new AbortController().signal,
      log: (text) => void started.push(text),
      progress: () => undefined,
    });
  await Promise.all([look(), look(), look()]);
  expect(started).toEqual(['开始抽取“抽取”']);
  expect(await settled(id)).toMatchObject({ state: 'ready', nextTime: expect.stringMatching(/T18:30:00/) });
}, 60_000);

test('an extract that cannot be opened leaves the answer to the source', async () => {
  await source.sql(`create table live (id int, city text, amt int); insert into live values (1, '杭州', 1), (2, '北京', 2)`);
  await source.sql(`grant select on live to ${source.reader}`);
  await synchronised(app, sourceId);
  const id = await made(
    { mode: 'full' },
    { origin: { kind: 'table', table: { schema: 'public', table: 'live' } }, fields: [field('city'), field('amt', 'number', 'measure')] },
  );
  await extracted(id);
  await source.sql('update live set amt = 100 where id = 1');
  const ask = async () => {
    const query = { dataSetId: id, rows: [{ col: 'city' }], measures: [{ col: 'amt', aggregateType: 'sum' }] };
    const answer = await app.admin('POST', '/data/visual/charts/data/parser', query);
    expect(answer, answer.msg).toMatchObject({ status: 200 });
    return answer.data.rows as unknown[][];
  };
  writeFileSync((await fileFor(await adminId(), id))!.path, 'this is no database');
  const live = [
    ['北京', 2],
    ['杭州', 100],
  ];
  expect(await ask()).toEqual(live);
  // many at once neither wait for each other nor fail
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([live, live, live]);
  // the next run makes it whole
  await source.sql('update live set amt = 7 where id = 1');
  await extracted(id);
  expect((await ask()).at(-1)).toEqual(['杭州', 7]);
}, 120_000);

describe('uploaded files', () => {
  const upload = (call: typeof app.admin, name: string, content: Buffer) => call('POST', `${BASE}/files`, ...multipart(name, content));
  test('a CSV becomes a data set without a source; replacing it is a new snapshot; others cannot use the stored name', async () => {
    const sent = await upload(app.admin, '销售.csv', Buffer.from('城市,金额（元）,日期\n杭州,12.5,2026-01-02\n"北,京",7,2026-01-03\n'));
    expect(sent.status).toBe(200);
    const origin = { kind: 'file', fileName: sent.data.fileName, originalName: '销售.csv' };
    const analysed = await app.admin('POST', `${BASE}/analyse`, { origin });
    expect(analysed.data.columns.map(({ id, role, type }: Record<string, string>) => [id, role, type])).toEqual([
      ['城市', 'dimension', 'string'],
      ['金额（元）', 'measure', 'number'],
      ['日期', 'dimension', 'date'],
    ]);
    const fields = analysed.data.columns.map(({ id, name, role, type, agg }: Record<string, string>) => ({ id, name, role, type, agg }));
    const { data } = await app.admin('POST', BASE, { setName: '上传', model: { v: 1, origin, fields } });
    expect((await app.admin('POST', `${BASE}/preview`, { id: data.id })).data.rows).toEqual(
      [
        ['杭州', 12.5, '2026-01-02'],
        ['北,京', 7, '2026-01-03'],
      ].map(([city, amount, day]) => [city, expect.toSatisfy((value: unknown) => Number(value) === amount), day]),
    );
    const thief = await person();
    expect((await thief.call('POST', `${BASE}/analyse`, { origin })).status).toBe(400);
    expect((await thief.call('POST', BASE, { setName: '偷', model: { v: 1, origin, fields } })).status).toBe(400);
    const first = await fileFor(await adminId(), data.id);
    const again = await upload(app.admin, '销售2.csv', Buffer.from('城市,金额（元）,日期\n上海,1,2026-02-01\n'));
    const stored = (await app.admin('GET', `${BASE}/${data.id}`)).data;
    const replaced = {
      ...stored,
      model: { ...stored.model, origin: { ...origin, fileName: again.data.fileName, originalName: '销售2.csv' } },
    };
    expect((await app.admin('PUT', `${BASE}/${data.id}`, replaced)).status).toBe(200);
    const second = (await fileFor(await adminId(), data.id))!;
    expect(second.snapshot).not.toBe(first!.snapshot);
    expect(await rowsOf(second, 'select 城市 from rows')).toEqual([['上海']]);
    expect(statSync(second.path).size).toBeGreaterThan(0);
  }, 90_000);
  test('what is no table is refused with a sentence', async () => {
    expect((await upload(app.admin, '程序.exe', Buffer.from('MZ'))).status).toBe(415);
    expect((await upload(app.admin, '压缩.csv', gzipSync(Buffer.alloc(1000)))).status).toBe(415);
    expect((await upload(app.admin, '库.duckdb', Buffer.from('x'.repeat(100)))).status).toBe(415);
  });
});
