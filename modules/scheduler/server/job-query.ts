import type * as z from 'zod';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { Job, type JobSearch } from '../contract/job.ts';
import { CronProblem } from '#kit/contract/cron.ts';
import { describeCron } from '#kit/core/cron/describe.ts';
import { containsText } from '#kit/server/crud.ts';
import { scope } from '#kit/server/scope.ts';
import { tasksOf } from './tasks.ts';

/** A job as its table has it; the other fields of a reply are names for people. */
export const StoredJob = Job.omit({ taskName: true, cronText: true, alertUserNames: true });
export const JOB_COLUMNS = Object.keys(StoredJob.shape) as (keyof typeof StoredJob.shape)[];
export const JOB_SCOPE = { dept: 'schedulerJob.createDept', owner: 'schedulerJob.createBy' };

type Stored = z.input<typeof StoredJob>;

/** Jobs in the caller's data scope that match the search. */
export function jobRows(ctx: Ctx, query: z.output<typeof JobSearch> & { ids?: readonly string[] | null | undefined }) {
  let rows = ctx.db.selectFrom('schedulerJob').where('deletedAt', 'is', null).where(scope(ctx, JOB_SCOPE));
  if (query.ids) rows = rows.where('id', 'in', query.ids);
  if (query.jobName) rows = rows.where(containsText('jobName', query.jobName));
  if (query.beanName) rows = rows.where('beanName', '=', query.beanName);
  if (query.status) rows = rows.where('status', '=', query.status);
  if (query.lastState) rows = rows.where('lastState', '=', query.lastState);
  return rows;
}

const sentence = (cron: string): string => {
  try {
    return describeCron(cron);
  } catch (error) {
    if (error instanceof CronProblem) return cron;
    throw error;
  }
};

/** Rows with display names of task, plan and recipients. */
export async function withNames(app: App, db: Db, rows: readonly Stored[]): Promise<z.input<typeof Job>[]> {
  const ids = [...new Set(rows.flatMap((row) => row.alertUserIds))];
  const users = ids.length === 0 ? [] : await db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', ids).execute();
  const names = new Map(users.map((user) => [user.id, user.nickname]));
  return rows.map((row) => ({
    ...row,
    taskName: tasksOf(app).get(row.beanName)?.name ?? null,
    cronText: sentence(row.cronExpression),
    alertUserNames: row.alertUserIds.flatMap((id) => names.get(id) ?? []),
  }));
}
