import { afterEach, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { addDays, dayAt } from '../../core/expiry.ts';
import { makeQualification } from '../practicing/make-for-test.ts';
import { expiryTask } from './task.ts';

const app = startApp();
const CODE = 'project:practicingQualification';
const BASE = '/api/project/practicingQualification';
const day = (days: number) => addDays(dayAt(app.clock.now), days);
let runs = 0;
const run = () =>
  expiryTask.run({
    runId: `run${++runs}`,
    app: app.node.app,
    params: { catchUpDays: 30 },
    dueTime: app.clock.now,
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
  });
const heard = async (accountId: string) =>
  app.database.db
    .selectFrom('sysMessage')
    .select(['title', 'text', 'path', 'kind'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute();
const later = (days: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + days * 86_400_000);
};

// sessions end when days pass
const start = new Date();
afterEach(() => {
  app.clock.now = start;
});

describe('reminders of what ends', () => {
  it('go to the person and to those who maintain records of the department, once for each stage', async () => {
    const dept = (await app.make.dept()).id;
    const keeper = await app.make.user({ perms: [`${CODE}:edit`, `${CODE}:list`], deptId: dept, dataScope: '3' });
    const elsewhere = await app.make.user({ perms: [`${CODE}:edit`], deptId: (await app.make.dept()).id, dataScope: '3' });
    const reader = await app.make.user({ perms: [`${CODE}:list`], deptId: dept, dataScope: '3' });
    const person = await app.make.user({ deptId: dept });
    const id = await makeQualification(app, { branchId: dept, userId: person.id, personName: '钱工', validTo: day(29) });
    await makeQualification(app, { branchId: dept, validTo: day(120) });
    await makeQualification(app, { branchId: dept, validTo: day(10), registerStatus: '4' });
    await run();
    const message = { kind: 'expiry', title: '执业资质30天内到期', text: expect.stringContaining('钱工') };
    expect(await heard(keeper.id)).toMatchObject([{ ...message, path: `/project/practicingQualification?open=detail-${id}` }]);
    // the person hears of it, but has no page to be led to
    expect(await heard(person.id)).toMatchObject([{ ...message, path: null }]);
    expect(await heard(elsewhere.id)).toEqual([]);
    expect(await heard(reader.id)).toEqual([]);
    await run();
    later(1);
    await run();
    expect(await heard(keeper.id)).toHaveLength(1);
    later(22);
    await run();
    later(30);
    await run();
    expect((await heard(keeper.id)).map((one) => one.title)).toEqual([
      '执业资质30天内到期',
      '执业资质7天内到期',
      '执业资质已到期',
      '执业资质90天内到期',
    ]);
  });

  it('start anew after a renewal', async () => {
    const dept = (await app.make.dept()).id;
    const keeper = await app.make.user({ perms: [`${CODE}:edit`], deptId: dept, dataScope: '3' });
    const id = await makeQualification(app, { branchId: dept, validTo: day(5) });
    await run();
    await app.admin('POST', `${BASE}/${id}/renew`, { validFrom: day(0), validTo: day(60) });
    await run();
    expect((await heard(keeper.id)).map((one) => one.title)).toEqual(['执业资质7天内到期', '执业资质90天内到期']);
  });

  it('come as one message when there are many', async () => {
    const dept = (await app.make.dept()).id;
    const keeper = await app.make.user({ perms: [`${CODE}:edit`], deptId: dept, dataScope: '3' });
    for (const days of [3, 4, 5, 6, 40]) await makeQualification(app, { branchId: dept, validTo: day(days) });
    await run();
    const messages = await heard(keeper.id);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ title: '5项执业资质到期提醒', path: '/project/practicingQualification?face=calendar' });
  });

  it('do not dig up what ended long ago, and bring stored states up to date', async () => {
    const dept = (await app.make.dept()).id;
    const keeper = await app.make.user({ perms: [`${CODE}:edit`], deptId: dept, dataScope: '3' });
    const id = await makeQualification(app, { branchId: dept, validTo: day(-31) });
    const { db } = app.database;
    await db.updateTable('prjPracticingQualification').set({ certStatus: '1' }).where('id', '=', id).execute();
    await run();
    expect(await heard(keeper.id)).toEqual([]);
    expect(await db.selectFrom('prjPracticingQualification').select('certStatus').where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
      certStatus: '3',
    });
  });
});

describe('the calendar of what ends', () => {
  const calendar = (call = app.admin, query = '') =>
    call('GET', `/api/project/expiryCalendar?from=${day(0)}&to=${day(41)}&entity=practicingQualification${query}`);
  it('counts by day what the caller may list', async () => {
    const [dept, other] = [(await app.make.dept()).id, (await app.make.dept()).id];
    const id = await makeQualification(app, { branchId: dept, personName: '孙工', validTo: day(33) });
    await makeQualification(app, { branchId: other, validTo: day(33) });
    await makeQualification(app, { branchId: dept, validTo: day(34), registerStatus: '4' });
    const call = app.as((await app.make.user({ perms: [`${CODE}:list`], deptId: dept, dataScope: '3' })).token);
    const { data } = await calendar(call);
    expect(data.days).toEqual([{ day: day(33), count: 1 }]);
    expect(data.items).toEqual([
      {
        entity: 'practicingQualification',
        id,
        title: '孙工 一级注册建筑师',
        what: '注册有效期',
        validTo: day(33),
        deptName: expect.any(String),
        path: `/project/practicingQualification?open=detail-${id}`,
      },
    ]);
    expect((await calendar()).data.days.find((one: { day: string }) => one.day === day(33)).count).toBe(2);
  });
  it('refuses strangers, those without any of the rights, and spans without sense', async () => {
    expect((await calendar(app.stranger)).status).toBe(401);
    expect((await calendar(app.as((await app.make.user({ perms: ['home:page:view'] })).token))).status).toBe(403);
    for (const query of [
      'from=2026-01-01&to=2025-01-01',
      'from=2026-01-01&to=2027-01-01',
      'from=2026-01-01&to=x',
      'from=2026-02-30&to=2026-03-01',
    ])
      expect((await app.admin('GET', `/api/project/expiryCalendar?${query}`)).status).toBe(400);
    // holding the right to another kind of record shows nothing of this one
    const call = app.as((await app.make.user({ perms: ['project:supplier:list'] })).token);
    expect((await calendar(call)).data).toEqual({ days: [], items: [], isCut: false });
  });
});
