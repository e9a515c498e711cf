import { sql } from 'kysely';
import type * as z from 'zod';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { containsText } from '#kit/server/crud.ts';
import { scope } from '#kit/server/scope.ts';
import type { RunSearch } from '../contract/run.ts';
import { tasksOf } from './tasks.ts';

const DEFAULT_DAYS = 7;
const DAY_MS = 86_400_000;

export const RUN_COLUMNS = [
  'id',
  'jobId',
  'jobName',
  'beanName',
  'state',
  'msg',
  'cause',
  'attempt',
  'percent',
  'node',
  'dueTime',
  'startTime',
  'endTime',
  'durationMs',
  'createTime',
] as const;

/** 1 成功, 0 失败 as the family has it; null for what is open or did not run. */
export const statusOf = (state: string): '0' | '1' | null =>
  state === 'done' ? '1' : ['failed', 'timeout', 'cancelled'].includes(state) ? '0' : null;

/** Runs belong to whom their job belongs to, also when it is gone. */
export const RUN_SCOPE = { dept: 'schedulerRun.ownerDept', owner: 'schedulerRun.ownerId' };
export const runScope = (ctx: Ctx) => scope(ctx, RUN_SCOPE);

/** Runs in the caller's data scope that match the search; the newest seven days by default. */
export function runRows(ctx: Ctx, query: z.output<typeof RunSearch> & { ids?: readonly string[] | null | undefined }) {
  let rows = ctx.db.selectFrom('schedulerRun').where(runScope(ctx));
  // chosen rows are chosen, however old they are
  if (query.ids) rows = rows.where('id', 'in', query.ids);
  else
    rows = rows.where(
      'createTime',
      '>=',
      query.beginTime ? new Date(query.beginTime) : new Date(ctx.now.getTime() - DEFAULT_DAYS * DAY_MS),
    );
  if (query.endTime) rows = rows.where('createTime', '<=', new Date(query.endTime));
  if (query.jobId) rows = rows.where('jobId', '=', query.jobId);
  if (query.jobName) rows = rows.where(containsText('jobName', query.jobName));
  if (query.beanName) rows = rows.where('beanName', '=', query.beanName);
  if (query.state) rows = rows.where('state', '=', query.state);
  if (query.status) rows = rows.where('state', 'in', query.status === '1' ? ['done'] : ['failed', 'timeout', 'cancelled']);
  if (query.cause) rows = rows.where('cause', '=', query.cause);
  return rows;
}

interface StoredRun {
  beanName: string;
  state: string;
  startTime: Date | null;
}
/** A stored run with the fields that replies add. */
export const runReply = <R extends StoredRun>(app: App, row: R) => ({
  ...row,
  taskName: tasksOf(app).get(row.beanName)?.name ?? null,
  status: statusOf(row.state),
});

/** How long an open run has been running, by the clock of the database. */
export const runningMs = sql<number | null>`case when state = 'running'
  then (extract(epoch from now() - start_time) * 1000)::int else duration_ms end`;
