import { may } from '#kit/contract/access.ts';
import type { Account, App } from '#kit/server/ctx.ts';
import { form } from '#modules/forms/contract/form.ts';
import { record } from '#modules/forms/contract/record.ts';
import { task } from '#modules/forms/contract/task.ts';
import { classify } from '#modules/gate/contract/classify.ts';
import { job } from '#modules/scheduler/contract/job.ts';
import { ADMIN_USERNAME, loadAccount } from '#modules/system/server/index.ts';
import { category, model } from '#modules/workflow/contract/index.ts';
import { agrees, decide, sendsBack } from './decisions.ts';
import { DEMO_FORMS, PERSONAL, type DemoForm } from './forms-list.ts';
import { accountOf, callsAs } from './governance-calls.ts';
import { waitFor, type Work } from './governance-work.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONE_MS = 8 * HOUR_MS;
const MONTHLY = '0 0 9 1 * ?';
const MONTH_HOURS = 31 * 24;
const PLAN_DAYS = 2 * 365;
/** A task whose end has come ends for everybody who has not handed in: until all have it is open so long, then its end is what it should be. */
const OPEN_DAYS = 3;
/** the scheduled task that begins rounds */
const ROUNDS = 'filling.rounds';

/** The product at a moment gone by: what is called then has happened then. */
const appAt = (app: App, time: Date): App => Object.assign(Object.create(app) as App, { now: () => time });
const dayOf = (time: Date): string => new Date(time.getTime() + ZONE_MS).toISOString().slice(0, 10);
/** So many hours after midnight in China, so many days after the day of a moment. */
const at = (time: Date, days: number, hours: number): Date =>
  new Date(Date.parse(`${dayOf(new Date(time.getTime() + days * DAY_MS))}T00:00:00+08:00`) + hours * HOUR_MS);

/** A moment of the working hours of a day, another one for each of the people. */
const workingHour = (time: Date, n: number): Date => at(time, 0, 9 + ((n * 5) % 8) + ((n * 17) % 60) / 60);

interface Span {
  readonly begin: Date;
  readonly end: Date;
}
/** When the round of a form began and ends; one of every month began on the first of the month of yesterday. */
export function roundOf({ hours, endedDays }: Pick<DemoForm, 'hours' | 'endedDays'>, now: Date): Span {
  if (hours === null) {
    const begin = new Date(Date.parse(`${dayOf(new Date(now.getTime() - DAY_MS)).slice(0, 7)}-01T09:00:00+08:00`));
    return { begin, end: new Date(begin.getTime() + MONTH_HOURS * HOUR_MS) };
  }
  const end = at(now, -endedDays, 18);
  return { begin: new Date(end.getTime() - hours * HOUR_MS), end };
}

/** A process of one step for every form that is approved, made by an administrator. */
async function makeProcesses({ app, signal }: Work): Promise<void> {
  const wanted = DEMO_FORMS.flatMap(({ schema, step, formName, owner }) =>
    step === null ? [] : [{ key: schema.settings.approval!.processKey, name: `${formName}审批`, step, owner }],
  );
  const there = await app.db
    .selectFrom('flowModel')
    .select('modelKey')
    .where(
      'modelKey',
      'in',
      wanted.map(({ key }) => key),
    )
    .execute();
  const missing = wanted.filter(({ key }) => !there.some(({ modelKey }) => modelKey === key));
  const admin = await accountOf(app, ADMIN_USERNAME);
  if (!admin || missing.length === 0) return;
  await callsAs(app, admin, signal, async (call, db) => {
    const name = '数据填报';
    const stored = await db
      .selectFrom('flowCategory')
      .select('id')
      .where('name', '=', name)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    const categoryId = stored?.id ?? (await call(category.create, { body: { name, sortNo: 30 } })).id;
    for (const one of missing) {
      const head = await accountOf(app, one.owner);
      const who = head ? { kind: 'user', ids: [head.id] } : { kind: 'role', ids: ['admin'] };
      const next = { type: 'approve', id: 'n1', name: one.step, who: [who], mode: 'any', next: null };
      const tree = { type: 'start', id: 'start', next };
      const { id } = await call(model.create, { body: { key: one.key, name: one.name, categoryId, kind: 'simple', tree } });
      await call(model.publish, { params: { id }, body: { version: 0 } });
    }
  });
}

interface Given {
  readonly one: DemoForm;
  readonly owner: Account;
  readonly span: Span;
  readonly formId: string;
  readonly taskId: string;
}
interface Ids {
  readonly formId: string;
  readonly taskId: string;
}

