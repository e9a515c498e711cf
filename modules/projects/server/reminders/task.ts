import * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { defineTask, type TaskRun } from '#kit/server/tasks.ts';
import { holdersOf, notify } from '#modules/notices/server/index.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { REMINDER_STAGES, addDays, dayAt, daysLeft, stageOf, type ReminderStage } from '../../core/expiry.ts';
import { expirySources } from './index.ts';
import { findExpiring, pathOf, type ExpiryRow, type ExpirySource } from './source.ts';

const MAX_ROWS = 50_000;
const PER_INSERT = 500;
/** So many records are told one by one; more come as one message, so that a first run does not flood anybody. */
const ONE_BY_ONE = 3;
const NAMED = 3;

const Params = z.object({
  catchUpDays: z
    .number()
    .int()
    .min(0)
    .max(3650)
    .default(30)
    .meta({ title: '过期补发天数', description: '只提醒过期不超过这么多天的记录；更早过期的视为已经知晓' }),
});

interface Due extends ExpiryRow {
  stage: ReminderStage;
}

/** Notes who is told what, and answers only what nobody had been told before. */
async function noteNew(db: Db, source: ExpirySource, rows: readonly Due[]): Promise<Due[]> {
  const { entity, what } = source;
  const fresh = new Set<string>();
  for (let at = 0; at < rows.length; at += PER_INSERT) {
    const noted = await db
      .insertInto('prjReminder')
      .values(rows.slice(at, at + PER_INSERT).map(({ id, validTo, stage }) => ({ entity, recordId: id, what, validTo, stage })))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['recordId', 'validTo'])
      .execute();
    for (const row of noted) fresh.add(`${row.recordId} ${row.validTo}`);
  }
  return rows.filter((row) => fresh.has(`${row.id} ${row.validTo}`));
}

interface Recipient {
  rows: Due[];
  /** may open the records, so that a click on the message leads somewhere */
  mayOpen: boolean;
}

/** Who hears of which records: those who maintain the records of its department, and the owner. */
async function recipientsOf(db: Db, source: ExpirySource, rows: readonly Due[]): Promise<Map<string, Recipient>> {
  const holders = new Map<string | null, string[]>();
  const found = new Map<string, Recipient>();
  const collect = (account: string, row: Due, mayOpen: boolean) => {
    const known = found.get(account);
    if (!known) found.set(account, { rows: [row], mayOpen });
    else if (!known.rows.includes(row)) known.rows.push(row);
  };
  for (const row of rows) {
    const known = holders.get(row.deptId) ?? (await holdersOf(db, `project:${source.entity}:edit`, row.deptId));
    holders.set(row.deptId, known);
    for (const account of known) collect(account, row, true);
  }
  for (const row of rows) if (row.ownerId !== null) collect(row.ownerId, row, false);
  for (const [id, recipient] of found)
    if (!recipient.mayOpen) {
      const account = await loadAccount(db, id);
      recipient.mayOpen = account !== null && holds(account, `project:${source.entity}:list`);
    }
  return found;
}

const whenText = (row: Due, today: string): string => {
  const left = daysLeft(row.validTo, today);
  if (left < 0) return `已于 ${row.validTo} 到期`;
  return left === 0 ? '今天到期' : `还有 ${left} 天到期（${row.validTo}）`;
};

async function sendTo(
  app: App,
  db: Db,
  source: ExpirySource,
  { to, recipient, today, runId }: { to: string; recipient: Recipient; today: string; runId: string },
) {
  const { entity, label, what } = source;
  const { rows, mayOpen } = recipient;
  if (rows.length <= ONE_BY_ONE) {
    for (const row of rows)
      await notify(app, db, {
        to: [to],
        kind: 'expiry',
        title: `${label}${row.stage === 0 ? '已到期' : `${row.stage}天内到期`}`,
        text: `${row.title}：${what}${whenText(row, today)}`,
        path: mayOpen ? pathOf(entity, row.id) : null,
        key: `projects.expiry:${entity}:${row.id}:${what}:${row.validTo}:${row.stage}`,
      });
    return;
  }
  const named = rows.slice(0, NAMED).map((row) => `${row.title}（${row.validTo}）`);
  await notify(app, db, {
    to: [to],
    kind: 'expiry',
    title: `${rows.length}项${label}到期提醒`,
    text: `${what}：${named.join('、')}等${rows.length}项，请及时处理`,
    path: mayOpen ? `/project/${entity}?face=calendar` : null,
    key: `projects.expiry:${entity}:${what}:${runId}`,
  });
}

/** One source: stored states first, then what has come nearer since the last run. Ledger and messages are one transaction. */
async function remind(run: TaskRun<z.output<typeof Params>>, source: ExpirySource, today: string): Promise<number> {
  const { app, params, runId } = run;
  const changed = (await source.refresh?.(app.db, today)) ?? 0;
  const rows = await findExpiring(app.db, source, {
    from: addDays(today, -params.catchUpDays),
    to: addDays(today, REMINDER_STAGES[0]),
    within: null,
    limit: MAX_ROWS,
  });
  const due = rows.flatMap((row): Due[] => {
    const stage = stageOf(row.validTo, today);
    return stage === null ? [] : [{ ...row, stage }];
  });
  const told = await app.db.transaction().execute(async (db) => {
    const fresh = await noteNew(db, source, due);
    const recipients = await recipientsOf(db, source, fresh);
    for (const [to, recipient] of recipients) {
      run.signal.throwIfAborted();
      await sendTo(app, db, source, { to, recipient, today, runId });
    }
    return { fresh: fresh.length, people: recipients.size };
  });
  run.log(`${source.label}（${source.what}）：刷新状态 ${changed} 条，新提醒 ${told.fresh} 条，通知 ${told.people} 人`);
  return told.fresh;
}

/** 到期提醒: 90, 30 and 7 days before a record ends, and when it has ended; nobody hears the same twice. */
export const expiryTask = defineTask({
  name: '项目档案到期提醒',
  summary: '刷新证书等档案的到期状态，并在到期前90、30、7天和到期时提醒负责人与维护人员',
  params: Params,
  async run(run) {
    const today = dayAt(run.app.now());
    let told = 0;
    for (const [index, source] of expirySources.entries()) {
      run.signal.throwIfAborted();
      told += await remind(run, source, today);
      run.progress(Math.round(((index + 1) / expirySources.length) * 100));
    }
    return told === 0 ? '没有新的到期提醒' : `新提醒 ${told} 项`;
  },
});
