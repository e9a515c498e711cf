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
  dataType: string;
  level: string | null;
  /** description of its mask (前 3 后 4); null for columns that are not sensitive */
  mask: string | null;
}

/** More columns of one table than this are left out. */
const MAX_COLUMNS = 2000;

/** The columns of tables with their levels and the masks that hold for them, by table: one statement however many tables there are. */
async function levelledColumnsOf(db: Db, tableIds: readonly string[]): Promise<ReadonlyMap<string, Levelled[]>> {
  const found = new Map<string, Levelled[]>(tableIds.map((id) => [id, []]));
  if (found.size === 0) return found;
  const rows = await db
    .selectFrom('metadataColumn')
    .leftJoin('metadataClass', (join) =>
      join.onRef('metadataClass.id', '=', 'metadataColumn.classId').on('metadataClass.deletedAt', 'is', null),
    )
    .select((e) => [
      'metadataColumn.id',
      'metadataColumn.tableId',
      'metadataColumn.columnName',
      'metadataColumn.cnName',
      'metadataColumn.columnComment',
      'metadataColumn.dataType',
      'metadataColumn.classId',
      'metadataColumn.isMaskedWhole',
      e.fn.coalesce('metadataColumn.level', 'metadataClass.level').as('level'),
    ])
    .where('metadataColumn.tableId', 'in', [...found.keys()])
    .where('metadataColumn.deletedAt', 'is', null)
    .orderBy('metadataColumn.columnPosition')
    .orderBy('metadataColumn.id')
    .limit(MAX_COLUMNS * found.size)
    .execute();
  const isSensitive = (level: string | null) => level !== null && SENSITIVE_LEVELS.includes(level);
  const masks = await masksByClass(db, [
    ...new Set(rows.flatMap((row) => (row.classId !== null && isSensitive(row.level) ? [row.classId] : []))),
  ]);
  const maskOf = ({ level, classId, isMaskedWhole }: (typeof rows)[number]): string | null => {
    if (!isSensitive(level)) return null;
    return isMaskedWhole === '1' ? '全部隐藏' : describeMask(classId === null ? undefined : masks.get(classId));
  };
  for (const row of rows) {
    const { id, dataType, level } = row;
    const [name, cnName] = [row.columnName, row.cnName ?? row.columnComment];
    found.get(row.tableId)!.push({ id, name, cnName, dataType, level, mask: maskOf(row) });
  }
  for (const [id, columns] of found) found.set(id, columns.slice(0, MAX_COLUMNS));
  return found;
}

/** The columns of a table with their levels and the masks that hold for them. */
export const levelledColumns = async (db: Db, tableId: string): Promise<Levelled[]> =>
  (await levelledColumnsOf(db, [tableId])).get(tableId) ?? [];

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
 * How the caller reads each column of tables of one source over all of their rows, by table and column: what was collected or measured of them by
 * somebody else, values and counts per value, is theirs only where it says `clear`.
 */
export async function wholeColumnsOf(
  ctx: Ctx,
  sourceId: string,
  tables: readonly NamedTable[],
  action: 'query' | 'preview' = 'query',
): Promise<ReadonlyMap<string, ReadonlyMap<string, WholeColumn>>> {
  const [access, columns] = await Promise.all([
    accessOf(ctx.db, ctx.user, sourceId, ctx.now),
    levelledColumnsOf(
      ctx.db,
      tables.map(({ id }) => id),
    ),
  ]);
  const readOf = (table: NamedTable, { name, mask }: Levelled): WholeColumn => {
    const rows = rowsOfColumn(access.on(table, action), name);
    if (rows === undefined) return 'hidden';
    if (mask !== null && !access.isClear(table, name, action)) return 'masked';
    return rows === null ? 'clear' : 'rows';
  };
  return new Map(
    tables.map((table) => [table.id, new Map((columns.get(table.id) ?? []).map((column) => [column.id, readOf(table, column)]))]),
  );
}

/** The same of one table. */
export const wholeColumns = async (
  ctx: Ctx,
  table: NamedTable & { readonly sourceId: string },
): Promise<ReadonlyMap<string, WholeColumn>> => (await wholeColumnsOf(ctx, table.sourceId, [table])).get(table.id) ?? new Map();

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
 * What the caller sees of each column of tables of one source: in answers to queries, or in the preview where only that is granted. Answers one
 * entry for every column of a table, at most 2000, in their order, also for columns whose description the caller may not read.
 */
export async function columnsAsSeenOf(
  ctx: Pick<Ctx, 'db' | 'user' | 'now'>,
  sourceId: string,
  tables: readonly NamedTable[],
): Promise<ReadonlyMap<string, SeenColumn[]>> {
  const [access, columns] = await Promise.all([
    accessOf(ctx.db, ctx.user, sourceId, ctx.now),
    levelledColumnsOf(
      ctx.db,
      tables.map(({ id }) => id),
    ),
  ]);
  const seen = (table: NamedTable, column: Levelled): SeenColumn => {
    const queried = seenFor(access, table, column, 'query');
    return queried.shown === 'hidden' ? seenFor(access, table, column, 'preview') : queried;
  };
  return new Map(tables.map((table) => [table.id, (columns.get(table.id) ?? []).map((column) => seen(table, column))]));
}

/** The same of one table. */
export const columnsAsSeen = async (ctx: Ctx, table: NamedTable & { readonly sourceId: string }): Promise<SeenColumn[]> =>
  (await columnsAsSeenOf(ctx, table.sourceId, [table])).get(table.id) ?? [];
