import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { fieldRef } from '#modules/managed/server/index.ts';
import { stats as contract, type FieldStat } from '../../contract/stats.ts';
import { isValueField, mainFields, placed, subforms } from '../../core/index.ts';
import { momentOf, readableIds } from '../load.ts';
import { maskedFields } from '../masked.ts';
import { labelsOf } from '../options/labels.ts';
import { formTables } from '../tables.ts';
import { fieldStats, kindOf } from './field-stats.ts';
import { makeSet } from './make-set.ts';
import { recordForms, storedForm, type StoredForm } from './stored-form.ts';

const MAX_DAYS = 366;
const MAX_DEPTS = 50;

/** Names in place of the ids that were chosen, as far as the caller may see them. */
async function named(ctx: Ctx, { schema }: StoredForm, stats: readonly FieldStat[]): Promise<FieldStat[]> {
  const told = stats.filter(({ choices }) => choices.length > 0);
  const fields = new Map(placed(schema.layout).flatMap(({ field }) => (isValueField(field) ? [[field.id, field] as const] : [])));
  const rows = told.flatMap(({ fieldId, choices }) => choices.map(({ value }) => ({ [fieldId]: value })));
  // the fields as if they were those of one record, each under its id
  const flat = { ...schema, layout: told.flatMap(({ fieldId }) => ({ ...fields.get(fieldId)!, key: fieldId })) };
  const labels = await labelsOf(ctx, flat, rows);
  return stats.map((one) => ({
    ...one,
    choices: one.choices.map((choice) => ({ ...choice, label: labels[one.fieldId]?.[choice.value] ?? choice.label })),
  }));
}

async function read(
  ctx: Ctx,
  { params, query }: { params: { id: string }; query: { beginTime?: string | undefined; endTime?: string | undefined } },
) {
  const form = await storedForm(ctx, params.id);
  const begin = query.beginTime ? momentOf(query.beginTime, 'beginTime') : null;
  const end = query.endTime ? momentOf(query.endTime, 'endTime') : null;
  const ids = readableIds(ctx, sql.val(form.id), { isPassed: !form.countsUnpassed, begin, end });
  const [days, depts, tables, masked] = await Promise.all([
    sql<{ day: string; n: string }>`select (create_time at time zone 'Asia/Shanghai')::date::text as day, count(*) as n
      from filling_record where id in ${ids} group by 1 order by 1 desc limit ${MAX_DAYS}`.execute(ctx.db),
    sql<{
      name: string | null;
      n: string;
    }>`select d.dept_name as name, count(*) as n from filling_record r left join sys_dept d on d.id = r.dept_id
      where r.id in ${ids} group by 1 order by 2 desc, 1 limit ${MAX_DEPTS}`.execute(ctx.db),
    formTables(ctx.db, form.id),
    maskedFields(ctx, form.id),
  ]);
  const fields: FieldStat[] = [];
  const main = tables.get('');
  if (main) {
    const where = sql<boolean>`${fieldRef(main, '$id')} in ${ids}`;
    fields.push(...(await fieldStats({ ctx, table: main, where }, mainFields(form.schema), masked)));
  }
  for (const sub of subforms(form.schema)) {
    const table = tables.get(sub.id);
    if (!table || table.isHidden) continue;
    const where = sql<boolean>`${fieldRef(table, '$parent_id')} in ${ids}`;
    const told = sub.children.filter((cell) => kindOf(cell) !== 'other');
    fields.push(...(await fieldStats({ ctx, table, where }, told, masked, `${sub.label}·`)));
  }
  return {
    total: depts.rows.reduce((sum, { n }) => sum + Number(n), 0),
    byDay: days.rows.map(({ day, n }) => ({ day, count: Number(n) })).toReversed(),
    byDept: depts.rows.map(({ name, n }) => ({ deptName: name, count: Number(n) })),
    fields: await named(ctx, form, fields),
  };
}

/** What becomes of what was filled in: figures over it and data sets of it. */
export const recordStats = implement(contract, {
  forms: (ctx) => recordForms(ctx),
  async fields(ctx, { params }) {
    const { id, formName, versionNo, schema } = await storedForm(ctx, params.id);
    return { id, formName, versionNo, schema, masked: [...(await maskedFields(ctx, id))] };
  },
  read,
  makeSet: async (ctx, { params, body }) => makeSet(ctx, await storedForm(ctx, params.id), body),
});
