import type { Db } from '#kit/server/ctx.ts';
import { DB_KINDS, type DialectName } from '#modules/sources/contract/db-types.ts';
import { spelling } from '../core/dialects.ts';
import { NameIndex, type KnownTable } from './names.ts';

/** What lineage has to know of a source; no connection is made. */
export interface LineageSource {
  readonly id: string;
  readonly name: string;
  readonly dialect: DialectName;
  readonly database: string;
}

/** A living source, null when it is gone. */
export async function lineageSource(db: Db, id: string): Promise<LineageSource | null> {
  const row = await db
    .selectFrom('metadataSource')
    .select(['id', 'sourceName', 'dbType', 'dbName'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return { id, name: row.sourceName, dialect: DB_KINDS.get(row.dbType)?.dialect ?? 'postgres', database: row.dbName };
}

/** The living tables and columns of a source, for matching names. */
export async function loadNames(db: Db, source: LineageSource): Promise<NameIndex> {
  const tables = await db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName'])
    .where('sourceId', '=', source.id)
    .where('deletedAt', 'is', null)
    .orderBy('schemaName')
    .orderBy('tableName')
    .execute();
  const columns = await db
    .selectFrom('metadataColumn')
    .select(['tableId', 'columnName'])
    .where('sourceId', '=', source.id)
    .where('deletedAt', 'is', null)
    .orderBy('tableId')
    .orderBy('columnPosition')
    .execute();
  const byTable = new Map<string, Map<string, string>>();
  for (const { tableId, columnName } of columns) {
    let names = byTable.get(tableId);
    if (!names) byTable.set(tableId, (names = new Map()));
    names.set(spelling(columnName, source.dialect), columnName);
  }
  return new NameIndex(
    tables.map((row): KnownTable => ({
      id: row.id,
      schema: row.schemaName,
      name: row.tableName,
      columns: byTable.get(row.id) ?? new Map(),
    })),
    source,
  );
}
