import type { FlowComparison } from '#kit/contract/flow.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { BusinessType, KeptValue } from '#kit/server/flow.ts';

/** How what an approval has kept of a record is read today; null where all of it is read as it was kept. */
export const keptValues = async (db: Db, type: BusinessType, businessKey: string): Promise<KeptValue | null> =>
  (await type.keptValues?.(db, businessKey)) ?? null;

type Side = FlowComparison['tables'][number]['rows'][number]['before'];
const asText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value as string));

/** A kept comparison as it is read today. */
export function shownValues(comparison: FlowComparison, kept: KeptValue): FlowComparison {
  const side = (table: string, row: Side): Side =>
    row && Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(kept(`${table}.${name}`, value))]));
  return {
    against: comparison.against,
    fields: comparison.fields.map((field) => {
      const [before, after] = [asText(kept(field.name, field.before)), asText(kept(field.name, field.after))];
      return { ...field, before, after, isMasked: field.isMasked || before !== field.before || after !== field.after };
    }),
    tables: comparison.tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => ({ ...row, before: side(table.name, row.before), after: side(table.name, row.after) })),
    })),
  };
}
