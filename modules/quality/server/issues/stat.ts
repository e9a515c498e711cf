import { sql } from 'kysely';
import type { Reply } from '#kit/contract/route.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { issue as contract } from '../../contract/issue.ts';
import { issues, waitingForCaller } from './queries.ts';

const DAYS_30_MS = 30 * 86_400_000;
const MAX = 10;
type Stat = Reply<typeof contract.stat>;

/** Counts of issues that the caller finds, whole and by table, person and type. */
export async function issueStat(ctx: Ctx, sourceId: string | undefined): Promise<Stat> {
  const since = new Date(ctx.now.getTime() - DAYS_30_MS);
  const isOpen = sql<boolean>`issue.state in ('1', '2', '3')`;
  const isMended = sql<boolean>`(issue.state = '4' and issue.closed_time >= ${since})`;
  const counts = [
    sql<string>`count(*) filter (where ${isOpen})`.as('open'),
    sql<string>`count(*) filter (where ${isOpen} and issue.due_time < ${ctx.now})`.as('overdue'),
    sql<string>`count(*) filter (where ${isMended})`.as('closed'),
    sql<number | null>`(extract(epoch from avg(issue.closed_time - issue.open_time) filter (where ${isMended})) / 3600)::float8`.as(
      'hours',
    ),
  ] as const;
  let rows = issues(ctx);
  if (sourceId) rows = rows.where('issue.ruleSourceId', '=', sourceId);
  const shown = (row: { open: string; overdue: string; closed: string; hours: number | null }) => ({
    open: Number(row.open),
    overdue: Number(row.overdue),
    closed: Number(row.closed),
    meanHours: row.hours === null ? null : Math.round(row.hours * 10) / 10,
  });
  const by = async (column: 'issue.ruleTableId' | 'issue.assigneeId' | 'issue.ruleTypeId', name: ReturnType<typeof sql<string | null>>) => {
    const sums = await rows
      .select([sql<string>`coalesce(${sql.ref(column)}, '')`.as('id'), name.as('name')])
      .select(counts)
      .groupBy(column)
      .orderBy('open', 'desc')
      .orderBy('id')
      .limit(MAX)
      .execute();
    return sums.map((row) => ({ id: row.id, name: row.name, ...shown(row) })).filter(({ open, closed }) => open + closed > 0);
  };
  const all = await rows
    .select(counts)
    .select([
      sql<string>`count(*) filter (where ${isOpen} and issue.assignee_id is null)`.as('unassigned'),
      sql<string>`count(*) filter (where issue.state = '3')`.as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  const mine = await waitingForCaller(ctx)
    .select((e) => e.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return {
    ...shown(all),
    unassigned: Number(all.unassigned),
    waiting: Number(all.waiting),
    mine: Number(mine.n),
    byTable: await by(
      'issue.ruleTableId',
      sql<string | null>`(select coalesce(cn_name, table_comment, table_name) from metadata_table where id = issue.rule_table_id)`,
    ),
    byOwner: await by('issue.assigneeId', sql<string | null>`(select nickname from sys_user where id = issue.assignee_id)`),
    byType: await by('issue.ruleTypeId', sql<string | null>`(select name from quality_rule_type where id = issue.rule_type_id)`),
  };
}
