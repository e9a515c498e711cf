import type { App, Db } from '#kit/server/ctx.ts';
import { sql } from 'kysely';
import { registerTables } from '#modules/catalogue/server/index.ts';
import { MANAGED_HOST } from '#modules/sources/contract/source.ts';
import { harvested, identityOf } from './harvested.ts';
import { SCHEMA } from './names.ts';
import { prepareReader, prepareSchema, readerOf } from './reader.ts';
import { allTables, type OwnedTable } from './stored.ts';

const NAME = '平台数据';
/** Account of what the platform does by itself. */
const PLATFORM = 'system';

/** The id of the source that managed tables are; null where it is left out. */
export async function managedSourceId(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('metadataSource')
    .select('id')
    .where('host', '=', MANAGED_HOST)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Managed tables as the catalogue knows them, by their names; empty where the source is left out, so that nobody could have classified them. */
export async function cataloguedTables(
  db: Db,
  names: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly sourceId: string; readonly schema: string }>> {
  const sourceId = names.length === 0 ? null : await managedSourceId(db);
  if (sourceId === null) return new Map();
  const rows = await db
    .selectFrom('metadataTable')
    .select(['id', 'tableName'])
    .where('sourceId', '=', sourceId)
    .where('schemaName', '=', SCHEMA)
    .where('tableName', 'in', [...names])
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(rows.map(({ id, tableName }) => [tableName, { id, sourceId, schema: SCHEMA }]));
}

/** Registers the source once. It is not shared: who may read what was filled in is decided by grants, as for any source. */
async function registerSource(app: App): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const dbName = rows[0]!.name;
    const id = await managedSourceId(db);
    if (id !== null) {
      await db.updateTable('metadataSource').set({ dbName }).where('id', '=', id).where('dbName', '!=', dbName).execute();
      return;
    }
    const taken = await db
      .selectFrom('metadataSource')
      .select('id')
      .where('sourceName', '=', NAME)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    const now = app.now();
    await db
      .insertInto('metadataSource')
      .values({
        id: app.ids.next(),
        sourceName: taken ? `${NAME}（系统）` : NAME,
        dbType: '5',
        remark: '数据填报与主数据的表，由系统建立并登记',
        host: MANAGED_HOST,
        port: 5432,
        dbName,
        schemas: JSON.stringify([SCHEMA]),
        isSync: '2',
        syncTime: now,
        createBy: PLATFORM,
        createTime: now,
        updateBy: PLATFORM,
        updateTime: now,
      })
      .execute();
  });
}

/** Opens tables to the reader and closes what is hidden. */
export async function grantReading(app: App, db: Db, tables: readonly OwnedTable[]): Promise<void> {
  const reader = await readerOf(app, db);
  if (reader === null) return;
  for (const { name, isHidden } of tables) {
    const table = sql.id(SCHEMA, name);
    if (isHidden) await sql`revoke select on ${table} from ${sql.id(reader)}`.execute(db.withoutPlugins());
    else await sql`grant select on ${table} to ${sql.id(reader)}`.execute(db.withoutPlugins());
  }
}

/**
 * Writes tables into the catalogue, in the transaction that makes or changes them. Answers what has to follow the commit; null when
 * nothing differed or the source is left out.
 */
export async function registerInCatalogue(
  app: App,
  db: Db,
  { by, tables, dropped = [] }: { by: string; tables: readonly OwnedTable[]; dropped?: readonly OwnedTable[] },
): Promise<(() => Promise<void>) | null> {
  const sourceId = await managedSourceId(db);
  if (sourceId === null) return null;
  return registerTables(app, db, {
    sourceId,
    by,
    tables: tables.filter((table) => !table.isHidden).map(harvested),
    hidden: [...tables.filter((table) => table.isHidden), ...dropped].map(identityOf),
  });
}

/**
 * Makes schema, reader and source, and brings the catalogue up to date, as far as the database lets us: what is missing is a condition of
 * the node. Runs at every start; what is there already costs a few queries.
 */
export async function prepareManaged(app: App): Promise<void> {
  const noSchema = await prepareSchema(app);
  const noReader = noSchema ?? (await prepareReader(app));
  app.conditions.set('managed.schema', noSchema);
  // every installation names a reader; a node that is told of none does not offer the source
  const isOffered = app.settings.managedReaderUrl !== null;
  app.conditions.set('managed.reader', noSchema === null && isOffered ? noReader : null);
  if (noReader !== null) return;
  await registerSource(app);
  const follow = await app.db.transaction().execute(async (db) => {
    const tables = await allTables(db);
    await grantReading(app, db, tables);
    return registerInCatalogue(app, db, { by: PLATFORM, tables });
  });
  await follow?.();
}