/** The form and its task, once; null when somebody has taken one of them away. */
async function storedIds({ db }: App, { formCode }: DemoForm): Promise<Ids | null | undefined> {
  const stored = await db.selectFrom('fillingForm').select(['id', 'deletedAt']).where('formCode', '=', formCode).executeTakeFirst();
  if (!stored) return undefined;
  const planned = await db
    .selectFrom('fillingTask')
    .select(['id', 'deletedAt', 'status'])
    .where('formId', '=', stored.id)
    .orderBy('id')
    .executeTakeFirst();
  const isThere = stored.deletedAt === null && planned?.deletedAt === null && planned.status === '1';
  return isThere ? { formId: stored.id, taskId: planned.id } : null;
}

/** Draws up form and task, as of the beginning of the round: all of it or nothing. */
async function drawUp({ app, signal }: Work, one: DemoForm, owner: Account): Promise<Ids> {
  const { begin, end } = roundOf(one, app.now());
  const { formCode, formName, remark, schema } = one;
  const audience = { publishScope: '2', targets: one.depts, withBelow: '0' };
  const plan =
    one.hours === null
      ? { cronExpression: MONTHLY, durationHours: MONTH_HOURS, end: new Date(begin.getTime() + PLAN_DAYS * DAY_MS) }
      : { end: end > app.now() ? end : new Date(app.now().getTime() + OPEN_DAYS * DAY_MS) };
  // rounds of a plan begin at its times, and not when somebody starts it
  const started = new Date(begin.getTime() - (one.hours === null ? 1000 : 0));
  return callsAs(appAt(app, started), owner, signal, async (call) => {
    const { id: formId } = await call(form.create, { body: { formCode, formName, remark, schema, ...audience } });
    await call(form.publish, { params: { id: formId }, body: { version: 0 } });
    const body = {
      formId,
      taskName: one.taskName,
      remark: one.taskRemark,
      ...audience,
      begin: begin.toISOString(),
      repeat: 'once',
      remindHours: one.remindHours,
      ...plan,
      end: plan.end.toISOString(),
    };
    const { id: taskId } = await call(task.create, { body });
    await call(task.start, { params: { id: taskId } });
    return { formId, taskId };
  });
}

/** The round of a task; that of a plan is begun by the scheduled task, which an administrator runs at once. */
async function roundBegun({ app, signal }: Work, taskId: string): Promise<Date> {
  const look = () => app.db.selectFrom('fillingRound').select('beginTime').where('taskId', '=', taskId).orderBy('id').executeTakeFirst();
  const begun = await look();
  if (begun) return begun.beginTime;
  const admin = await accountOf(app, ADMIN_USERNAME);
  const rounds = await app.db.selectFrom('schedulerJob').select('id').where('seedCode', '=', ROUNDS).executeTakeFirst();
  if (admin && rounds) await callsAs(app, admin, signal, (call) => call(job.run, { params: { id: rounds.id } }));
  return (await waitFor(signal, look)).beginTime;
}

/** Those of the task's people who hand in, in a fixed order; its owner does not. */
async function peopleOf({ app, signal, idOf }: Work, { one, taskId, owner }: Given): Promise<string[]> {
  const { data } = await callsAs(app, owner, signal, (call) => call(task.people, { params: { id: taskId }, query: { pageSize: 200 } }));
  const late = new Set([owner.id, ...one.late.map(idOf)]);
  const others = data.map(({ userId }) => userId).filter((id) => !late.has(id));
  return others.sort((a, b) => (a < b ? -1 : 1));
}

/** What one person hands in at a moment, and what becomes of it; where a start was cut short it goes on from there. */
async function handIn({ app, signal }: Work, { one, formId }: Given, userId: string, n: number, time: Date): Promise<void> {
  const user = await loadAccount(app.db, userId);
  if (!user) return;
  const stored = () =>
    app.db
      .selectFrom('fillingRecord')
      .select(['id', 'flowStatus', 'processInstanceId'])
      .where('formId', '=', formId)
      .where('submitterId', '=', userId)
      .executeTakeFirst();
  if (!(await stored())) {
    const values = one.values(n, dayOf(time), { id: user.id, deptId: user.deptId ?? one.depts[0]! });
    await callsAs(appAt(app, time), user, signal, (call) => call(record.create, { params: { id: formId }, body: { values } }));
  }
  const kept = await stored();
  const fate = one.fates[n];
  if (one.step === null || fate === 'reviewing' || kept?.flowStatus !== '3' || kept.processInstanceId === null) return;
  const decision = fate === 'passed' ? { ...agrees('同意'), fields: one.review(n) } : sendsBack('填写不完整，请核对后补充说明再提交。');
  await decide(appAt(app, new Date(time.getTime() + 2 * HOUR_MS)), kept.processInstanceId, decision, signal);
}

