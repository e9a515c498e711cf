import type { Db } from '#kit/server/ctx.ts';
import type { SeenColumn } from '../../contract/authorize.ts';
import { describeMask } from '../../core/mask.ts';
import { masksByClass } from '../classify/masks.ts';
import { rowsOfColumn, type Access, type NamedTable } from './access.ts';

/** Levels whose values nobody sees in the clear without a grant of `unmask`. */
export const SENSITIVE_LEVELS = ['L3', 'L4'];

interface Levelled {
  id: string;
  name: string;
  cnName: string | null;
  level: string | null;
  /** what is seen of it without 明文; null = it is not sensitive */
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

/** What one account sees of each column of a table when it queries it; `access` null = nothing at all. */
export async function seenColumns(db: Db, access: Access | null, table: NamedTable): Promise<SeenColumn[]> {
  const held = access?.on(table, 'query') ?? null;
  const columns = await levelledColumns(db, table.id);
  return columns.map((column) => {
    const isHidden = rowsOfColumn(held, column.name) === undefined;
    const isMasked = !isHidden && column.mask !== null && !access!.isClear(table, column.name, 'query');
    return { ...column, shown: isHidden ? 'hidden' : isMasked ? 'masked' : 'clear', mask: isMasked ? column.mask : null };
  });
}
