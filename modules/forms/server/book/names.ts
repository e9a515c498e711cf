import type { Ctx } from '#kit/server/ctx.ts';
import type { ValueField } from '../../contract/field.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { choiceSource, isList, isValueField, placed, type ChoiceSource } from '../../core/index.ts';
import { optionsOf } from '../options/lookups.ts';
import { MAX_VALUES } from '../options/question.ts';
import type { BookRecord } from './read.ts';

type Values = Record<string, unknown>;
/** The values of a record or of a row of a sub-table, with the record around it. */
interface Line {
  readonly own: Values;
  readonly record: BookRecord;
}
const listed = (value: unknown): string[] =>
  value === null || value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String);

/** The values behind what people wrote; null = it means several. What is no name of an option is left as it stands. */
async function meanings(
  ctx: Ctx,
  source: ChoiceSource,
  parent: string | null,
  names: readonly string[],
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>();
  for (let at = 0; at < names.length; at += MAX_VALUES) {
    const options = await optionsOf(ctx, source, { names: names.slice(at, at + MAX_VALUES), parent });
    for (const { value, label } of options ?? []) found.set(label, found.has(label) && found.get(label) !== value ? null : value);
  }
  return found;
}

async function resolveField(ctx: Ctx, field: ValueField, above: ValueField | null, lines: readonly Line[]): Promise<void> {
  const source = choiceSource(field);
  if (!source || source.from === 'file') return;
  const hangs = 'filterColumn' in source && source.filterColumn !== undefined;
  const parentOf = ({ own, record }: Line): string | null =>
    hangs && above ? String(own[above.key] ?? record.values[above.key] ?? '') || null : null;
  const groups = new Map<string | null, Line[]>();
  for (const line of lines)
    if (listed(line.own[field.key]).length > 0) groups.set(parentOf(line), [...(groups.get(parentOf(line)) ?? []), line]);
  for (const [parent, some] of groups) {
    const names = [...new Set(some.flatMap(({ own }) => listed(own[field.key])))];
    const known = await meanings(ctx, source, parent, names);
    for (const { own, record } of some) {
      const given = listed(own[field.key]);
      const unclear = given.find((name) => known.get(name) === null);
      if (unclear !== undefined)
        record.errors.push({ row: record.row, column: field.label, message: `“${field.label}”：有多个“${unclear}”，请改填账号或编号` });
      const values = given.map((name) => known.get(name) ?? name);
      own[field.key] = isList(field) ? values : values[0];
    }
  }
}

/** Puts the values of options in place of their names: one question per field and value above, however many records there are. */
export async function resolveNames(ctx: Ctx, schema: FormSchema, records: readonly BookRecord[]): Promise<void> {
  const all = placed(schema.layout);
  const byId = new Map(all.flatMap(({ field }) => (isValueField(field) ? [[field.id, field] as const] : [])));
  for (const { field, sub } of all) {
    if (!isValueField(field)) continue;
    const lines = records.flatMap((record): Line[] =>
      sub ? ((record.values[sub.key] as Values[] | undefined) ?? []).map((own) => ({ own, record })) : [{ own: record.values, record }],
    );
    await resolveField(ctx, field, ('parent' in field && field.parent !== undefined && byId.get(field.parent)) || null, lines);
  }
}
