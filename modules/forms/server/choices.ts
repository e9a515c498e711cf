import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Choice } from '../contract/record.ts';
import type { FormSchema } from '../contract/schema.ts';
import { choiceSource } from '../core/references.ts';
import { isValueField } from '../core/index.ts';
import { compiledForm, dayOf, loadFillable, versionOf } from './load.ts';
import { optionsOf } from './options/lookups.ts';
import { MAX_VALUES } from './options/question.ts';

interface Asked {
  readonly keyword?: string | undefined;
  readonly parent?: string | undefined;
  /** values whose names are asked for, with commas between them */
  readonly values?: string | undefined;
}

/** Options of a field of a published form as the caller may see them; null when the caller has no right on their source. */
export async function choicesOf(ctx: Ctx, schema: FormSchema, fieldId: string, asked: Asked): Promise<Choice[] | null> {
  const node = compiledForm(schema, dayOf(ctx.now)).nodes.get(fieldId);
  const field = node && isValueField(node.field) ? node.field : null;
  const source = field && choiceSource(field);
  if (!field || !source || source.from === 'file') throw new AppError('entity.notFound', '字段不存在或没有选项');
  const values = asked.values?.split(',').filter(Boolean).slice(0, MAX_VALUES);
  const fills = 'fills' in field ? field.fills : undefined;
  const found = await optionsOf(ctx, source, { keyword: asked.keyword, parent: asked.parent, values, fills });
  return found && [...found];
}

/** Options of a field of a form that the caller is to fill in. */
export async function choices(ctx: Ctx, { id, fieldId }: { id: string; fieldId: string }, asked: Asked): Promise<Choice[] | null> {
  const form = await loadFillable(ctx, id);
  const { schema } = await versionOf(ctx.db, form.id, form.versionNo);
  return choicesOf(ctx, schema, fieldId, asked);
}
