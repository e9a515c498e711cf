import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { readBook } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { multipart } from '#kit/test/multipart.ts';
import { startApp, startNode, testSettings, type Send } from '#kit/test/app.ts';
import type { MyTask, Standing } from '../../contract/task.ts';
import { followRounds } from './rounds.ts';

const app = startApp({ managed: true });
const HOUR = 3_600_000;
const base = '/data/filling/tasks';
const START = new Date('2026-11-02T02:00:00.000Z');
const schema = { layout: [{ id: 'f1', type: 'input', key: 'site', label: '地点', required: true }] };
let formId = '';
let deptId = '';
let childId = '';
let member!: { id: string; send: Send };
let below!: { id: string; send: Send };
let stranger!: { id: string; send: Send };

const at = (hours: number) => new Date(START.getTime() + hours * HOUR);
/** Moves the clock; sessions go on. */
const go = async (hours: number) => {
  app.clock.now = at(hours);
  await app.database.db
    .updateTable('sysSession')
    .set({ lastTime: at(hours), expireTime: at(hours + 24) })
    .execute();
};
const person = async (dept: string) => {
  const user = await app.make.user({ perms: [], deptId: dept });
  return { id: user.id, send: app.as(user.token) };
};
const follow = (on = app.node.app) =>
  followRounds.run({
    runId: 'r',
    app: on,
    params: {},
    dueTime: app.clock.now,
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
  });
const body = (over: object = {}) => ({
  formId,
  publishScope: '2',
  targets: [deptId],
  withBelow: '1',
  begin: at(-1).toISOString(),
  end: at(48).toISOString(),
  repeat: 'once',
  remindHours: [24],
  ...over,
});
async function started(over: object = {}): Promise<string> {
  const made = await app.admin('POST', base, body(over));
  expect(made.status, made.msg).toBe(200);
  const begun = await app.admin('POST', `${base}/${made.data.id}/start`);
  expect(begun.status, begun.msg).toBe(200);
  return made.data.id;
}
const submit = (who: Send, over: object = {}) => who('POST', `/data/filling/forms/${formId}/records`, { values: { site: 'A' }, ...over });
const mine = async (who: Send): Promise<Partial<MyTask>[]> => (await who('GET', '/data/filling/my')).data;
const progress = async (id: string, query = '') => (await app.admin('GET', `${base}/${id}/progress${query}`)).data;
const messages = async (userId: string) =>
  (await app.database.db.selectFrom('sysMessage').select('title').where('accountId', '=', userId).orderBy('id').execute()).map(
    (m) => m.title,
  );
const sumOf = (one: Standing) => one.passed + one.reviewing + one.returned + one.waiting + one.overdue;

beforeAll(async () => {
  app.clock.now = START;
  deptId = (await app.make.dept({ deptName: '工程部' })).id;
  childId = (await app.make.dept({ deptName: '一分部', parentId: deptId })).id;
  [member, below, stranger] = [await person(deptId), await person(childId), await person((await app.make.dept({ deptName: '财务部' })).id)];
  const made = await app.admin('POST', '/data/filling/forms', { formCode: 'monthly', formName: '月度检查', schema });
  expect(made.status, made.msg).toBe(200);
  formId = made.data.id;
  expect((await app.admin('POST', `/data/filling/forms/${formId}/publish`, { version: 0 })).status).toBe(200);
});
beforeEach(async () => {
  await go(0);
  await sql`update filling_task set status = '2', next_time = null`.execute(app.database.db);
});

