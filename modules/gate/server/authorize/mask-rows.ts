import { hideWhole, maskValue } from '#kit/core/mask/index.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { shownByClass } from '../classify/masks.ts';
import { accessOf, type NamedTable } from './access.ts';
import { SENSITIVE_LEVELS } from './seen.ts';

/** How a masked value is shown. */
export type Shown = (value: unknown) => unknown;

/** How the caller sees each of the named columns of a table: null = as it is. A name that the catalogue does not know of the table is hidden whole. */
export async function masksFor(
  ctx: Ctx,
  table: NamedTable & { readonly sourceId: string },
  columns: readonly string[],
): Promise<(Shown | null)[]> {
  const access = await accessOf(ctx.db, ctx.user, table.sourceId, ctx.now);
  return masksUnless(ctx, table.id, columns, (name) => access.isClear(table, name, 'query'));
}

/** How whoever holds no right to see sensitive columns in the clear sees each of the named columns of a table, as `masksFor`. */
export const masksForOthers = (
  within: { readonly app: App; readonly db: Db },
  tableId: string,
  columns: readonly string[],
): Promise<(Shown | null)[]> => masksUnless(within, tableId, columns, () => false);

async function masksUnless(
  { app, db }: { readonly app: App; readonly db: Db },
  tableId: string,
  columns: readonly string[],
  isClear: (name: string) => boolean,
): Promise<(Shown | null)[]> {
  const known = await classified(db, tableId);
  const masks = await shownByClass(app, db, [...new Set([...known.values()].flatMap(({ classId }) => classId ?? []))]);
  return columns.map((name): Shown | null => {
    const column = known.get(name);
    if (!column) return hideWhole;
    if (column.level === null || !SENSITIVE_LEVELS.includes(column.level) || isClear(name)) return null;
    if (column.isMaskedWhole === '1') return hideWhole;
    return (column.classId === null ? undefined : masks.get(column.classId)?.show) ?? maskValue;
  });
}

/**
 * Rows of a table that the platform read itself, as the caller may see them: values of L3 and L4 columns by the mask of their class unless
 * the caller holds `unmask` on them. `columns` names the values of each row by position; a name that the catalogue does not know of the table
 * is hidden whole. Row filters of grants are not applied: the rows must be those that the caller may have.
 */
export async function maskRows(
  ctx: Ctx,
  table: NamedTable & { readonly sourceId: string },
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<unknown[][]> {
  const shows = await masksFor(ctx, table, columns);
  return rows.map((row) => row.map((value, i) => (shows[i] ? shows[i](value) : value)));
}

async function classified(db: Db, tableId: string) {
  const rows = await db
    .selectFrom('metadataColumn')
    .leftJoin('metadataClass', (join) =>
      join.onRef('metadataClass.id', '=', 'metadataColumn.classId').on('metadataClass.deletedAt', 'is', null),
    )
    .select((e) => [
      'metadataColumn.columnName',
      'metadataColumn.classId',
      'metadataColumn.isMaskedWhole',
      e.fn.coalesce('metadataColumn.level', 'metadataClass.level').as('level'),
    ])
    .where('metadataColumn.tableId', '=', tableId)
    .where('metadataColumn.deletedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.columnName, row]));
}
