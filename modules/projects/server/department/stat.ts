import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DepartmentStat } from '../../contract/department.ts';
import { areaNames } from '../area-names.ts';
import { byDict } from '../stat-groups.ts';
import { search, yearOf, type Search } from './queries.ts';

const NOTHING = { contract: '0.00', output: '0.00', receipt: '0.00', profit: '0.00' };
const sum = (column: string) => sql<string>`coalesce(sum(${sql.ref(column)}), 0)::numeric(20, 2)`;

/** The figures of the units that a search asks for; targets of one year besides those of all years. */
export async function stat(ctx: Ctx, query: Search & { year?: number }): Promise<z.input<typeof DepartmentStat>> {
  const totals = await search(ctx, query)
    .select((e) => [
      e.fn.countAll<string>().as('total'),
      sql<number>`coalesce(sum(staff_plan), 0)::int`.as('staffPlan'),
      sql<number>`coalesce(sum(staff_actual), 0)::int`.as('staffActual'),
      sql<number>`coalesce(sum(cert_staff), 0)::int`.as('certStaff'),
    ])
    .executeTakeFirstOrThrow();
  const types = await search(ctx, query)
    .select((e) => ['deptType as key', e.fn.countAll<string>().as('count')])
    .groupBy('deptType')
    .execute();
  const provinces = await search(ctx, query)
    .select((e) => ['provinceCode as key', e.fn.countAll<string>().as('count')])
    .where('provinceCode', 'is not', null)
    .groupBy('provinceCode')
    .orderBy('provinceCode')
    .execute();
  const years = await ctx.db
    .selectFrom('prjDepartmentTarget')
    .select([
      'targetYear as year',
      sum('contract').as('contract'),
      sum('output').as('output'),
      sum('receipt').as('receipt'),
      sum('profit').as('profit'),
    ])
    .where('departmentId', 'in', search(ctx, query).select('id'))
    .groupBy('targetYear')
    .orderBy('targetYear')
    .execute();
  const year = query.year ?? yearOf(ctx);
  const names = await areaNames(
    ctx.db,
    provinces.flatMap((row) => row.key ?? []),
  );
  return {
    total: Number(totals.total),
    staffPlan: totals.staffPlan,
    staffActual: totals.staffActual,
    certStaff: totals.certStaff,
    ...(years.find((one) => one.year === year) ?? { year, ...NOTHING }),
    byType: await byDict(
      ctx.db,
      'prj_unit_type',
      types.map((row) => ({ key: row.key, count: Number(row.count) })),
    ),
    byArea: provinces.flatMap((row) =>
      row.key === null ? [] : [{ key: row.key, name: names.get(row.key) ?? row.key, count: Number(row.count) }],
    ),
    byYear: years,
  };
}