describe('a task', () => {
  it('reaches who it is for and nobody else; the figures are its audience; after the end nothing is taken', async () => {
    const id = await started();
    expect((await mine(member.send)).map((one) => one.taskId)).toContain(id);
    expect((await mine(below.send)).map((one) => one.taskId)).toContain(id);
    expect(await mine(stranger.send)).toEqual([]);
    expect(await progress(id)).toMatchObject({ total: 2, waiting: 2, passed: 0, departments: [{ total: 1 }, { total: 1 }] });
    const kept = await submit(member.send);
    expect(kept.status, kept.msg).toBe(200);
    const stand = await progress(id);
    expect(stand).toMatchObject({ total: 2, passed: 1, waiting: 1 });
    expect(stand.departments.map(sumOf)).toEqual(stand.departments.map((one: Standing) => one.total));
    expect((await app.database.pool.query('select round_id from managed.df_monthly')).rows).toEqual([{ round_id: stand.round.id }]);
    await go(49);
    const late = await submit(below.send);
    expect(late).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(late.msg).toContain('已截止');
    expect(await submit(below.send, { roundId: stand.round.id })).toMatchObject({ status: 422, error: 'rule.broken' });
    const change = await member.send('PUT', `/data/filling/forms/${formId}/records/${kept.data.id}`, { values: { site: 'B' }, version: 0 });
    expect(change).toMatchObject({ status: 422, error: 'rule.broken' });
    const over = await progress(id);
    expect(over).toMatchObject({ total: 2, passed: 1, waiting: 0, overdue: 1 });
    expect((await submit(stranger.send)).status).toBe(200);
    expect((await submit(stranger.send, { roundId: stand.round.id })).status).toBe(404);
  });

  it('goes out as a workbook: its departments, and everybody with how they stand', async () => {
    const id = await started();
    expect((await submit(member.send)).status).toBe(200);
    const { raw, status } = await app.admin('POST', `${base}/${id}/progress/export`, {});
    expect(status).toBe(200);
    const book = await readBook(raw, () => 1000);
    const cells = (name: string) => book.get(name)!.rows.map((row) => row.cells);
    expect(cells('按部门').map((row) => row.slice(0, 4))).toEqual(
      expect.arrayContaining([
        ['部门', '负责人', '应填', '已完成'],
        ['工程部', null, 1, 1],
        ['一分部', null, 1, 0],
      ]),
    );
    expect(
      cells('名单')
        .slice(1)
        .map((row) => row[3])
        .toSorted(),
    ).toEqual(['已完成', '待填']);
    expect((await member.send('POST', `${base}/${id}/progress/export`, {})).status).toBe(403);
  });

  it('takes a workbook for its round where people give many records, from its members alone', async () => {
    const importer = await app.make.user({ perms: ['filling:record:import'], deptId });
    const chunks: Uint8Array[] = [];
    const columns = ['编号', '地点*'].map((title) => ({ title, width: 12 }));
    const rows = [
      ['1', '甲站'],
      ['2', '乙站'],
    ];
    for await (const chunk of workbook([{ name: '填报数据', columns, rows }])) chunks.push(chunk);
    const file = multipart('月度检查.xlsx', Buffer.concat(chunks));
    const take = (roundId: string, who: Send = app.as(importer.token)) =>
      who('POST', `/data/filling/forms/${formId}/rounds/${roundId}/import?commit=1`, ...file);
    const single = await progress(await started());
    expect(await take(single.round.id)).toMatchObject({ status: 422, error: 'rule.broken' });
    await sql`update filling_task set status = '2'`.execute(app.database.db);
    const id = await started({ repeat: 'many' });
    const { round } = await progress(id);
    expect((await take(round.id, app.admin)).status).toBe(404);
    const taken = await take(round.id);
    expect(taken.data, taken.msg).toMatchObject({ total: 2, valid: 2 });
    const people = (await app.admin('GET', `${base}/${id}/people?pageNum=1&pageSize=50`)).data.data;
    expect(people.find((one: { userId: string }) => one.userId === importer.id)).toMatchObject({ state: 'passed', recordCount: 2 });
    await go(49);
    expect(await take(round.id)).toMatchObject({ status: 422, error: 'rule.broken' });
    await sql`update sys_user set status = '0' where id = ${importer.id}`.execute(app.database.db);
  });

  it('follows its audience: whoever joins the department belongs to it, whoever leaves does not', async () => {
    const id = await started();
    const late = await person(childId);
    expect(await progress(id)).toMatchObject({ total: 3, waiting: 3 });
    expect((await mine(late.send)).map((one) => one.taskId)).toContain(id);
    await sql`update sys_user set status = '0' where id = ${late.id}`.execute(app.database.db);
    const stand = await progress(id);
    expect(stand.total).toBe(2);
    expect(sumOf(stand)).toBe(2);
  });

  it('takes one record of a person where one is asked for, of two at once too, and any number otherwise', async () => {
    await started();
    const both = await Promise.all([submit(member.send), submit(member.send)]);
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 422]);
    await sql`update filling_task set status = '2'`.execute(app.database.db);
    const id = await started({ repeat: 'many' });
    for (const _ of [1, 2, 3]) expect((await submit(member.send)).status).toBe(200);
    expect((await mine(member.send)).find((one) => one.taskId === id)).toMatchObject({ state: 'passed', recordCount: 3 });
    expect(await progress(id)).toMatchObject({ passed: 1 });
  });

  it('does not take anything before it begins, and gives a form to people whom the form itself is not for', async () => {
    const { version, formCode, formName } = (await app.admin('GET', `/data/filling/forms/${formId}`)).data;
    const put = (over: object, v: number) => app.admin('PUT', `/data/filling/forms/${formId}`, { version: v, formCode, formName, ...over });
    expect((await put({ publishScope: '4', targets: [stranger.id] }, version)).status).toBe(200);
    expect((await submit(member.send)).status).toBe(404);
    const id = await started({ begin: at(2).toISOString() });
    expect(await mine(member.send)).toEqual([]);
    expect(await submit(member.send)).toMatchObject({ status: 422, error: 'rule.broken' });
    await go(3);
    await follow();
    expect((await submit(member.send)).status).toBe(200);
    expect((await app.admin('POST', `${base}/${id}/stop`)).status).toBe(200);
    expect((await submit(below.send)).status).toBe(404);
    expect(await mine(below.send)).toEqual([]);
    expect((await put({ publishScope: '1', targets: [] }, version + 1)).status).toBe(200);
  });

  it('is a to-do until it is done, and a message once', async () => {
    const id = await started({ taskName: '待办任务' });
    const todo = async (who: Send) =>
      (await who('GET', '/system/home')).data.todos.find((one: { kind: string }) => one.kind === 'filling.task');
    const shown = await todo(below.send);
    expect(JSON.stringify(shown)).toContain('待办任务');
    expect(await messages(below.id)).toContain('请填报：待办任务');
    expect(await messages(stranger.id)).not.toContain('请填报：待办任务');
    expect((await submit(below.send)).status).toBe(200);
    expect(JSON.stringify((await todo(below.send)) ?? '')).not.toContain('待办任务');
    expect((await progress(id)).passed).toBe(1);
  });
});

