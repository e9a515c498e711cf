import { wallDay } from '#kit/core/text/wall-clock.ts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { holds } from '#kit/contract/access.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { namedCache } from '#kit/server/named-cache.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { scope } from '#kit/server/scope.ts';
import { callerOf, inAudience } from '#modules/notices/server/index.ts';
import { FormSchema } from '../contract/schema.ts';
import { compileForm, type CompiledForm } from '../core/index.ts';

export type FormRow = Selectable<Tables['fillingForm']>;

export const FORM_COLUMNS = { dept: 'fillingForm.createDept', owner: 'fillingForm.createBy' };

/** Forms that the caller may manage with the permission of the call. */
export const visibleForms = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('fillingForm')
    .where('fillingForm.deletedAt', 'is', null)
    .where(scope(ctx, FORM_COLUMNS, permissions));

/**
 * A form that the caller may manage; kept from other changes until the end of the transaction when it is to be changed, not from records
 * that come meanwhile: these hold its table, which a new version waits for. Throws entity.notFound.
 */
export async function loadForm(ctx: Ctx, id: string, options: { isLocked?: boolean } = {}): Promise<FormRow> {
  let query = visibleForms(ctx).selectAll('fillingForm').where('fillingForm.id', '=', id);
  if (options.isLocked) query = query.forNoKeyUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '表单不存在或没有查看权限');
  return row;
}

/** Published forms that the caller is to fill in. */
export const fillableForms = (ctx: Ctx) =>
  ctx.db
    .selectFrom('fillingForm')
    .where('fillingForm.deletedAt', 'is', null)
    .where('fillingForm.status', '=', '1')
    .where(inAudience('fillingForm', callerOf(ctx)));

/** Condition on a form: a started task gives it to the caller, whoever it is for otherwise. */
const isTask = (ctx: Ctx) => sql<boolean>`exists (select 1 from filling_task given_task where given_task.form_id = filling_form.id
  and given_task.status = '1'
  and given_task.deleted_at is null and ${inAudience('givenTask', callerOf(ctx))})`;

/** A form that the caller may fill in, of its own or for a task. Throws entity.notFound: nobody else learns that there is one. */
export async function loadFillable(ctx: Ctx, id: string): Promise<FormRow & { versionNo: number }> {
  const row = await ctx.db
    .selectFrom('fillingForm')
    .selectAll('fillingForm')
    .where('fillingForm.id', '=', id)
    .where('fillingForm.deletedAt', 'is', null)
    .where('fillingForm.status', '=', '1')
    .where((e) => e.or([inAudience('fillingForm', callerOf(ctx)), isTask(ctx)]))
    .executeTakeFirst();
  if (!row || row.versionNo === null) throw new AppError('entity.notFound', '表单不存在、已禁用或不需要您填报');
  return { ...row, versionNo: row.versionNo };
}

interface Version {
  readonly formName: string;
  readonly schema: FormSchema;
}
const versions = namedCache<Version>({
  name: 'forms.versions',
  label: '表单版本',
  summary: '填报时使用的表单内容，清除后首次填报会重新读取',
  max: 200,
});

/** A published version; it never changes. Throws entity.notFound. */
export async function versionOf(db: Db, formId: string, versionNo: number): Promise<Version> {
  const key = `${formId}.${versionNo}`;
  const kept = versions.get(key);
  if (kept) return kept;
  const row = await db
    .selectFrom('fillingFormVersion')
    .select(['formName', 'schema'])
    .where('formId', '=', formId)
    .where('versionNo', '=', versionNo)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '表单版本不存在');
  const version = { formName: row.formName, schema: FormSchema.parse(row.schema) };
  versions.set(key, version);
  return version;
}

const compiled = new WeakMap<FormSchema, { today: string; form: CompiledForm }>();
/** The form ready to read records with; rules go by the day in China. */
export function compiledForm(schema: FormSchema, today: string): CompiledForm {
  const kept = compiled.get(schema);
  if (kept?.today === today) return kept.form;
  const form = compileForm(schema, { today });
  compiled.set(schema, { today, form });
  return form;
}

/** The day in China, `2026-03-01`. */
export const dayOf = (now: Date): string => wallDay(now);

/** Records that the caller may read: the own ones, and with 填报数据 those within its data scope. */
export const visibleRecords = (ctx: Ctx, permission: 'list' | 'edit' | 'remove') => {
  const perm = `filling:record:${permission}`;
  const others = holds(ctx.user, perm)
    ? scope(ctx, { dept: 'fillingRecord.deptId', owner: 'fillingRecord.submitterId' }, [perm])
    : sql<boolean>`false`;
  return ctx.db
    .selectFrom('fillingRecord')
    .innerJoin('fillingForm', 'fillingForm.id', 'fillingRecord.formId')
    .where('fillingForm.deletedAt', 'is', null)
    .where(sql<boolean>`(filling_record.submitter_id = ${ctx.user.id} or ${others})`);
};

interface Counting {
  /** only those that count: without approval, or approved */
  readonly isPassed?: boolean;
  readonly begin?: Date | null;
  readonly end?: Date | null;
}
/** The ids of records of a form that the caller may read, for statements over its managed tables. */
export function readableIds(ctx: Ctx, formId: RawBuilder<unknown>, { isPassed = false, begin = null, end = null }: Counting = {}) {
  const perm = 'filling:record:list';
  const others = holds(ctx.user, perm) ? scope(ctx, { dept: 'rec.dept_id', owner: 'rec.submitter_id' }, [perm]) : sql<boolean>`false`;
  return sql`(select rec.id from filling_record rec where rec.form_id = ${formId}
    and ((rec.submitter_id = ${ctx.user.id} and rec.link_id is null) or ${others}) ${isPassed ? sql`and (rec.flow_status is null or rec.flow_status = '4')` : sql``}
    ${begin ? sql`and rec.create_time >= ${begin}` : sql``} ${end ? sql`and rec.create_time <= ${end}` : sql``})`;
}

/** A moment of a search, by the clock in China unless it says another zone. Throws input.invalid. */
export function momentOf(text: string, path: string): Date {
  const time = new Date(/[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}${text.length > 10 ? '' : 'T00:00:00'}+08:00`);
  if (Number.isNaN(time.getTime())) throw new AppError('input.invalid', '时间格式不正确', [{ path, message: '时间格式不正确' }]);
  return time;
}
