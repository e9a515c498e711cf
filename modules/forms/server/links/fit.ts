import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { FIELD_KINDS } from '../../contract/kinds.ts';
import type { ValueField } from '../../contract/field.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { choiceSource, isValueField, mainFields, placed, type FormFault } from '../../core/index.ts';
import { versionOf } from '../load.ts';
import { sensitiveFields } from '../masked.ts';
import { optionsOf } from '../options/lookups.ts';
import { strangersCtx } from './strangers.ts';

/** Kinds that need an account: they choose among people and things of the organisation, or put pictures into a text. */
const NEED_ACCOUNT: ReadonlySet<string> = new Set(['user', 'dept', 'post', 'source', 'editor']);

/** True when options are values of another form that are classified L3 or L4: a stranger must not read them, whoever made the link. */
async function offersSensitive(db: Db, field: ValueField): Promise<boolean> {
  const source = choiceSource(field);
  if (source?.from !== 'form' || source.formId === '') return false;
  const form = await db.selectFrom('fillingForm').select('versionNo').where('id', '=', source.formId).executeTakeFirst();
  if (!form?.versionNo) return false;
  const { schema } = await versionOf(db, source.formId, form.versionNo);
  const fills = 'fills' in field ? (field.fills ?? []).map(({ from }) => from) : [];
  const keys = new Set([source.valueColumn, source.labelColumn, source.filterColumn ?? '', ...fills]);
  const sensitive = await sensitiveFields(db, source.formId);
  return mainFields(schema).some(({ id, key }) => keys.has(key) && sensitive.has(id));
}

/** Fields that nobody can fill in without an account, or whose options strangers must not see, each with the reason. */
export async function unfitFields(db: Db, schema: FormSchema): Promise<FormFault[]> {
  const faults: FormFault[] = [];
  for (const { field } of placed(schema.layout)) {
    if (!isValueField(field)) continue;
    const name = field.label || field.id;
    if (NEED_ACCOUNT.has(field.type)) faults.push({ fieldId: field.id, message: `“${name}”（${FIELD_KINDS[field.type].label}）` });
    else if (await offersSensitive(db, field)) faults.push({ fieldId: field.id, message: `“${name}”（选项含敏感数据）` });
  }
  return faults;
}

/** True when nobody could choose from a data set or an API without the right to see sensitive columns in the clear, or the caller has no right on it. */
async function isKeptFromStrangers(ctx: Ctx, field: ValueField): Promise<boolean> {
  const source = choiceSource(field);
  if (!source || (source.from !== 'dataset' && source.from !== 'api') || Object.values(source).includes('')) return false;
  const fills = 'fills' in field ? field.fills : undefined;
  try {
    return (await optionsOf(strangersCtx(ctx, ctx.user).ctx, source, { values: ['-'], parent: '-', fills })) === null;
  } catch (error) {
    // a source that is down now says nothing about what may be seen
    if (error instanceof AppError && error.status >= 500) return false;
    throw error;
  }
}

/** The same with the options that are looked up in data sets, each by a question to its source: for designers, not for every call. */
async function allUnfit(ctx: Ctx, schema: FormSchema): Promise<FormFault[]> {
  const faults = await unfitFields(ctx.db, schema);
  for (const { field } of placed(schema.layout))
    if (isValueField(field) && (await isKeptFromStrangers(ctx, field)))
      faults.push({ fieldId: field.id, message: `“${field.label || field.id}”（选项含敏感数据或没有权限）` });
  return faults;
}

/** Why a form cannot be filled in without an account; null when it can. */
export const refusalOfForm = async (ctx: Ctx, schema: FormSchema): Promise<string | null> => refusalFor(await allUnfit(ctx, schema));
export function refusalFor(faults: readonly FormFault[]): string | null {
  const names = faults.map(({ message }) => message);
  return names.length === 0 ? null : `公开填报不支持这些字段：${names.join('、')}。请先移除或更换`;
}

/** What of a version about to be published its open links could not offer. */
export async function linkFaults(ctx: Ctx, formId: string, schema: FormSchema): Promise<FormFault[]> {
  const { db, now } = ctx;
  const open = await db
    .selectFrom('fillingLink')
    .select('id')
    .where('formId', '=', formId)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .where((e) => e.or([e('expireTime', 'is', null), e('expireTime', '>', now)]))
    .executeTakeFirst();
  if (!open) return [];
  return (await allUnfit(ctx, schema)).map(({ fieldId, message }) => ({
    fieldId,
    message: `表单有公开填报链接，不支持字段${message}，请移除字段或先禁用链接`,
  }));
}
