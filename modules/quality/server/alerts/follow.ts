import { sql, type Selectable } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { alertRule as contract } from '../../contract/alert.ts';
import { sendTimeOf } from '../../core/index.ts';
import { checkRules } from '../rules/queries.ts';
import type { FollowerScope, VerdictFollower } from '../run/followers.ts';
import { changesOf, type Change } from './changes.ts';

export const ALERT_JOB = 'quality.alert';
export interface AlertPayload {
  readonly alertRuleId: string;
}
export type StoredAlert = Selectable<Tables['qualityAlertRule']>;
const MAX_ALERTS = 1000;
/** Rows that one statement keeps: what a statement takes of values is limited. */
const PORTION = 1000;
const RULES = ['quality:rule:list'];

const names = (list: readonly string[], id: string): boolean => list.includes(id);
/** Whether an alert is about a change: its rules are those of all that it names, of the levels that it names. */
function isAbout(alert: StoredAlert, change: Change): boolean {
  const { sourceIds, tableIds, ruleIds, levelIds, kinds } = alert;
  const isAll = sourceIds.length + tableIds.length + ruleIds.length === 0;
  const isNamed = names(sourceIds, change.sourceId) || names(tableIds, change.tableId) || names(ruleIds, change.ruleId);
  return kinds.includes(change.kind) && (isAll || isNamed) && (levelIds.length === 0 || names(levelIds, change.levelId));
}

/** Those of the changes whose rules the owner of an alert reaches now; none when the account is gone. */
async function inReachOf({ app, db }: FollowerScope, ownerId: string | null, changes: readonly Change[]): Promise<Change[]> {
  const user = ownerId === null ? null : await loadAccount(db, ownerId);
  if (!user) return [];
  const { ctx } = detachedCtx(app, {
    user,
    route: contract.page,
    db,
    signal: new AbortController().signal,
    requestId: '',
    ip: '',
    userAgent: '',
  });
  const ids = changes.map(({ ruleId }) => ruleId);
  const rows = await checkRules(ctx, RULES)
    .select('rule.id')
    .where(sql<boolean>`rule.id = any(${ids}::text[])`)
    .execute();
  const reached = new Set(rows.map(({ id }) => id));
  return changes.filter(({ ruleId }) => reached.has(ruleId));
}

/** Has what waits of an alert sent at a moment. */
export async function queueDelivery(app: App, db: Db, alert: Pick<StoredAlert, 'id' | 'createBy'>, sendTime: Date): Promise<void> {
  const payload: AlertPayload = { alertRuleId: alert.id };
  const subject = `${alert.id} ${sendTime.toISOString()}`;
  await app.jobs.enqueue(db, { kind: ALERT_JOB, subject, payload, createBy: alert.createBy ?? '', notBefore: sendTime });
}

/** Keeps the changes that an alert is about; what waits already takes them along. */
async function keep(scope: FollowerScope, alert: StoredAlert, changes: readonly Change[]): Promise<void> {
  const { app, db, now } = scope;
  const waiting = await db
    .selectFrom('qualityAlertLog')
    .select('sendTime')
    .where('alertRuleId', '=', alert.id)
    .where('state', '=', 'waiting')
    .where('sendTime', '>', now)
    .orderBy('sendTime')
    .limit(1)
    .executeTakeFirst();
  const sendTime = waiting?.sendTime ?? sendTimeOf(now, alert);
  let made = 0;
  for (let at = 0; at < changes.length; at += PORTION) {
    const values = changes.slice(at, at + PORTION).map(({ kind, ruleId, reportId }) => ({
      id: app.ids.next(),
      alertRuleId: alert.id,
      checkRuleId: ruleId,
      reportId,
      kind,
      state: 'waiting' as const,
      createTime: now,
      sendTime,
    }));
    const rows = await db
      .insertInto('qualityAlertLog')
      .values(values)
      .onConflict((on) => on.columns(['reportId', 'alertRuleId']).doNothing())
      .returning('id')
      .execute();
    made += rows.length;
  }
  if (made === 0 || waiting) return;
  await queueDelivery(app, db, alert, sendTime);
}

/** Alerts hear of a batch when it ended: of results that changed, once each. */
export const alertFollower: VerdictFollower = {
  name: 'alerts',
  async batch(scope, { batch }) {
    const alerts = await scope.db
      .selectFrom('qualityAlertRule')
      .selectAll()
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .orderBy('id')
      .limit(MAX_ALERTS)
      .execute();
    if (alerts.length === 0) return;
    const changes = await changesOf(scope.db, batch);
    for (const alert of alerts) {
      const about = changes.filter((change) => isAbout(alert, change));
      const reached = about.length === 0 ? [] : await inReachOf(scope, alert.createBy, about);
      if (reached.length > 0) await keep(scope, alert, reached);
    }
  },
};