describe('rounds of a plan', () => {
  it('begin once however many nodes look, take over what was given before, and end', async () => {
    const id = await started({
      cronExpression: '0 0 9 * * ?',
      durationHours: 10,
      end: at(240).toISOString(),
      carryOver: '1',
      remindHours: [2],
    });
    expect((await progress(id)).rounds).toEqual([]);
    const other = await startNode(app.connection, testSettings(app.node.app.settings.dataDir), app.clock, { seed: async () => undefined });
    try {
      await go(24);
      await Promise.all([follow(), follow(other.app), follow(), follow(other.app)]);
      const first = await progress(id);
      expect(first.rounds).toHaveLength(1);
      // 09:00 in China to 19:00
      expect(first.round).toMatchObject({ roundNo: 1, begin: '2026-11-03T01:00:00.000Z', end: '2026-11-03T11:00:00.000Z' });
      expect((await submit(member.send, { roundId: first.round.id })).status).toBe(200);
      await go(32.5);
      await Promise.all([follow(), follow(other.app)]);
      await follow();
      expect((await messages(below.id)).filter((title) => title === '即将截止：月度检查')).toHaveLength(1);
      expect((await messages(member.id)).filter((title) => title === '即将截止：月度检查')).toHaveLength(0);
      await go(34);
      await Promise.all([follow(), follow(other.app)]);
      expect((await messages(below.id)).filter((title) => title === '已逾期：月度检查')).toHaveLength(1);
      // two days nothing ran: of the rounds that were missed only the one that is still open begins
      await go(24 * 4);
      await follow();
      const later = await progress(id);
      expect(later.rounds).toHaveLength(2);
      expect(later).toMatchObject({ total: 2, waiting: 2 });
      expect(await progress(id, `?roundId=${first.round.id}`)).toMatchObject({ passed: 1, overdue: 1 });
      const round = (await member.send('GET', `/data/filling/my/rounds/${later.round.id}`)).data;
      expect(round.previous).toMatchObject({ roundNo: 1, values: { site: 'A' } });
      expect((await stranger.send('GET', `/data/filling/my/rounds/${later.round.id}`)).status).toBe(404);
    } finally {
      await other.stop();
    }
  });

  it('are refused where none would come, and a started plan is not changed under its people', async () => {
    expect(await app.admin('POST', base, body({ cronExpression: '0 0 9 30 2 ?', durationHours: 8 }))).toMatchObject({ status: 400 });
    expect(await app.admin('POST', base, body({ cronExpression: '0 0 9 * * ?' }))).toMatchObject({ status: 400 });
    expect(await app.admin('POST', base, body({ end: at(-2).toISOString() }))).toMatchObject({ status: 400 });
    const id = await started();
    const { version } = (await app.admin('GET', `${base}/${id}`)).data;
    const moved = await app.admin('PUT', `${base}/${id}`, { ...body({ begin: at(5).toISOString() }), version });
    expect(moved).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(await app.admin('DELETE', `${base}/${id}`)).toMatchObject({ status: 422 });
    expect(await app.admin('PUT', `${base}/${id}`, { ...body(), version: version - 1 })).toMatchObject({ status: 409 });
  });
});

