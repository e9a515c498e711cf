import * as z from 'zod';
import { ALL_PERMS } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { writeOperLog } from '#kit/server/audit.ts';
import type { Account, App } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import type { Recyclable } from '#kit/server/module.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { recycle } from '../../contract/recycle.ts';
import { keepDays } from './keep-days.ts';
import { purgeRows } from './purge.ts';
import { recyclables } from './registry.ts';

const DAY_MS = 86_400_000;
const PER_CALL = 200;

/** System account that purges expired rows; it has no session and cannot sign in. */
const SYSTEM: Account = {
  id: 'system',
  username: '系统任务',
  nickname: '系统任务',
  phone: null,
  deptId: null,
  grants: [],
  roles: [],
  perms: new Set([ALL_PERMS]),
};

async function expired(app: App, entity: Recyclable, before: Date, after: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom(entity.table as 'sysPost')
    .select('id')
    .where('deletedAt', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PER_CALL)
    .execute();
  return rows.map((row) => row.id);
}

/** Removes rows in one transaction with one row in the operation log; false when a row may not go. */
async function purge(app: App, entity: Recyclable, ids: readonly string[], run: { runId: string; signal: AbortSignal }): Promise<boolean> {
  const route = { ...recycle.purge, audit: '自动清理回收站' };
  try {
    await app.db.transaction().execute(async (db) => {
      const { ctx, trail } = detachedCtx(app, {
        user: SYSTEM,
        route,
        db,
        signal: run.signal,
        requestId: run.runId,
        ip: '',
        userAgent: '',
      });
      const started = performance.now();
      await purgeRows(
        ctx,
        ids.map((id) => ({ entity: entity.table, id })),
      );
      ctx.audit.note(`超过保留期，已彻底删除${entity.label} ${ids.length} 条`);
      await writeOperLog(app, db, { ctx, trail, params: {}, body: {}, ms: performance.now() - started, error: null });
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

/** 清理回收站 */
export const autoPurge = defineTask({
  name: '清理回收站',
  summary: '彻底删除回收站中超过保留天数（参数 recycle.keepDays）的数据，仍被引用的保留',
  params: z.object({}),
  async run({ app, runId, signal, log }) {
    const days = await keepDays(app.db);
    if (days === 0) return '保留天数为 0，不自动清理';
    const before = new Date(app.now().getTime() - days * DAY_MS);
    let removed = 0;
    let kept = 0;
    for (const entity of recyclables(app))
      for (let ids = await expired(app, entity, before, ''); ids.length > 0; ids = await expired(app, entity, before, ids.at(-1) ?? '')) {
        signal.throwIfAborted();
        if (await purge(app, entity, ids, { runId, signal })) {
          removed += ids.length;
          continue;
        }
        // one that may not go must not keep the others
        for (const id of ids)
          if (await purge(app, entity, [id], { runId, signal })) removed++;
          else kept++;
        log(`${entity.label}：部分数据仍被引用，已保留`);
      }
    return `已彻底删除 ${removed} 条${kept > 0 ? `，${kept} 条仍被引用而保留` : ''}`;
  },
});
