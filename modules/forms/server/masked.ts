import type { Ctx, Db } from '#kit/server/ctx.ts';
import { columnsAsSeenOf, levelledColumns, maskRows, SENSITIVE_LEVELS } from '#modules/gate/server/index.ts';
import { cataloguedTables, type OwnedTable } from '#modules/managed/server/index.ts';
import type { ValueField } from '../contract/field.ts';
import type { FormSchema } from '../contract/schema.ts';
import { mainFields, subforms } from '../core/index.ts';
import { formTables } from './tables.ts';

const catalogued = (db: Db, tables: readonly OwnedTable[]) =>
  cataloguedTables(
    db,
    tables.map(({ name }) => name),
  );

/**
 * Ids of the fields whose values in records of others the caller sees masked, as in every other place where their columns are read: classified
 * L3 or L4, without the right to see them in the clear. Whoever filled a record in sees the own values.
 */
export async function maskedFields(ctx: Pick<Ctx, 'db' | 'user' | 'now'>, formId: string): Promise<ReadonlySet<string>> {
  const tables = [...(await formTables(ctx.db, formId)).values()];
  const known = await catalogued(ctx.db, tables);
  const first = known.values().next().value;
  if (!first) return new Set();
  const seen = await columnsAsSeenOf(ctx, first.sourceId, [...known.values()]);
  return new Set(
    tables.flatMap(({ name, columns }) => {
      const sensitive = new Set(
        (seen.get(known.get(name)?.id ?? '') ?? [])
          .filter(({ level, shown }) => level !== null && SENSITIVE_LEVELS.includes(level) && shown !== 'clear')
          .map((column) => column.name),
      );
      // a range or a place is hidden when one of its columns is
      return columns.filter((column) => sensitive.has(column.name)).map(({ fieldId }) => fieldId.split('.')[0]!);
    }),
  );
}

/** Ids of the fields that are masked for whoever has no right to see them in the clear. */
export async function sensitiveFields(db: Db, formId: string): Promise<ReadonlySet<string>> {
  const tables = [...(await formTables(db, formId)).values()];
  const known = await catalogued(db, tables);
  const found = new Set<string>();
  for (const { name, columns } of tables) {
    const levels = new Map((known.has(name) ? await levelledColumns(db, known.get(name)!.id) : []).map((one) => [one.name, one.level]));
    for (const column of columns) if (SENSITIVE_LEVELS.includes(levels.get(column.name) ?? '')) found.add(column.fieldId.split('.')[0]!);
  }
  return found;
}

/** What stands for a value that is no plain text. */
export const HIDDEN = '******';

/** Values of one masked field as the caller may see them: by the mask of its column. */
async function shown(ctx: Ctx, table: OwnedTable | undefined, field: ValueField, values: readonly unknown[]): Promise<unknown[]> {
  const column = table?.columns.find(({ fieldId, isHidden }) => fieldId === field.id && !isHidden);
  const known = table && (await catalogued(ctx.db, [table]))?.get(table.name);
  if (!column || !known || column.type.kind !== 'text') return values.map((value) => (value === null ? null : HIDDEN));
  const rows = await maskRows(
    ctx,
    known,
    [column.name],
    values.map((value) => [value]),
  );
  return rows.map(([value]) => value);
}

/** Whose record it is; what came through a public link was filled in by somebody else than its owner. */
export const isOwn = (
  ctx: Pick<Ctx, 'user'>,
  { submitterId, linkId }: { readonly submitterId: string; readonly linkId?: string | null },
): boolean => submitterId === ctx.user.id && !linkId;

type Values = Record<string, unknown>;
/**
 * Puts masks over the values of records that others filled in; `values` are those of `records` by key and are changed. Answers the ids of the
 * fields that the caller sees masked there.
 */
export async function maskOthers(
  ctx: Ctx,
  formId: string,
  schema: FormSchema,
  records: readonly { readonly id: string; readonly submitterId: string; readonly linkId?: string | null }[],
  values: ReadonlyMap<string, Values>,
): Promise<ReadonlySet<string>> {
  const others = records.flatMap((record): Values[] => {
    const own = isOwn(ctx, record) ? undefined : values.get(record.id);
    return own ? [own] : [];
  });
  const masked = others.length === 0 ? new Set<string>() : await maskedFields(ctx, formId);
  if (masked.size === 0) return masked;
  const tables = await formTables(ctx.db, formId);
  const cover = async (part: string, fields: readonly ValueField[], rows: readonly Values[]): Promise<void> => {
    for (const field of fields) {
      if (!masked.has(field.id)) continue;
      const seen = await shown(
        ctx,
        tables.get(part),
        field,
        rows.map((row) => row[field.key] ?? null),
      );
      for (const [at, row] of rows.entries()) row[field.key] = seen[at];
    }
  };
  await cover('', mainFields(schema), others);
  for (const sub of subforms(schema))
    await cover(
      sub.id,
      sub.children,
      others.flatMap((row) => (row[sub.key] as Values[] | undefined) ?? []),
    );
  return masked;
}
