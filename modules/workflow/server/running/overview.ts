import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { NodeLoad } from '../../contract/running.ts';
import { daysBefore, startOfDay } from '../day.ts';
import { allNodes, processesOf } from '../definitions-of.ts';
import { SCOPED } from '../parties.ts';
import { SUSPENDED } from './rows.ts';

/** Days that medians and shares are taken over. */
const PERIOD = 30;
const MAX_NODES = 200;
const IDLE = '等待事件或服务';

interface Figures {
  readonly running: number;
  readonly endedToday: number;
  readonly overdue: number;
  readonly longest: number | null;
  readonly median: number | null;
  readonly medianBefore: number | null;
  readonly returnRate: number | null;
}
/** Figures over running instances, and over those that ended in the last 30 days and the 30 before; what was taken back counts as neither. */
async function figures(ctx: Ctx): Promise<Figures> {
  const mine = scope(ctx, SCOPED);
  const [since, before] = [daysBefore(ctx.now, PERIOD), daysBefore(ctx.now, 2 * PERIOD)];
  const took = sql`extract(epoch from i.end_time - i.start_time)`;
  const { rows } = await sql<Figures>`
    with open as (
      select count(*)::int as running,
        count(*) filter (where o.due < ${ctx.now})::int as overdue,
        extract(epoch from ${ctx.now}::timestamptz - min(o.due) filter (where o.due < ${ctx.now}))::int as longest
      from flow_instance i
      left join (select instance_id, min(due_time) as due from flow_task where state = 'todo' and due_time < ${ctx.now} group by 1) o
        on o.instance_id = i.id and i.suspension_state <> ${SUSPENDED}
      where i.end_time is null and ${mine}),
    ended as (
      select count(*) filter (where i.end_time >= ${startOfDay(ctx.now)})::int as "endedToday",
        round(percentile_cont(0.5) within group (order by ${took}) filter (where i.end_time >= ${since}))::int as median,
        round(percentile_cont(0.5) within group (order by ${took}) filter (where i.end_time < ${since}))::int as "medianBefore",
        count(r.instance_id) filter (where i.end_time >= ${since})::float8
          / nullif(count(*) filter (where i.end_time >= ${since}), 0) as "returnRate"
      from flow_instance i
      left join (select distinct instance_id from flow_task where state = 'done' and result = 'returned') r on r.instance_id = i.id
      where i.end_time >= ${before} and i.flow_status in ('4', '5') and ${mine})
    select * from open, ended`.execute(ctx.db);
  return rows[0]!;
}

type Load = z.input<typeof NodeLoad> & { readonly definitionId: string };
/** At how many nodes of each process instances stand now, how many of them late, and how long they have stood there. */
async function loads(ctx: Ctx): Promise<Load[]> {
  const { rows } = await sql<Load>`
    select d.def_key as "processKey", max(d.name) as "processName", max(d.id) as "definitionId", s.node_key as "nodeKey",
      coalesce(max(s.name), ${IDLE}) as name, count(*)::int as count,
      count(*) filter (where s.due < ${ctx.now} and i.suspension_state <> ${SUSPENDED})::int as overdue,
      round(percentile_cont(0.5) within group (
        order by extract(epoch from ${ctx.now}::timestamptz - coalesce(s.since, i.start_time))))::int as median
    from flow_instance i join flow_definition d on d.id = i.definition_id
    left join (select instance_id, node_key, max(name) as name, min(create_time) as since, min(due_time) as due
      from flow_task where state = 'todo' group by 1, 2) s on s.instance_id = i.id
    where i.end_time is null and ${scope(ctx, SCOPED)}
    group by d.def_key, s.node_key order by count(*) desc, 1, 4 limit ${sql.lit(MAX_NODES)}`.execute(ctx.db);
  return rows;
}

/** Nodes in the order of their process, processes with the most instances first. */
async function inOrder(ctx: Ctx, rows: readonly Load[]): Promise<Load[]> {
  const totals = new Map<string, number>();
  for (const { processKey, count } of rows) totals.set(processKey, (totals.get(processKey) ?? 0) + count);
  const places = new Map<string, number>();
  for (const { processKey, definitionId } of rows) {
    if (places.has(`${processKey} `)) continue;
    const processes = await processesOf(ctx.db, definitionId);
    places.set(`${processKey} `, 0);
    for (const [n, node] of processes.flatMap((process) => [...allNodes(process)]).entries()) places.set(`${processKey} ${node.id}`, n);
  }
  const placeOf = ({ processKey, nodeKey }: Load) => (nodeKey === null ? Infinity : (places.get(`${processKey} ${nodeKey}`) ?? MAX_NODES));
  return rows.toSorted(
    (a, b) =>
      totals.get(b.processKey)! - totals.get(a.processKey)! ||
      (a.processKey < b.processKey ? -1 : Number(a.processKey > b.processKey)) ||
      placeOf(a) - placeOf(b),
  );
}

export const runningOverview = async (ctx: Ctx) => ({ ...(await figures(ctx)), nodes: await inOrder(ctx, await loads(ctx)) });
