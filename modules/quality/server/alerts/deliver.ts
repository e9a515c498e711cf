import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import { sendToRobot } from '#kit/server/robot/index.ts';
import { notify, openMail } from '#modules/notices/server/index.ts';
import type { AlertKind } from '../../contract/alert.ts';
import { alertText, type AlertLine } from '../../core/index.ts';
import { reportsThatSpell, rulesThatSpell } from '../score/spelling.ts';
import { ALERT_JOB, type AlertPayload, type StoredAlert } from './follow.ts';
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

/** The lines that wait, the newest of each rule: what came before it is merged into it. */
async function waitingLines(
  db: Db,
  alertRuleId: string,
  now: Date,
): Promise<{ lines: Told[]; merged: string[]; sentBy: Map<string, string[]>; tries: number }> {
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
    tries: Math.max(0, ...rows.map(({ tries }) => tries)),
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

/** Sends what waits of an alert. A way that failed is tried again, twice, without those that worked. */
export async function deliverAlert({ app, payload, signal, end }: JobRun<AlertPayload>): Promise<string> {
  const alert = await app.db.selectFrom('qualityAlertRule').selectAll().where('id', '=', payload.alertRuleId).executeTakeFirst();
  const now = app.now();
  const { lines, merged, sentBy, tries } = await waitingLines(app.db, payload.alertRuleId, now);
  if (!alert || lines.length === 0) return '没有待发送的告警';
  const ids = lines.map(({ rowId }) => rowId);
  const all = [...ids, ...merged];
  if (alert.deletedAt !== null || alert.status === '0') {
    const values = { state: 'failed' as const, message: '告警规则已禁用或删除，没有发送' };
    await app.db.updateTable('qualityAlertLog').set(values).where('id', 'in', all).execute();
    return values.message;
  }
  const done = new Set(ids.flatMap((id) => sentBy.get(id) ?? []));
  const attempts: Attempt[] = [];
  for (const way of waysOf(alert)) {
    if (done.has(way)) continue;
    const attempt = await sendBy(app, alert, way, lines, signal);
    attempts.push(attempt);
    if (!attempt.isSent) continue;
    done.add(way);
    // what was sent is known before the next way is tried: a node that stops in between repeats at most one
    await app.db
      .updateTable('qualityAlertLog')
      .set({ sentBy: [...done] })
      .where('id', 'in', ids)
      .execute();
  }
  const isSent = attempts.every((one) => one.isSent);
  const mayRetry = !isSent && tries + 1 < MAX_TRIES;
  const message = attempts.map((one) => `${one.way}：${one.message}`).join('；');
  await app.db.transaction().execute(async (db) => {
    const state = isSent ? ('sent' as const) : mayRetry ? ('waiting' as const) : ('failed' as const);
    const sendTime = mayRetry ? new Date(now.getTime() + AGAIN_MS) : now;
    await db
      .updateTable('qualityAlertLog')
      .set({ state, message, tries: tries + 1, ...(isSent && { sentTime: now }), ...(mayRetry && { sendTime }) })
      .where('id', 'in', ids)
      .execute();
    if (merged.length > 0)
      await db
        .updateTable('qualityAlertLog')
        .set({ state: 'merged', message: '已合并到同一规则的后一次变化' })
        .where('id', 'in', merged)
        .execute();
    await end(db, message);
    if (mayRetry)
      await app.jobs.enqueue(db, {
        kind: ALERT_JOB,
        subject: `${alert.id} ${sendTime.toISOString()}`,
        payload,
        createBy: alert.createBy ?? '',
        notBefore: sendTime,
      });
  });
  return message;
}
