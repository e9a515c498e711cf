import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { seedCompany } from './company.ts';
import { DEMO_FORMS } from './forms-list.ts';
import { fillForms, roundOf } from './forms.ts';
import { accountOf } from './governance-calls.ts';
import type { Work } from './governance-work.ts';

const app = startApp({ managed: true });
const db = () => app.database.db;
const TASKS = '/data/filling/tasks';
let work!: Work;

const as = async (username: string) => {
  const { id } = await db().selectFrom('sysUser').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  return app.as(await app.make.token(id));
};
const standings = async (username: string) => (await (await as(username))('GET', `${TASKS}/page?pageSize=50`)).data.data;
const records = () => db().selectFrom('fillingRecord').select(['id', 'formId', 'flowStatus', 'submitterId']).orderBy('id').execute();

beforeAll(async () => {
  await seedCompany(app.node.app, db());
  const [chief, steward] = [await accountOf(app.node.app, 'gov_admin'), await accountOf(app.node.app, 'data_steward')];
  const users = await db().selectFrom('sysUser').select(['id', 'username']).execute();
  const ids = new Map(users.map(({ id, username }) => [username, id]));
  const { signal } = new AbortController();
  work = { app: app.node.app, sourceId: '', signal, chief: chief!, steward: steward!, idOf: (name) => ids.get(name) ?? null };
  await fillForms(work);
}, 240_000);

it('three departments have forms with a task: one that runs, one of every month, one that has just ended', async () => {
  const [check] = await standings('dept_eng');
  expect(check).toMatchObject({
    taskName: '冬季施工安全检查',
    status: '1',
    standing: { passed: 8, reviewing: 3, returned: 2, overdue: 0 },
  });
  expect(check.standing.waiting).toBeGreaterThan(3);
  const [spend] = await standings('dept_market');
  expect(spend).toMatchObject({ cronExpression: '0 0 9 1 * ?', standing: { passed: 5, reviewing: 2, returned: 1, overdue: 0 } });
  expect(Date.parse(spend.round.end)).toBeGreaterThan(Date.now());
  const [again, staff] = (await standings('dept_hr')).toSorted((a: { id: string }, b: { id: string }) => (a.id > b.id ? -1 : 1));
  expect(staff).toMatchObject({ standing: { passed: 6, reviewing: 0, waiting: 0 } });
  expect(staff.standing.overdue).toBeGreaterThan(2);
  expect(again).toMatchObject({ publishScope: '4', standing: { total: staff.standing.overdue, waiting: staff.standing.overdue } });
  expect(await standings('gov_admin')).toHaveLength(4);
});

it('statistics tell of what was filled in', async () => {
  const head = await as('dept_market');
  const [form] = (await head('GET', '/data/filling/records/forms')).data;
  const { data } = await head('GET', `/data/filling/forms/${form.id}/records/stats`);
  expect(data.total).toBeGreaterThan(3);
});

it('the head of personnel sees contacts of others masked, whoever gave them does not', async () => {
  const head = await as('dept_hr');
  const [form] = (await head('GET', '/data/filling/records/forms')).data;
  const { data } = await head('GET', `/data/filling/forms/${form.id}/records/page?pageSize=50`);
  expect(data.data).toHaveLength(6);
  for (const { values } of data.data) expect(values.urgent_mobile).toMatch(/\*/);
  const filler = app.as(await app.make.token((await records()).find(({ formId }) => formId === form.id)!.submitterId));
  const { data: own } = await filler('GET', '/data/filling/my/records?pageSize=10');
  const mine = (await filler('GET', `/data/filling/forms/${form.id}/records/${own.data[0].id}`)).data;
  expect(mine.values.urgent_mobile).toMatch(/^\d{11}$/);
});

it('is made once; a start that was cut short goes on, and what somebody took away stays away', async () => {
  const before = await records();
  await fillForms(work);
  expect(await records()).toEqual(before);
  // as if the process had ended before the last of them was decided and the rest urged
  // as if the process had ended before the last of them handed in and the rest was urged
  const form = await db().selectFrom('fillingForm').select('id').where('formCode', '=', 'safety_check').executeTakeFirstOrThrow();
  const rounds = db().selectFrom('fillingRound as r').innerJoin('fillingTask as t', 't.id', 'r.taskId').where('t.formId', '=', form.id);
  const last = before.findLast(({ formId }) => formId === form.id)!;
  await db().deleteFrom('fillingRecord').where('id', '=', last.id).execute();
  await fillForms(work);
  expect(await records()).toHaveLength(before.length - 1);
  await db().updateTable('fillingRoundPerson').set({ urgeTime: null }).where('roundId', 'in', rounds.select('r.id')).execute();
  await fillForms(work);
  const after = await records();
  expect(after).toHaveLength(before.length);
  expect(after.at(-1)).toMatchObject({ submitterId: last.submitterId, flowStatus: last.flowStatus });
  await db().updateTable('fillingForm').set({ deletedAt: new Date() }).where('id', '=', form.id).execute();
  await fillForms(work);
  expect(await standings('dept_eng')).toEqual([]);
});

it('a round of every month has begun and is open on every day of the year; on the first of a month the next one takes over', () => {
  const monthly = DEMO_FORMS.find(({ hours }) => hours === null)!;
  for (let day = 0; day < 366; day++) {
    const now = new Date(Date.UTC(2027, 0, 1, 1, 30) + day * 86_400_000);
    const { begin, end } = roundOf(monthly, now);
    expect([begin < now, now < end || now.getUTCDate() === 1], now.toISOString()).toEqual([true, true]);
  }
});
