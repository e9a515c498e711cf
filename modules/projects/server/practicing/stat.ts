import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type { QualificationSearch } from '../../contract/practicing-qualification.ts';
import { addDays, dayAt } from '../../core/expiry.ts';
import { searchQualifications } from './queries.ts';

const SOON_DAYS = 30;
const MONTHS = 24;
const MAX_GROUPS = 200;

const toGroup = (row: { key: string | null; name: string | null; count: string }) => ({
  key: row.key ?? '',
  name: row.name ?? '',
  count: Number(row.count),
});

/** Figures over the certificates that a search asks for; those about the present leave out what was cancelled. */
export async function qualificationStat(ctx: Ctx, query: QualificationSearch) {
  const today = dayAt(ctx.now);
  const rows = searchQualifications(ctx, query);
  const living = sql`q.register_status <> '4'`;
  const when = (condition: ReturnType<typeof sql>) => sql<string>`count(*) filter (where ${condition})`;
  const totals = await rows
    .select((e) => [
      e.fn.countAll<string>().as('total'),
      when(sql`${living} and q.valid_to >= ${today}::date and q.warn_from > ${today}::date`).as('valid'),
      when(sql`${living} and q.valid_to >= ${today}::date and q.warn_from <= ${today}::date`).as('soon'),
      when(sql`${living} and q.valid_to < ${today}::date`).as('expired'),
      when(sql`q.register_status = '4'`).as('cancelled'),
      when(sql`${living} and q.valid_to >= ${today}::date and q.valid_to <= ${addDays(today, SOON_DAYS)}::date`).as('due30'),
      when(sql`q.occupied = '1'`).as('occupied'),
      when(sql`q.is_unified = '0'`).as('notUnified'),
    ])
    .executeTakeFirstOrThrow();
  const byType = await rows
    .innerJoin('prjPracticingType as t', 't.id', 'q.typeId')
    .select((e) => ['t.id as key', 't.typeName as name', e.fn.countAll<string>().as('count')])
    .groupBy(['t.id', 't.typeName'])
    .orderBy('count', 'desc')
    .orderBy('t.id')
    .limit(MAX_GROUPS)
    .execute();
  const byBranch = await rows
    .innerJoin('sysDept as d', 'd.id', 'q.branchId')
    .select((e) => ['d.id as key', 'd.deptName as name', e.fn.countAll<string>().as('count')])
    .groupBy(['d.id', 'd.deptName'])
    .orderBy('count', 'desc')
    .orderBy('d.id')
    .limit(MAX_GROUPS)
    .execute();
  const bySpecialty = await rows
    .select((e) => ['q.specialty as key', 'q.specialty as name', e.fn.countAll<string>().as('count')])
    .where('q.specialty', 'is not', null)
    .groupBy('q.specialty')
    .orderBy('count', 'desc')
    .orderBy('q.specialty')
    .limit(MAX_GROUPS)
    .execute();
  const month = sql<string>`to_char(q.valid_to, 'YYYY-MM')`;
  const byMonth = await rows
    .select((e) => [month.as('key'), month.as('name'), e.fn.countAll<string>().as('count')])
    .where('q.registerStatus', '!=', '4')
    .where('q.validTo', '>=', `${today.slice(0, 7)}-01`)
    .groupBy(month)
    .orderBy('key')
    .limit(MONTHS)
    .execute();
  const numbers = Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, Number(value)])) as Record<
    keyof typeof totals,
    number
  >;
  return {
    ...numbers,
    byType: byType.map(toGroup),
    byBranch: byBranch.map(toGroup),
    bySpecialty: bySpecialty.map(toGroup),
    byMonth: byMonth.map(toGroup),
  };
}
