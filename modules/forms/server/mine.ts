import { sql } from 'kysely';
import type * as z from 'zod';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { record as contract } from '../contract/record.ts';
import { CHANGE } from './changes/views.ts';
import { fillableForms } from './load.ts';

const MAX_FORMS = 500;

/** Forms that the caller is to fill in, with what the caller has filled in so far. */
async function forms(ctx: Ctx, { query }: { query: { keyword?: string | undefined } }) {
  let rows = fillableForms(ctx);
  if (query.keyword) rows = rows.where('fillingForm.formName', 'ilike', contains(query.keyword));
  const own = sql`from filling_record r where r.form_id = filling_form.id and r.submitter_id = ${ctx.user.id} and r.link_id is null`;
  const list = await rows
    .select(['fillingForm.id as formId', 'fillingForm.formName', 'fillingForm.remark', 'fillingForm.versionNo'])
    .select([
      sql<number>`(select count(*)::int ${own})`.as('recordCount'),
      sql<Date | null>`(select max(r.create_time) ${own})`.as('lastTime'),
      sql<boolean>`exists (select 1 from filling_draft d where d.form_id = filling_form.id and d.user_id = ${ctx.user.id})`.as('hasDraft'),
    ])
    .orderBy('fillingForm.formName')
    .orderBy('fillingForm.id')
    .limit(MAX_FORMS)
    .execute();
  return list.map((row) => ({ ...row, versionNo: row.versionNo ?? 0 }));
}

/** What the caller has filled in, also in forms that are stopped by now. */
async function records(ctx: Ctx, { query }: { query: z.output<(typeof contract)['myRecords']['query']> }) {
  let rows = ctx.db
    .selectFrom('fillingRecord')
    .innerJoin('fillingForm', 'fillingForm.id', 'fillingRecord.formId')
    .where('fillingForm.deletedAt', 'is', null)
    .where('fillingRecord.linkId', 'is', null)
    .where('fillingRecord.submitterId', '=', ctx.user.id);
  if (query.formId) rows = rows.where('fillingRecord.formId', '=', query.formId);
  if (query.keyword) rows = rows.where('fillingForm.formName', 'ilike', contains(query.keyword));
  let list = rows.select([
    'fillingRecord.id',
    'fillingRecord.formId',
    'fillingForm.formName',
    'fillingRecord.versionNo',
    'fillingRecord.createTime',
    'fillingRecord.updateTime',
    'fillingRecord.version',
    'fillingRecord.processInstanceId',
    sql<FlowStatus | null>`filling_record.flow_status`.as('flowStatus'),
    CHANGE,
    sql<string | null>`(select nickname from sys_user where id = filling_record.submitter_id)`.as('submitterName'),
    sql<string | null>`(select dept_name from sys_dept where id = filling_record.dept_id)`.as('deptName'),
  ]);
  for (const [field, direction] of sortOrders(query.sort, ['createTime', 'updateTime'], '-createTime'))
    list = list.orderBy(`fillingRecord.${field as 'createTime'}`, direction);
  return pageRows(query, list, rows);
}

/** 我的填报: forms to fill in and what was filled in. */
export const mine = { mine: forms, myRecords: records };
