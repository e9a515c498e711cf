import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { ValueField } from '../../contract/field.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { choiceSource, mainFields, subforms, type ChoiceSource } from '../../core/index.ts';
import { optionsOf } from './lookups.ts';
import { MAX_VALUES } from './question.ts';

type Values = Readonly<Record<string, unknown>>;
/** What people read in place of values that were chosen, by field and value. */
export type Labels = Record<string, Record<string, string>>;

const listed = (value: unknown): string[] =>
  value === null || value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String);

async function namesOf(ctx: Ctx, source: ChoiceSource, values: readonly string[]): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  try {
    for (let at = 0; at < values.length; at += MAX_VALUES)
      for (const { value, label } of (await optionsOf(ctx, source, { values: values.slice(at, at + MAX_VALUES) })) ?? [])
        names[value] = label;
  } catch (error) {
    // a list is not kept from anybody because the source of some names is down
    if (!(error instanceof AppError)) throw error;
  }
  return names;
}

/** Names of what was chosen in records, as far as the caller may see the options: one question per field. */
export async function labelsOf(
  ctx: Ctx,
  schema: FormSchema,
  records: readonly Values[],
  hidden: ReadonlySet<string> = new Set(),
): Promise<Labels> {
  const labels: Labels = {};
  const name = async (field: ValueField, rows: readonly Values[]): Promise<void> => {
    const source = choiceSource(field);
    if (!source || source.from === 'file' || hidden.has(field.id)) return;
    const values = [...new Set(rows.flatMap((row) => listed(row[field.key])))];
    if (values.length > 0) labels[field.id] = await namesOf(ctx, source, values);
  };
  for (const field of mainFields(schema)) await name(field, records);
  for (const sub of subforms(schema)) {
    const rows = records.flatMap((record) => (record[sub.key] as Values[] | undefined) ?? []);
    for (const cell of sub.children) await name(cell, rows);
  }
  return labels;
}
