import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { withLease } from '#kit/server/db/lease.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import { sendToRobot } from '#kit/server/robot/index.ts';
import { notify, openMail } from '#modules/notices/server/index.ts';
import type { AlertKind } from '../../contract/alert.ts';
import { alertText, type AlertLine } from '../../core/index.ts';
import { reportsThatSpell, rulesThatSpell } from '../score/spelling.ts';
import { queueDelivery, type AlertPayload, type StoredAlert } from './follow.ts';
import { alertPurposes } from './secrets.ts';

const PAGE = '/quality/checkstat';
const MAX_ROWS = 5000;
const MAX_TRIES = 3;
const AGAIN_MS = 120_000;

/** Ways of a message, in the order in which they are tried. */
export type Way = 'notice' | 'mail' | 'webhook';
const WAYS: Readonly<Record<Way, string>> = { notice: '站内消息', mail: '邮件', webhook: '群机器人' };

/** A line with those whom it concerns. */
export interface Told extends AlertLine {
  readonly rowId: string;
  readonly ruleOwnerId: string;
  readonly tableOwnerId: string | null;
}

interface Waiting {
  readonly lines: readonly Told[];
  readonly merged: readonly string[];
  /** ways that each line has gone, and how often it was tried, by row */
  readonly sentBy: Map<string, readonly string[]>;
  readonly tries: ReadonlyMap<string, number>;
}

/** The lines that wait, the newest of each rule: what came before it is merged into it. */
async function waitingLines(db: Db, alertRuleId: string, now: Date): Promise<Waiting> {
  const rows = await db
    .selectFrom('qualityAlertLog as log')
    .innerJoin('qualityCheckRule as rule', 'rule.id', 'log.checkRuleId')
    .innerJoin('qualityCheckReport as report', 'report.id', 'log.reportId')
    .innerJoin('qualityRuleLevel as level', 'level.id', 'report.ruleLevelId')
    .leftJoin('metadataTable as t', 't.id', 'rule.ruleTableId')
    .select([
      'log.id',
      'log.kind',
      'log.sentBy',
      'log.tries',
      'rule.id as ruleId',
      'rule.ruleName',
      'rule.ownerId',
      'report.id as reportId',
      'report.checkResult',
    ])
    .select(['t.schemaName', 't.tableName', 't.ownerId as tableOwnerId', 'level.name as level'])
    .where('log.alertRuleId', '=', alertRuleId)
    .where('log.state', '=', 'waiting')
    .where('log.sendTime', '<=', now)
    .orderBy('log.createTime')
    .orderBy('log.id')
    .limit(MAX_ROWS)
    .execute();
  const last = new Map(rows.map((row) => [row.ruleId, row]));
  const spelling = await rulesThatSpell(db, [...last.keys()]);
  const spelt = await reportsThatSpell(
    db,
    [...last.values()].map(({ reportId }) => reportId),
  );
  const lines = [...last.values()].map((row) => ({
    rowId: row.id,
    kind: row.kind as AlertKind,
    ruleName: row.ruleName,
    table: [row.schemaName, row.tableName].filter(Boolean).join('.') || '数据表已删除',
    level: row.level,
    // whoever reads the message need not be who may know the number
    text: spelling.has(row.ruleId) || spelt.has(row.reportId) ? null : row.checkResult,
    ruleOwnerId: row.ownerId,
    tableOwnerId: row.tableOwnerId,
  }));
  return {
    lines,
    merged: rows.filter((row) => last.get(row.ruleId) !== row).map(({ id }) => id),
    sentBy: new Map(rows.map(({ id, sentBy }) => [id, sentBy])),
    tries: new Map(rows.map(({ id, tries }) => [id, tries])),
  };
}

/** Accounts with the lines that each of them is told. */
export function byAccount(alert: StoredAlert, lines: readonly Told[]): Map<string, Told[]> {
  const found = new Map<string, Told[]>();
  for (const line of lines) {
    const to = new Set([
      ...alert.userIds,
      ...(alert.toRuleOwner === '1' ? [line.ruleOwnerId] : []),
      ...(alert.toTableOwner === '1' && line.tableOwnerId !== null ? [line.tableOwnerId] : []),
    ]);
    for (const account of to) found.set(account, [...(found.get(account) ?? []), line]);
  }
  return found;
}

async function sendNotices(app: App, db: Db, alert: StoredAlert, lines: readonly Told[]): Promise<string> {
  let reached = 0;
  for (const [account, own] of byAccount(alert, lines)) {
    const { title, lines: text } = alertText(own);
    reached += await notify(app, db, { to: [account], kind: 'quality', title, text: text.join('\n'), path: PAGE, key: null });
  }
  return `${reached} 人`;
}

async function sendMails(app: App, alert: StoredAlert, lines: readonly Told[]): Promise<string> {
  const mailer = await openMail(app);
  if (!mailer) throw new AppError('rule.broken', '没有配置邮件服务器，请联系管理员');
  try {
    const accounts = byAccount(alert, lines);
    const people = await app.db
      .selectFrom('sysUser')
      .select(['id', 'nickname', 'email'])
      .where('id', 'in', ['', ...accounts.keys()])
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .where('email', 'is not', null)
      .execute();
    for (const { id, nickname, email } of people) {
      const { title, lines: text } = alertText(accounts.get(id) ?? []);
      await mailer.send({ to: { name: nickname, address: email ?? '' }, subject: title, text: text.join('\n'), path: PAGE });
    }
    return `${people.length} 封`;
  } finally {
    mailer.close();
  }
}

