import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import type { QualityProjectStat } from '../../contract/quality-project.ts';
import { byDept, byDict, byYear, countsOf } from '../stat-groups.ts';
import { search, type Search } from './queries.ts';

interface GroupRow {
  awardLevel: string | null;
  stage: string | null;
  projectType: string | null;
  branchId: string | null;
  year: string | null;
  /** which of the five columns is not the one that was grouped by, as bits */
  outside: number;
  count: string;
}
// grouping(level, stage, type, branch, year): the bit of the grouped column is 0
const OF_LEVEL = 0b01111;
const OF_STAGE = 0b10111;
const OF_TYPE = 0b11011;
const OF_BRANCH = 0b11101;
const OF_YEAR = 0b11110;

/** Share in percent with one decimal; null of nothing. */
const rate = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10);

/** The figures of the records that a search asks for, read in two passes: groups, then totals. */
export async function stat(ctx: Ctx, query: Search): Promise<z.input<typeof QualityProjectStat>> {
  const rows = search(ctx, query).select([
    'awardLevel',
    'stage',
    'projectType',
    'branchId',
    sql<string>`case when stage = '5' then extract(year from award_date)::text end`.as('year'),
  ]);
  const { rows: groups } = await sql<GroupRow>`
    select award_level as "awardLevel", stage, project_type as "projectType", branch_id as "branchId", year,
      grouping(award_level, stage, project_type, branch_id, year) as outside, count(*) as count
    from (${rows}) found group by grouping sets ((award_level), (stage), (project_type), (branch_id), (year))`.execute(ctx.db);
  const counted = (outside: number, key: (row: GroupRow) => string | null) => countsOf(groups, outside, key);
  const totals = await search(ctx, query)
    .select((e) => [
      e.fn.countAll<string>().as('total'),
      sql<string>`count(*) filter (where stage = '5')`.as('won'),
      sql<string>`count(*) filter (where stage = '6')`.as('lost'),
      sql<string>`count(*) filter (where stage = '5' and award_level = '1')`.as('nationalWon'),
      sql<string>`coalesce(sum(contract_amount), 0)::numeric(20, 2)`.as('contractAmount'),
      sql<string>`coalesce(sum(invest_amount), 0)::numeric(20, 2)`.as('investAmount'),
    ])
    .executeTakeFirstOrThrow();
  const [total, won, lost] = [Number(totals.total), Number(totals.won), Number(totals.lost)];
  return {
    total,
    won,
    nationalWon: Number(totals.nationalWon),
    running: total - won - lost,
    winRate: rate(won, won + lost),
    contractAmount: totals.contractAmount,
    investAmount: totals.investAmount,
    byLevel: await byDict(
      ctx.db,
      'prj_award_level',
      counted(OF_LEVEL, (row) => row.awardLevel),
    ),
    byStage: await byDict(
      ctx.db,
      'prj_award_stage',
      counted(OF_STAGE, (row) => row.stage),
    ),
    byType: await byDict(
      ctx.db,
      'prj_project_type',
      counted(OF_TYPE, (row) => row.projectType),
    ),
    byBranch: await byDept(
      ctx.db,
      counted(OF_BRANCH, (row) => row.branchId),
    ),
    byYear: byYear(counted(OF_YEAR, (row) => row.year)),
  };
}