describe('who looks after a task', () => {
  it('sees who has not filled in and urges them once an hour', async () => {
    const id = await started({ taskName: '催办任务' });
    expect((await submit(member.send)).status).toBe(200);
    const undone = (await app.admin('GET', `${base}/${id}/people?state=undone`)).data;
    expect(undone.data).toMatchObject([{ userId: below.id, state: 'waiting', urgeCount: 0 }]);
    const both = await Promise.all([app.admin('POST', `${base}/${id}/urge`, {}), app.admin('POST', `${base}/${id}/urge`, {})]);
    expect(both.map((one) => one.data.urged).toSorted()).toEqual([0, 1]);
    await go(0.5);
    expect((await app.admin('POST', `${base}/${id}/urge`, { userIds: [below.id, member.id] })).data).toEqual({ urged: 0, skipped: 1 });
    await go(1.1);
    expect((await app.admin('POST', `${base}/${id}/urge`, { userIds: [below.id] })).data).toEqual({ urged: 1, skipped: 0 });
    expect((await messages(below.id)).filter((title) => title === '催办：催办任务')).toHaveLength(2);
    await go(50);
    expect(await app.admin('POST', `${base}/${id}/urge`, {})).toMatchObject({ status: 422 });
    const { round } = await progress(id);
    const longer = await app.admin('POST', `${base}/${id}/postpone`, { roundId: round.id, end: at(72).toISOString() });
    expect(longer.status, longer.msg).toBe(200);
    expect((await submit(below.send)).status).toBe(200);
  });

  it('needs the permission, and addresses only its own data scope', async () => {
    const id = await started();
    for (const path of ['progress', 'people']) expect((await member.send('GET', `${base}/${id}/${path}`)).status).toBe(403);
    for (const path of ['start', 'stop', 'urge']) expect((await member.send('POST', `${base}/${id}/${path}`, {})).status).toBe(403);
    const clerk = await app.make.user({
      perms: ['filling:task:list', 'filling:task:add', 'filling:form:list'],
      dataScope: '3',
      deptId: childId,
    });
    expect((await app.as(clerk.token)('GET', `${base}/${id}/progress`)).status).toBe(404);
    expect((await app.as(clerk.token)('GET', `${base}/page`)).data.data).toEqual([]);
    expect((await app.as(clerk.token)('POST', base, body())).status).toBe(400);
  });

  it('removes a task, has it back, and removes it for good; what was filled in stays', async () => {
    const id = await started();
    expect((await submit(member.send)).status).toBe(200);
    const before = Number((await app.database.pool.query('select count(*) as n from filling_record')).rows[0].n);
    await app.admin('POST', `${base}/${id}/stop`);
    expect((await app.admin('DELETE', `${base}/${id}`)).status).toBe(200);
    expect((await app.admin('GET', `${base}/${id}`)).status).toBe(404);
    const restored = await app.admin('POST', '/system/recycle/restore', { items: [{ entity: 'fillingTask', id }] });
    expect(restored.status, restored.msg).toBe(200);
    expect((await app.admin('GET', `${base}/${id}`)).status).toBe(200);
    await app.admin('DELETE', `${base}/${id}`);
    const purged = await app.admin('POST', '/system/recycle/purge', { items: [{ entity: 'fillingTask', id }] });
    expect(purged.status, purged.msg).toBe(200);
    expect(Number((await app.database.pool.query('select count(*) as n from filling_record')).rows[0].n)).toBe(before);
  });
});
