import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { fileStore } from '#modules/files/server/index.ts';
import { findSource, SourceError, storageOf, type Storage, type StoredTable } from '#modules/sources/server/index.ts';

/** What is measured: a registered source, or what the platform itself keeps. */
export interface Place {
  readonly storeType: string;
  readonly sourceId: string | null;
}
interface Options {
  readonly isExact: boolean;
  readonly signal: AbortSignal;
  readonly onTable?: (index: number, of: number, name: string) => Promise<void>;
}
/** A measurement, or why there is none as a Chinese sentence. */
export type Measured = { readonly storage: Storage; readonly problem: null } | { readonly storage: null; readonly problem: string };

/** Tables of the database of the platform with the bytes of all their partitions; rows below 0 = never analysed. */
const ownTables = (db: Db) =>
  sql<{ schema: string; name: string; estimate: number; bytes: string }>`
    select n.nspname as schema, c.relname as name, c.reltuples::float8 as estimate,
      case c.relkind when 'p' then (select coalesce(sum(pg_total_relation_size(t.relid)), 0) from pg_partition_tree(c.oid) t)
        else pg_total_relation_size(c.oid) end as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
      and n.nspname !~ '^pg_(toast|temp)' and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
    order by 1, 2`.execute(db);
const ownFigures = (db: Db) =>
  sql<{ bytes: string; connections: number }>`select pg_database_size(current_database()) as bytes,
    (select numbackends from pg_stat_database where datname = current_database()) as connections`.execute(db);

async function ownDatabase({ db }: App, { isExact, signal }: Options): Promise<Storage> {
  const begun = performance.now();
  await sql`select 1`.execute(db);
  const latencyMs = Math.round((performance.now() - begun) * 100) / 100;
  const tables: StoredTable[] = [];
  for (const { schema, name, estimate, bytes } of (await ownTables(db)).rows) {
    signal.throwIfAborted();
    const table = { schema, name, bytes: Number(bytes) };
    if (!isExact && estimate >= 0) tables.push({ ...table, rows: estimate, isExact: false });
    else {
      const { rows: counted } = await sql<{ n: string }>`select count(*) as n from ${sql.id(table.schema, table.name)}`.execute(db);
      tables.push({ ...table, rows: Number(counted[0]!.n), isExact: true });
    }
  }
  const figures = (await ownFigures(db)).rows[0]!;
  return { usedBytes: Number(figures.bytes), connections: figures.connections, latencyMs, tables };
}

/** The file store of the platform: its objects are counted one by one on demand, else what the rows of files say. */
async function ownFiles({ db, settings }: App, { isExact, signal }: Options): Promise<Storage> {
  const store = fileStore(settings);
  const begun = performance.now();
  await store.check();
  const latencyMs = Math.round((performance.now() - begun) * 100) / 100;
  let bytes = 0;
  let files = 0;
  if (isExact)
    for await (const { size } of store.list()) {
      signal.throwIfAborted();
      bytes += size;
      files += 1;
    }
  else {
    const row = await db
      .selectFrom('fileObject')
      .select((e) => [e.fn.countAll<string>().as('files'), e.fn.sum<string | null>('fileSize').as('bytes')])
      .where('deletedAt', 'is', null)
      .where('fileType', '=', store.kind)
      .executeTakeFirstOrThrow();
    files = Number(row.files);
    bytes = Number(row.bytes ?? 0);
  }
  return { usedBytes: bytes, connections: null, latencyMs, tables: [{ schema: store.kind, name: '文件', rows: files, bytes, isExact }] };
}

async function storageAt(app: App, place: Place, options: Options): Promise<Storage> {
  if (place.sourceId !== null) {
    const source = await findSource(app, app.db, place.sourceId);
    if (!source) throw new AppError('entity.notFound', '数据源已删除');
    if (source.row.status === '0') throw new AppError('rule.broken', '数据源已禁用');
    return storageOf(source, options);
  }
  return place.storeType === '4' ? ownDatabase(app, options) : ownFiles(app, options);
}

/** Measures a store with the rights of the platform. What keeps it from being measured is part of the answer, not an error. */
export async function measure(app: App, place: Place, options: Options): Promise<Measured> {
  try {
    return { storage: await storageAt(app, place, options), problem: null };
  } catch (error) {
    options.signal.throwIfAborted();
    // whatever a driver or a store says: the words of ours are for people, the others go to the log
    if (error instanceof SourceError || error instanceof AppError) return { storage: null, problem: error.message };
    app.log.warn({ err: error }, 'a data store could not be measured');
    return { storage: null, problem: '存储无法访问，请查看服务日志' };
  }
}
