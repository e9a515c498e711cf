import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { runPreparedQuery } from '#kit/server/db/prepared.ts';
import { namedCache } from '#kit/server/named-cache.ts';
import type { DialectName } from '../contract/db-types.ts';
import { MANAGED_HOST } from '../contract/source.ts';
import { catalogOf, type Catalog, type CatalogTable } from '../core/catalog.ts';
import { dialectOf } from '../core/dialects.ts';
import type { HarvestedPartition } from './adapter/types.ts';

const cache = namedCache<{ stamp: string; catalog: Catalog }>({
  name: 'metadata.catalogue',
  label: '数据源目录',
  summary: '校验 SQL 时使用的表和字段清单，清除后首次查询会重新读取',
  max: 20,
});
/** Removes the catalogue of a source from the cache of this node; the next `catalogOfSource` reads it again. */
export const forgetCatalog = (sourceId: string): void => cache.delete(sourceId);

/** What of a source decides how names in its catalogue are compared and found. */
export interface CatalogOwner {
  readonly id: string;
  readonly adapter: { readonly dialect: DialectName };
  readonly connection: { readonly host: string; readonly database: string; readonly username: string | null };
}

/** For a select from `metadata_source`: a version stamp of its catalogue, made of the number of tables and the latest change. */
export const stampColumn = sql<string>`(select count(*)::text || ' ' || coalesce(max(known.update_time)::text, '') from metadata_table known
  where known.source_id = metadata_source.id and known.deleted_at is null)`.as('stamp');

async function catalogStamp(db: Db, sourceId: string): Promise<string> {
  const query = db.selectFrom('metadataSource').select(stampColumn).where('id', '=', sourceId);
  return (await runPreparedQuery(db, query))[0]?.stamp ?? '';
}

/** A partition by its own name: the same table to rights, levels and masks. */
const partOf = (whole: CatalogTable, { schema, name, columns }: HarvestedPartition): CatalogTable => ({
  id: whole.id,
  schema,
  name,
  // a column that the table has not got yet in the catalogue is none that anybody knows about
  columns: columns?.every((column) => whole.columns.includes(column)) ? columns : whole.columns,
  wholeOf: { schema: whole.schema, name: whole.name },
});

/**
 * The harvested tables and views of a source with their columns, as statements are resolved against. Cached on this node until the
 * catalogue of the source changes on any node. `known`: the value of `stampColumn`, if the caller has just read it; saves a query.
 */
export async function catalogOfSource(db: Db, source: CatalogOwner, known?: string): Promise<Catalog> {
  const { id: sourceId, adapter, connection } = source;
  const read = known ?? (await catalogStamp(db, sourceId));
  const place = { database: connection.database, account: connection.username };
  const stamp = JSON.stringify([read, adapter.dialect, place]);
  const kept = cache.get(sourceId);
  if (kept?.stamp === stamp) return kept.catalog;
  const [tables, columns] = await Promise.all([
    db
      .selectFrom('metadataTable')
      .select(['id', 'schemaName', 'tableName', 'partitions'])
      .where('sourceId', '=', sourceId)
      .where('deletedAt', 'is', null)
      .execute(),
    db
      .selectFrom('metadataColumn')
      .select(['tableId', 'columnName'])
      .where('sourceId', '=', sourceId)
      .where('deletedAt', 'is', null)
      .orderBy('tableId')
      .orderBy('columnPosition')
      .execute(),
  ]);
  const byTable = new Map<string, string[]>();
  for (const { tableId, columnName } of columns) {
    const names = byTable.get(tableId);
    if (names) names.push(columnName);
    else byTable.set(tableId, [columnName]);
  }
  const catalog = catalogOf(
    tables.flatMap(({ id, schemaName, tableName, partitions }) => {
      const whole = { id, schema: schemaName, name: tableName, columns: byTable.get(id) ?? [] };
      return [whole, ...(partitions as HarvestedPartition[]).map((part) => partOf(whole, part))];
    }),
    dialectOf(adapter.dialect),
    place,
    { hidesColumns: connection.host === MANAGED_HOST },
  );
  cache.set(sourceId, { stamp, catalog });
  return catalog;
}
