import { describeMask } from '#kit/core/mask/describe.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { SeenColumn } from '../../contract/authorize.ts';
import { masksByClass } from '../classify/masks.ts';
import { accessOf, rowsOfColumn, type Access, type NamedTable } from './access.ts';

/** Levels whose values are masked without a grant of `unmask`. */
export const SENSITIVE_LEVELS = ['L3', 'L4'];

interface Levelled {
  id: string;
  name: string;
  cnName: string | null;
  level: string | null;
  /** description of its mask (前 3 后 4); null for columns that are not sensitive */
  mask: string | null;
}

/** The columns of a table with their levels and the masks that hold for them. */
export async function levelledColumns(db: Db, tableId: string): Promise<Levelled[]> {
  const rows = await db
    .selectFrom('metadataColumn')
    .leftJoin('metadataClass', (join) =>
      join.onRef('metadataClass.id', '=', 'metadataColumn.classId').on('metadataClass.deletedAt', 'is', null),
    )
    .select((e) => [
      'metadataColumn.id',
      'metadataColumn.columnName',
      'metadataColumn.cnName',
      'metadataColumn.columnComment',
      'metadataColumn.classId',
      'metadataColumn.isMaskedWhole',
      e.fn.coalesce('metadataColumn.level', 'metadataClass.level').as('level'),
    ])
    .where('metadataColumn.tableId', '=', tableId)
    .where('metadataColumn.deletedAt', 'is', null)
    .orderBy('metadataColumn.columnPosition')
    .orderBy('metadataColumn.id')
    .limit(2000)
    .execute();
  const isSensitive = (level: string | null) => level !== null && SENSITIVE_LEVELS.includes(level);
  const masks = await masksByClass(db, [
    ...new Set(rows.flatMap((row) => (row.classId !== null && isSensitive(row.level) ? [row.classId] : []))),
  ]);
  return rows.map((row) => ({
    id: row.id,
    name: row.columnName,
    cnName: row.cnName ?? row.columnComment,
    level: row.level,
    mask: !isSensitive(row.level)
      ? null
      : row.isMaskedWhole === '1'
        ? '全部隐藏'
        : describeMask(row.classId === null ? undefined : masks.get(row.classId)),
  }));
}

const seenFor = (access: Access | null, table: NamedTable, column: Levelled, action: 'query' | 'preview'): SeenColumn => {
  const isHidden = rowsOfColumn(access?.on(table, action) ?? null, column.name) === undefined;
  const isMasked = !isHidden && column.mask !== null && !access!.isClear(table, column.name, action);
  return { ...column, shown: isHidden ? 'hidden' : isMasked ? 'masked' : 'clear', mask: isMasked ? column.mask : null };
};

/** What one account sees of each column of a table when it queries it; `access` null = nothing at all. */
export async function seenColumns(db: Db, access: Access | null, table: NamedTable): Promise<SeenColumn[]> {
  return (await levelledColumns(db, table.id)).map((column) => seenFor(access, table, column, 'query'));
}

/** How an account reads a whole column: as it is, masked, only some of its rows, or not at all. */
export type WholeColumn = 'clear' | 'masked' | 'rows' | 'hidden';

/**
 * How the caller reads each column of a table over all of its rows, by id: what was collected or measured of it by somebody else, values and
 * counts per value, is theirs only where it says `clear`.
 */
export async function wholeColumns(ctx: Ctx, table: NamedTable & { readonly sourceId: string }): Promise<ReadonlyMap<string, WholeColumn>> {
  const [access, columns] = await Promise.all([accessOf(ctx.db, ctx.user, table.sourceId, ctx.now), levelledColumns(ctx.db, table.id)]);
  return new Map(
    columns.map((column): [string, WholeColumn] => {
      const rows = rowsOfColumn(access.on(table, 'query'), column.name);
      if (rows === undefined) return [column.id, 'hidden'];
      if (column.mask !== null && !access.isClear(table, column.name, 'query')) return [column.id, 'masked'];
      return [column.id, rows === null ? 'clear' : 'rows'];
    }),
  );
}

/**
 * Names of the columns of a table that the caller may take away as a file in the way that they are shown: all rows of them, and masked there
 * unless the right to export sees them in the clear, too.
 */
export async function exportableColumns(ctx: Ctx, table: NamedTable & { readonly sourceId: string }): Promise<ReadonlySet<string>> {
  const [access, columns] = await Promise.all([accessOf(ctx.db, ctx.user, table.sourceId, ctx.now), levelledColumns(ctx.db, table.id)]);
  const may = ({ name, mask }: Levelled) =>
    rowsOfColumn(access.on(table, 'export'), name) === null &&
    (mask === null || access.isClear(table, name, 'export') || !access.isClear(table, name, 'query'));
  return new Set(columns.filter(may).map(({ name }) => name));
}

/**
 * What the caller sees of each column of a table: in answers to queries, or in the preview where only that is granted. Answers one entry for
 * every column of the table, at most 2000, in their order, also for columns whose description the caller may not read.
 */
export async function columnsAsSeen(ctx: Ctx, table: NamedTable & { readonly sourceId: string }): Promise<SeenColumn[]> {
  const [access, columns] = await Promise.all([accessOf(ctx.db, ctx.user, table.sourceId, ctx.now), levelledColumns(ctx.db, table.id)]);
  return columns.map((column) => {
    const queried = seenFor(access, table, column, 'query');
    return queried.shown === 'hidden' ? seenFor(access, table, column, 'preview') : queried;
  });
}
