import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { fieldRef, selectFrom, type OwnedTable } from '#modules/managed/server/index.ts';
import type { ValueField } from '../../contract/field.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { mainFields, references, sheetsOf, subforms, validateRecord, type CompiledForm, type Reference } from '../../core/index.ts';
import { toValues } from '../cells.ts';
import { compiledForm, dayOf } from '../load.ts';
import { referenceProblems } from '../options/check-references.ts';
import { formTables } from '../tables.ts';
import type { BookRecord } from './read.ts';

type Values = Readonly<Record<string, unknown>>;
/** A record of a file as it would be stored. */
export interface Judged {
  readonly record: BookRecord;
  readonly values: Values;
}

/** Says of a place of a record where it stands in the file. */
class Places {
  readonly #headers = new Map<string, { header: string; sheet: string; sub: string | null }>();
  constructor(schema: FormSchema) {
    const keys = new Map(subforms(schema).map(({ id, key }) => [id, key]));
    for (const { subId, name, columns } of sheetsOf(schema))
      for (const { field, header } of columns)
        this.#headers.set(field.id, { header, sheet: name, sub: (subId && keys.get(subId)) ?? null });
  }
  /** True when something in the column is blamed already: one sentence is enough. */
  isBlamed({ errors }: BookRecord, fieldId: string): boolean {
    const header = this.#headers.get(fieldId)?.header;
    return errors.some(({ column }) => column === header);
  }
  blame({ row, errors, places }: BookRecord, fieldId: string, at: number | null, message: string): void {
    const known = this.#headers.get(fieldId);
    const rowInSheet = known?.sub && at !== null ? places.get(known.sub)?.[at] : undefined;
    if (rowInSheet === undefined) errors.push({ row, column: known?.header ?? '', message });
    else
      errors.push({ row, column: `${known!.sheet}·${known!.header}`, message: `工作表“${known!.sheet}”第 ${rowInSheet} 行：${message}` });
  }
}

interface Standing extends Reference {
  readonly record: BookRecord;
}
/** Row of a sub-table in a path: `values.items.3.name`. */
const rowIn = (path: string): number | null => {
  const [, , at] = path.split('.');
  return at !== undefined && /^\d+$/.test(at) ? Number(at) : null;
};

/** What of the values of a field that must not repeat is there already; values as they are told apart. */
async function taken(ctx: Ctx, table: OwnedTable | undefined, field: ValueField, values: readonly unknown[]): Promise<ReadonlySet<string>> {
  const column = table?.columns.find(({ fieldId, isHidden }) => fieldId === field.id && !isHidden);
  if (!table || !column || values.length === 0) return new Set();
  const list = values.map(String);
  const at = fieldRef(table, field.id);
  const among =
    column.type.kind === 'number'
      ? sql<boolean>`${at} = any(${list}::numeric[])`
      : column.type.kind === 'date'
        ? sql<boolean>`${at} = any(${list}::date[])`
        : sql<boolean>`${at} = any(${list}::text[])`;
  const rows = (await selectFrom(ctx.db, table, [field.id]).where(among).execute()) as Values[];
  return new Set(rows.map((row) => String(toValues(table, [field], row)[field.key])));
}

async function judgeUnique(ctx: Ctx, formId: string, schema: FormSchema, judged: readonly Judged[], places: Places): Promise<void> {
  const tables = await formTables(ctx.db, formId);
  const look = async (
    part: string,
    field: ValueField,
    lines: { record: BookRecord; at: number | null; value: unknown }[],
  ): Promise<void> => {
    const filled = lines.filter(({ value }) => value !== null && value !== undefined);
    const known = await taken(
      ctx,
      tables.get(part),
      field,
      filled.map(({ value }) => value),
    );
    const first = new Map<string, BookRecord>();
    for (const { record, at, value } of filled) {
      const text = String(value);
      const twin = first.get(text);
      if (known.has(text)) places.blame(record, field.id, at, `“${field.label}”的内容已有人填报，不能重复`);
      else if (twin) places.blame(record, field.id, at, `文件内重复：第 ${twin.row} 行与第 ${record.row} 行的“${field.label}”相同`);
      else first.set(text, record);
    }
  };
  for (const field of mainFields(schema))
    if (field.isUnique)
      await look(
        '',
        field,
        judged.map(({ record, values }) => ({ record, at: null, value: values[field.key] })),
      );
  for (const sub of subforms(schema))
    for (const cell of sub.children)
      if (cell.isUnique)
        await look(
          sub.id,
          cell,
          judged.flatMap(({ record, values }) =>
            ((values[sub.key] as Values[] | undefined) ?? []).map((row, at) => ({ record, at, value: row[cell.key] })),
          ),
        );
}

/**
 * Reads the records of a file by the very function that the browser and every single submission ask, looks up what only the server can, and
 * notes what is wrong with each. Nothing is written.
 */
export async function judgeRecords(ctx: Ctx, formId: string, schema: FormSchema, records: readonly BookRecord[]): Promise<Judged[]> {
  const form: CompiledForm = compiledForm(schema, dayOf(ctx.now));
  const places = new Places(schema);
  const person = { userId: ctx.user.id, deptId: ctx.user.deptId };
  const chosen: Standing[] = [];
  const judged = records.map((record): Judged => {
    const { values, problems, state } = validateRecord(form, record.values, { person });
    for (const { fieldId, row, message } of problems) places.blame(record, fieldId, row, message);
    for (const reference of references(form, state)) chosen.push({ ...reference, record });
    return { record, values };
  });
  for (const { reference, message } of await referenceProblems(ctx, chosen))
    if (!places.isBlamed(reference.record, reference.fieldId))
      places.blame(reference.record, reference.fieldId, rowIn(reference.path), message);
  await judgeUnique(ctx, formId, schema, judged, places);
  return judged;
}
