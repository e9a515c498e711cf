import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';

/**
 * Lease of a run: a node that does not renew it in time has lost its runs. Together with the polling interval this is the time to take
 * over.
 */
export const LEASE_SECONDS = 8;
export const lease = sql<Date>`now() + interval '${sql.raw(String(LEASE_SECONDS))} seconds'`;
const UNIQUE_VIOLATION = '23505';

/** A run that this node now owns. */
export interface Claimed {
  id: string;
  rootId: string;
  jobId: string;
  beanName: string;
  methodParams: string;
  cause: string;
  dueTime: Date;
  attempt: number;
  timeoutSeconds: number;
  claims: number;
  lineCount: number;
  cancelRequested: boolean;
  /** the node that had it before and died */
  lostBy: number | null;
}

/** Due work found by three indexed queries. */
export interface Work {
  due: boolean;
  waiting: boolean;
  lost: boolean;
}
export async function lookForWork(app: App): Promise<Work> {
  const { rows } = await sql<Work>`select
    exists (select 1 from scheduler_job where status = '1' and deleted_at is null and next_time <= now()) as due,
    exists (select 1 from scheduler_run where state = 'waiting' and run_after <= now()) as waiting,
    exists (select 1 from scheduler_run where state = 'running' and lease_until < now()) as lost`.execute(app.db);
  return rows[0] ?? { due: false, waiting: false, lost: false };
}

interface Claimer {
  owner: string;
  /** tasks known to this node: during a rolling upgrade, older nodes leave the others alone */
  keys: readonly string[];
  /** runs executing on this node: even with an expired lease they are not claimed again */
  mine: readonly string[];
}

/**
 * Claims the next run: first those with an expired lease, then waiting ones. Runs of a job that must not overlap are skipped while one is
 * running; if two nodes claim two of them at once, the unique index lets one win.
 */
export async function claim(app: App, { owner, keys, mine }: Claimer): Promise<Claimed | null> {
  if (keys.length === 0) return null;
  const own = mine.length === 0 ? sql`true` : sql`r.id not in (${sql.join(mine)})`;
  const next = sql`select r.id, r.node, r.state from scheduler_run r
    where r.bean_name in (${sql.join([...keys])}) and ${own}
      and ((r.state = 'running' and r.lease_until < now())
        or (r.state = 'waiting' and r.run_after <= now() and not (r.is_exclusive and exists (
          select 1 from scheduler_run o where o.job_id = r.job_id and o.state = 'running' and o.is_exclusive))))
    order by r.state, r.run_after, r.id limit 1 for update skip locked`;
  try {
    const { rows } = await sql<Claimed>`with next as (${next})
      update scheduler_run r set state = 'running', owner = ${owner}, node = ${app.node}, lease_until = ${lease}, claims = r.claims + 1,
        start_time = now(), percent = 0, msg = null
      from next where r.id = next.id
      returning r.id, r.root_id, r.job_id, r.bean_name, r.method_params, r.cause, r.due_time, r.attempt, r.timeout_seconds, r.claims,
        r.line_count, r.cancel_requested, case when next.state = 'running' then next.node end as lost_by`.execute(app.db);
    return rows[0] ?? null;
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return null;
    throw error;
  }
}

/** Renews the leases of this node; returns the runs it still owns and whether their cancellation was requested. */
export async function renew(app: App, owner: string, ids: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await app.db
    .updateTable('schedulerRun')
    .set({ leaseUntil: lease })
    .where('id', 'in', [...ids])
    .where('owner', '=', owner)
    .where('state', '=', 'running')
    .returning(['id', 'cancelRequested'])
    .execute();
  return new Map(rows.map((row) => [row.id, row.cancelRequested]));
}

/** Gives the runs of this node back to the queue, for a node that stops in order. */
export async function requeueRuns(app: App, owner: string): Promise<void> {
  await app.db
    .updateTable('schedulerRun')
    .set({ state: 'waiting', owner: null, leaseUntil: null, claims: sql<number>`claims - 1` })
    .where('owner', '=', owner)
    .where('state', '=', 'running')
    .execute();
}