/**
 * Urges those who have not handed in, never twice. A round that should have ended ends, and who was late gets a task of the own; answers that
 * task.
 */
async function finish({ app, signal }: Work, { one, owner, formId, taskId, span }: Given, time: Date): Promise<string | null> {
  return callsAs(appAt(app, time), owner, signal, async (call) => {
    await call(task.urge, { params: { id: taskId }, body: {} });
    if (one.hours === null || span.end > app.now()) return null;
    const found = await call(task.get, { params: { id: taskId } });
    const [begin, end] = [found.begin, span.end].map((moment) => new Date(moment).toISOString());
    await call(task.update, { params: { id: taskId }, body: { ...found, begin, end } });
    if (one.again === null) return null;
    const { data } = await call(task.people, { params: { id: taskId }, query: { state: 'undone', pageSize: 200 } });
    const body = {
      formId,
      taskName: one.again,
      publishScope: '4',
      targets: data.map(({ userId }) => userId),
      begin: at(span.end, 1, 9).toISOString(),
      end: at(app.now(), 5, 18).toISOString(),
      repeat: 'once',
    };
    const { id } = await call(task.create, { body });
    await call(task.start, { params: { id } });
    return id;
  });
}

/** One form with its round, filled in by its people over the days gone by. */
async function runRound(work: Work, one: DemoForm): Promise<void> {
  const { app, signal } = work;
  const owner = await accountOf(app, one.owner);
  // an administrator may have taken account or right away
  if (!owner || ![form.publish, task.start, task.urge].every(({ access }) => may(owner, access))) return;
  const stored = await storedIds(app, one);
  const ids = stored === undefined ? await drawUp(work, one, owner) : stored;
  if (!ids) return;
  const begin = await roundBegun(work, ids.taskId);
  const urged = await app.db
    .selectFrom('fillingRoundPerson as p')
    .innerJoin('fillingRound as r', 'r.id', 'p.roundId')
    .select('p.userId')
    .where('r.taskId', '=', ids.taskId)
    .where('p.urgeTime', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (urged) return;
  const end = new Date(begin.getTime() + (one.hours ?? MONTH_HOURS) * HOUR_MS);
  const given: Given = { one, owner, span: { begin, end }, ...ids };
  const until = Math.max(begin.getTime(), Math.min(app.now().getTime() - 4 * HOUR_MS, end.getTime() - 6 * HOUR_MS));
  const step = (until - begin.getTime()) / (one.fates.length + 1);
  const people = await peopleOf(work, given);
  for (const [n, userId] of people.slice(0, one.fates.length).entries()) {
    signal.throwIfAborted();
    const time = workingHour(new Date(begin.getTime() + step * (n + 1)), n).getTime();
    await handIn(work, given, userId, n, new Date(Math.max(begin.getTime(), Math.min(until, time))));
  }
  const again = await finish(work, given, new Date(until));
  if (again !== null) await roundBegun(work, again);
}

/** What people gave about others is personal: the steward says so, and lists show it masked. */
async function classifyPersonal({ app, signal, steward }: Work): Promise<void> {
  for (const [formCode, key, classId] of PERSONAL) {
    const column = await app.db
      .selectFrom('metadataColumn')
      .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
      .select('metadataColumn.id')
      .where('metadataTable.tableName', '=', `df_${formCode}`)
      .where('metadataColumn.columnName', '=', key)
      .where('metadataColumn.levelBy', 'is distinct from', 'manual')
      .where('metadataColumn.deletedAt', 'is', null)
      .executeTakeFirst();
    if (column)
      await callsAs(app, steward, signal, (call) => call(classify.setColumns, { body: { columnIds: [column.id], classId, level: 'L3' } }));
  }
}

/** Forms of three departments, each with a task: one that runs, one of every month, and one that has just ended. */
export async function fillForms(work: Work): Promise<void> {
  await makeProcesses(work);
  for (const one of DEMO_FORMS) await runRound(work, one);
  await classifyPersonal(work);
}
