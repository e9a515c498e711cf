import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import type { IntellectualPropertyStat } from '../../contract/intellectual-property.ts';
import { byDept, byDict, byYear, countsOf } from '../stat-groups.ts';
import { dueWithin, search, type Search } from './queries.ts';

interface GroupRow {
  ipType: string | null;
  legalStatus: string | null;
  branchId: string | null;
  year: string | null;
  /** which of the four columns is not the one that was grouped by, as bits */
  outside: number;
  count: string;
}
// grouping(type, status, branch, year): the bit of the grouped column is 0
const OF_TYPE = 0b0111;
const OF_STATUS = 0b1011;
const OF_BRANCH = 0b1101;
const OF_YEAR = 0b1110;

/** The figures of the records that a search asks for, read in two passes: groups, then totals. */
export async function stat(ctx: Ctx, query: Search): Promise<z.input<typeof IntellectualPropertyStat>> {
  const rows = search(ctx, query).select([
    'ipType',
    'legalStatus',
    'branchId',
    sql<string>`extract(year from grant_date)::text`.as('year'),
  ]);
  const { rows: groups } = await sql<GroupRow>`
    select ip_type as "ipType", legal_status as "legalStatus", branch_id as "branchId", year,
      grouping(ip_type, legal_status, branch_id, year) as outside, count(*) as count
    from (${rows}) found group by grouping sets ((ip_type), (legal_status), (branch_id), (year))`.execute(ctx.db);
  const counted = (outside: number, key: (row: GroupRow) => string | null) => countsOf(groups, outside, key);
  const totals = await search(ctx, query)
    .select((e) => [
      e.fn.countAll<string>().as('total'),
      sql<string>`count(*) filter (where legal_status in ('4', '7'))`.as('inForce'),
      sql<string>`count(*) filter (where legal_status in ('4', '7') and ip_type in ('1', '2', '3'))`.as('patentsInForce'),
      sql<string>`count(*) filter (where legal_status in ('2', '3'))`.as('pending'),
      sql<string>`count(*) filter (where ${dueWithin(ctx, '90')})`.as('dueSoon'),
      sql<string>`coalesce(sum(transform_amount), 0)::numeric(20, 2)`.as('transformAmount'),
      sql<string>`coalesce(sum(reward_amount), 0)::numeric(20, 2)`.as('rewardAmount'),
    ])
    .executeTakeFirstOrThrow();
  return {
    total: Number(totals.total),
    inForce: Number(totals.inForce),
    patentsInForce: Number(totals.patentsInForce),
    pending: Number(totals.pending),
    dueSoon: Number(totals.dueSoon),
    transformAmount: totals.transformAmount,
    rewardAmount: totals.rewardAmount,
    byType: await byDict(
      ctx.db,
      'prj_ip_type',
      counted(OF_TYPE, (row) => row.ipType),
    ),
    byStatus: await byDict(
      ctx.db,
      'prj_ip_status',
      counted(OF_STATUS, (row) => row.legalStatus),
    ),
    byBranch: await byDept(
      ctx.db,
      counted(OF_BRANCH, (row) => row.branchId),
    ),
    byYear: byYear(counted(OF_YEAR, (row) => row.year)),
  };
}
