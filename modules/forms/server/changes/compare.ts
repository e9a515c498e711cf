import type { FlowComparison } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { comparedTable } from '#kit/server/flow-comparison.ts';
import type { ValueField } from '../../contract/field.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { mainFields, subforms, textOfValue } from '../../core/index.ts';
import { HIDDEN, sensitiveFields } from '../masked.ts';
import { labelsOf } from '../options/labels.ts';

type Values = Readonly<Record<string, unknown>>;
const isBlank = (value: unknown): boolean => value === null || value === undefined || (Array.isArray(value) && value.length === 0);
const rowsOf = (values: Values, key: string): readonly Values[] => (values[key] as readonly Values[] | undefined) ?? [];
const count = (value: unknown): number => (Array.isArray(value) ? value.length : 1);

/** Longest text of a side. */
const MAX_TEXT = 4_000;

/**
 * A record beside what a change makes of it, in the form's own order; the names of what was chosen are those that the caller may see. What
 * is classified is told to nobody: only whether it changes.
 */
export async function comparisonOf(
  ctx: Ctx,
  formId: string,
  schema: FormSchema,
  { before, after }: { readonly before: Values; readonly after: Values },
): Promise<FlowComparison> {
  const sensitive = await sensitiveFields(ctx.db, formId);
  const labels = await labelsOf(ctx, schema, [before, after], sensitive);
  const text = (field: ValueField, value: unknown): string | null => {
    if (isBlank(value)) return null;
    if (sensitive.has(field.id)) return HIDDEN;
    if (field.type === 'file' || field.type === 'image') return `${count(value)} 个文件`;
    if (field.type === 'signature') return '已签名';
    return textOfValue(field, value, labels[field.id]).slice(0, MAX_TEXT) || null;
  };
  const fields = mainFields(schema).map((field) => {
    const [was, is] = [before[field.key] ?? null, after[field.key] ?? null];
    const isSame = isBlank(was) ? isBlank(is) : JSON.stringify(was) === JSON.stringify(is);
    return {
      name: field.key,
      label: field.label,
      before: text(field, was),
      after: text(field, is),
      state: isSame ? ('same' as const) : ('changed' as const),
      isMasked: sensitive.has(field.id),
    };
  });
  const tables = subforms(schema).map((sub) => {
    const told = (row: Values) => ({
      id: String(row['id']),
      ...Object.fromEntries(sub.children.map((cell) => [cell.key, text(cell, row[cell.key] ?? null)])),
    });
    const columns = sub.children.map(({ key, label }) => ({ name: key, label }));
    const [was, is] = [rowsOf(before, sub.key).map(told), rowsOf(after, sub.key).map(told)];
    return comparedTable({ name: sub.key, label: sub.label, columns, key: 'id', before: was, after: is });
  });
  return { against: '现有填报', fields, tables };
}
