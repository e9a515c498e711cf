import * as z from 'zod';
import { defineTask } from '#kit/server/tasks.ts';
import { endItemGrantsOfRequest } from '#modules/library/server/index.ts';
import { notify } from '#modules/notices/server/index.ts';
import { dropFile } from './effects.ts';

const AT_ONCE = 200;

/**
 * Rights to use resources end by themselves: grants and subscriptions carry their end, files are not handed out any more. What is left to do
 * is to remove the files, and to say so.
 */
export const endApplies = defineTask({
  name: '资源使用到期处理',
  summary: '结束到期的资源使用申请，删除为其生成的文件并通知申请人',
  params: z.object({}),
  async run({ app, signal }) {
    let all = 0;
    for (let some = AT_ONCE; some === AT_ONCE; all += some) {
      signal.throwIfAborted();
      const { count, removals } = await app.db.transaction().execute(async (db) => {
        const over = await db
          .selectFrom('marketDrdApply as y')
          .innerJoin('marketDrd as d', 'd.id', 'y.drdId')
          .select(['y.id', 'y.applyBy', 'y.fileName', 'y.refId', 'd.resName'])
          .where('y.state', '=', '2')
          .where('y.endTime', '<=', app.now())
          .orderBy('y.endTime')
          .limit(AT_ONCE)
          .forUpdate('y')
          .skipLocked()
          .execute();
        const files = [];
        for (const row of over) {
          files.push(await dropFile(app, db, row));
          await endItemGrantsOfRequest(db, row.id);
          await db.updateTable('marketDrdApply').set({ state: '5', fileName: null }).where('id', '=', row.id).execute();
          await notify(app, db, {
            to: [row.applyBy],
            kind: 'system',
            title: '资源使用权已到期',
            text: `您对资源“${row.resName}”的使用权已到期，需要时请重新申请`,
            path: '/market/drd?view=applies',
            key: `market.drdApply:${row.id}:ended`,
          });
        }
        return { count: over.length, removals: files };
      });
      for (const remove of removals) await remove();
      some = count;
    }
    return all === 0 ? null : `已结束 ${all} 个到期的申请`;
  },
});