async function sendRobot(app: App, alert: StoredAlert, lines: readonly AlertLine[], signal: AbortSignal): Promise<string> {
  const message = { event: 'quality.alert', ...alertText(lines) };
  await sendToRobot(app, alert, { message, purposes: alertPurposes(alert.id), purpose: '质量告警', signal });
  return '已发送';
}

export const waysOf = (alert: StoredAlert): Way[] => [
  'notice',
  ...(alert.byMail === '1' ? (['mail'] as const) : []),
  ...(alert.webhookKind !== null && alert.webhookAddress !== null ? (['webhook'] as const) : []),
];

export interface Attempt {
  readonly way: string;
  readonly isSent: boolean;
  readonly message: string;
}
/** Sends lines by one way, and says what came of it; nothing is thrown but a stop. */
export async function sendBy(app: App, alert: StoredAlert, way: Way, lines: readonly Told[], signal: AbortSignal): Promise<Attempt> {
  try {
    const message =
      way === 'notice'
        ? await sendNotices(app, app.db, alert, lines)
        : way === 'mail'
          ? await sendMails(app, alert, lines)
          : await sendRobot(app, alert, lines, signal);
    return { way: WAYS[way], isSent: true, message };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) app.log.error({ error, alert: alert.id }, 'quality alert was not sent');
    return { way: WAYS[way], isSent: false, message: error instanceof AppError ? error.message : '发送失败，请查看服务日志' };
  }
}

/** Sends each way to the lines that have not gone that way; answers what came of it. What was sent is added to `sentBy`. */
async function sendAll(app: App, alert: StoredAlert, { lines, sentBy }: Waiting, signal: AbortSignal): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const way of waysOf(alert)) {
    // a line that joined others while they wait to be tried again has gone no way yet
    const left = lines.filter(({ rowId }) => !sentBy.get(rowId)?.includes(way));
    if (left.length === 0) continue;
    const attempt = await sendBy(app, alert, way, left, signal);
    attempts.push(attempt);
    if (!attempt.isSent) continue;
    for (const { rowId } of left) sentBy.set(rowId, [...(sentBy.get(rowId) ?? []), way]);
    // what was sent is known before the next way is tried: a node that stops in between repeats at most one
    await app.db
      .updateTable('qualityAlertLog')
      .set({ sentBy: sql<string[]>`array_append(sent_by, ${way})` })
      .where(
        'id',
        'in',
        left.map(({ rowId }) => rowId),
      )
      .execute();
  }
  return attempts;
}

/** How the lines stand after an attempt: sent, to be tried again, or given up, each by the times that it was tried itself. */
function standing(alert: StoredAlert, { lines, sentBy, tries }: Waiting): Record<'sent' | 'waiting' | 'failed', string[]> {
  const ways = waysOf(alert);
  const by = { sent: [] as string[], waiting: [] as string[], failed: [] as string[] };
  for (const { rowId } of lines) {
    const isSent = ways.every((way) => sentBy.get(rowId)?.includes(way));
    by[isSent ? 'sent' : (tries.get(rowId) ?? 0) + 1 < MAX_TRIES ? 'waiting' : 'failed'].push(rowId);
  }
  return by;
}

/** Sends what waits of an alert. A way that failed is tried again, twice, without those that worked. */
export async function deliverAlert(job: JobRun<AlertPayload>): Promise<string> {
  const { app, payload, signal } = job;
  // batches that end together queue a job each, and both find the lines of both: one after the other, the second finds them sent
  return withLease(app.db, `quality.alert:${payload.alertRuleId}`, () => deliverWaiting(job), signal);
}

async function deliverWaiting({ app, payload, signal, end }: JobRun<AlertPayload>): Promise<string> {
  const alert = await app.db.selectFrom('qualityAlertRule').selectAll().where('id', '=', payload.alertRuleId).executeTakeFirst();
  const now = app.now();
  const waiting = await waitingLines(app.db, payload.alertRuleId, now);
  const { lines, merged } = waiting;
  if (!alert || lines.length === 0) return '没有待发送的告警';
  if (alert.deletedAt !== null || alert.status === '0') {
    const values = { state: 'failed' as const, message: '告警规则已禁用或删除，没有发送' };
    const all = [...lines.map(({ rowId }) => rowId), ...merged];
    await app.db.updateTable('qualityAlertLog').set(values).where('id', 'in', all).execute();
    return values.message;
  }
  const attempts = await sendAll(app, alert, waiting, signal);
  const by = standing(alert, waiting);
  const message = attempts.map((one) => `${one.way}：${one.message}`).join('；');
  const sendTime = new Date(now.getTime() + AGAIN_MS);
  await app.db.transaction().execute(async (db) => {
    for (const state of ['sent', 'waiting', 'failed'] as const)
      if (by[state].length > 0)
        await db
          .updateTable('qualityAlertLog')
          .set((e) => ({
            state,
            message,
            tries: e('tries', '+', 1),
            ...(state === 'sent' && { sentTime: now }),
            ...(state === 'waiting' && { sendTime }),
          }))
          .where('id', 'in', by[state])
          .execute();
    if (merged.length > 0)
      await db
        .updateTable('qualityAlertLog')
        .set({ state: 'merged', message: '已合并到同一规则的后一次变化' })
        .where('id', 'in', merged)
        .execute();
    await end(db, message);
    if (by.waiting.length > 0) await queueDelivery(app, db, alert, sendTime);
  });
  return message;
}
