import type { NotNull } from 'kysely';
import * as z from 'zod';
import { defineTask } from '#kit/server/tasks.ts';
import { queueDelivery } from './follow.ts';

/** What waits longer than this past its moment has no job that sends it. */
const LATE_MS = 60_000;

/**
 * Has changes sent that no job will send: they joined others in the moment in which those went out, or were more than one message takes. An alert
 * whose delivery runs is asked for once more, which finds nothing.
 */
export const overdueAlerts = defineTask({
  name: '发送遗留的质量告警',
  summary: '发送已到时间但没有随上一条消息发出的质量告警',
  params: z.object({}),
  async run({ app }) {
    const now = app.now();
    return app.db.transaction().execute(async (db) => {
      // the first that waits of each alert, from the index
      const first = db
        .selectFrom('qualityAlertRule as alert')
        .select((e) => [
          'alert.id',
          'alert.createBy',
          e
            .selectFrom('qualityAlertLog as log')
            .select('log.sendTime')
            .whereRef('log.alertRuleId', '=', 'alert.id')
            .where('log.state', '=', 'waiting')
            .orderBy('log.sendTime')
            .limit(1)
            .as('sendTime'),
        ]);
      const late = await db
        .selectFrom(first.as('first'))
        .select(['id', 'createBy', 'sendTime'])
        .where('sendTime', '<', new Date(now.getTime() - LATE_MS))
        .orderBy('id')
        .$narrowType<{ sendTime: NotNull }>()
        .execute();
      for (const alert of late) await queueDelivery(app, db, alert, alert.sendTime);
      return late.length === 0 ? null : `补发 ${late.length} 条告警规则的消息`;
    });
  },
});
