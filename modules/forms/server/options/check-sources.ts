import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { asDataSet, storedSet } from '#modules/datasets/server/index.ts';
import { dictItems } from '#modules/system/server/index.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { choiceSource, isValueField, placed, type ChoiceSource, type FormFault } from '../../core/index.ts';
import { apiProblem } from './api-options.ts';
import { formProblem } from './form-options.ts';
import { optionsOf } from './lookups.ts';
import { setProblem } from './set-options.ts';

const LOOKED_UP = ['dataset', 'form', 'api', 'dict'] as const;
type LookedUp = Extract<ChoiceSource, { from: (typeof LOOKED_UP)[number] }>;
interface Sourced {
  readonly fieldId: string;
  readonly label: string;
  readonly source: LookedUp;
  readonly fills: readonly { readonly from: string; readonly to: string }[];
}

const isLookedUp = (source: ChoiceSource): source is LookedUp => (LOOKED_UP as readonly string[]).includes(source.from);

/** Fields of a form whose options are looked up somewhere, as far as that is chosen already. */
function sourced(schema: FormSchema): Sourced[] {
  return placed(schema.layout).flatMap(({ field }) => {
    const source = isValueField(field) ? choiceSource(field) : null;
    if (!source || !isLookedUp(source)) return [];
    const isChosen = !Object.values(source).includes('');
    const fills = 'fills' in field ? (field.fills ?? []) : [];
    return isChosen ? [{ fieldId: field.id, label: field.label || field.id, source, fills }] : [];
  });
}

async function mayRead(ctx: Ctx, { source, fills }: Sourced): Promise<boolean> {
  try {
    return (await optionsOf(ctx, source, { values: ['-'], parent: '-', fills })) !== null;
  } catch (error) {
    // a source that is down now says nothing about rights
    if (error instanceof AppError && error.status >= 500) return true;
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Throws input.invalid for options from a data set, a form or an API on which the caller has no right: nobody lends what one does not have. What stood
 * in the draft before, as somebody else has chosen it, may stay.
 */
export async function assertSources(ctx: Ctx, schema: FormSchema, before: FormSchema | null): Promise<void> {
  const old = new Set(before ? sourced(before).map(({ source, fills }) => JSON.stringify([source, fills])) : []);
  const problems: { path: string; message: string }[] = [];
  for (const one of sourced(schema)) {
    if (one.source.from === 'dict' || old.has(JSON.stringify([one.source, one.fills]))) continue;
    if (!(await mayRead(ctx, one)))
      problems.push({ path: `schema.${one.fieldId}`, message: `“${one.label}”的选项来源不存在或没有权限，请更换或先取得权限` });
  }
  if (problems.length > 0) throw new AppError('input.invalid', problems[0]!.message, problems);
}

/** Options of a form that cannot work, whoever fills it in: their source or one of its columns is gone. */
export async function sourceFaults(ctx: Ctx, schema: FormSchema): Promise<FormFault[]> {
  const faults: FormFault[] = [];
  for (const { fieldId, label, source, fills } of sourced(schema)) {
    const problem = await problemOf(ctx, source, fills);
    if (problem !== null) faults.push({ fieldId, message: `“${label}”的选项来源：${problem}` });
  }
  return faults;
}
async function problemOf(ctx: Ctx, source: LookedUp, fills: Sourced['fills']): Promise<string | null> {
  if (source.from === 'dict')
    return (await dictItems(ctx.db, source.dictType)).length > 0 ? null : `没有字典“${source.dictType}”，或字典为空`;
  if (source.from === 'api') return apiProblem(ctx, source);
  if (source.from === 'form') return formProblem(ctx, source, fills);
  const row = await storedSet(ctx.db, source.setId);
  if (!row) return '数据集不存在或已删除';
  return row.status === '0' ? `数据集“${row.setName}”已禁用` : setProblem(asDataSet(row), source, fills);
}
