import type { App } from '#kit/server/ctx.ts';
import { dayAfter, dayOf, daysBetween, reminderStage } from '../../core/certificate-status.ts';
import { holdersOf, notify } from '../notify.ts';

const BATCH = 200;

/**
 * Reminds of certificates that end soon: at each of `stages` days before the end once per account and period, of whoever may edit the
 * certificate and of who entered it. A day that was missed is made up for: the stage that has been reached counts.
 * Answers how many messages were sent.
 */
export async function remindOfCertificates(
  app: App,
  stages: readonly number[],
  signal?: AbortSignal,
): Promise<{ certificates: number; messages: number }> {
  const today = dayOf(app.now());
  const last = dayAfter(today, Math.max(0, ...stages));
  const counts = { certificates: 0, messages: 0 };
  for (let after = ''; ;) {
    signal?.throwIfAborted();
    const rows = await app.db
      .selectFrom('sysCertificate')
      .select(['id', 'certName', 'certNo', 'validTo', 'createBy', 'createDept'])
      .where('deletedAt', 'is', null)
      .where('isCancelled', '=', '0')
      .where('validTo', '>=', today)
      .where('validTo', '<=', last)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      if (row.validTo === null) continue;
      const left = daysBetween(today, row.validTo);
      const stage = reminderStage(left, stages);
      if (stage === null) continue;
      const holders = await holdersOf(app.db, 'system:certificate:edit', row.createDept);
      const sent = await app.db.transaction().execute((db) =>
        notify(app, db, {
          to: [...holders, ...(row.createBy === null ? [] : [row.createBy])],
          kind: 'expiry',
          title: left === 0 ? `证书“${row.certName}”今天到期` : `证书“${row.certName}”将于 ${left} 天后到期`,
          text: `${row.certNo === null ? '' : `证书编号 ${row.certNo}，`}有效期至 ${row.validTo ?? ''}，请及时办理续期。`,
          path: `/basic/system/certificate?open=detail-${row.id}`,
          key: `certificate:${row.id}:${row.validTo ?? ''}:${stage}`,
        }),
      );
      counts.certificates++;
      counts.messages += sent;
    }
    const tail = rows.at(-1);
    if (!tail || rows.length < BATCH) return counts;
    after = tail.id;
  }
}
