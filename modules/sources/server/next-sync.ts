import { CronProblem } from '#kit/contract/cron.ts';
import { nextTime } from '#kit/core/cron/times.ts';

export const ZONE = 'Asia/Shanghai';

/**
 * When a source is due next: after `after`, by its plan (six fields, second minute hour day month weekday, as 定时任务 writes it), null
 * without a plan or when the plan never comes due. Whoever stores `sync_cron` stores this beside it as `next_sync_time`.
 */
export function nextSyncTime(cron: string | null, after: Date): Date | null {
  if (cron === null) return null;
  try {
    return nextTime(cron, ZONE, after);
  } catch (error) {
    if (error instanceof CronProblem) return null;
    throw error;
  }
}
