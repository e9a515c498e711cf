import { wallClock } from '#kit/core/text/wall-clock.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { columnsAsSeenOf, kindOf } from '#modules/gate/server/index.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { TableKey } from '#modules/sources/contract/table-kind.ts';
import type { Source } from '#modules/sources/server/index.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import type { RuleTable } from '../../core/index.ts';
import { openSource } from './reading.ts';

/** Quotes of the kind of database of a source. */
export const quotesOf = (source: Source) => dialectOf(source.adapter.dialect);

/** The moment of a run as rules write it, in the zone of the platform. */
export const localMoment = (at: Date): string => wallClock(at);

const MAX_COLUMNS = 2000;
const columnsOf = (db: Db, tableIds: readonly string[]) =>
  db
    .selectFrom('metadataColumn')
    .select(['id', 'tableId', 'columnName', 'dataType', 'columnNullable'])
    .select((e) => e.fn.coalesce('cnName', 'columnComment').as('comment'))
    .where('tableId', 'in', tableIds)
    .where('deletedAt', 'is', null)
    .orderBy('columnPosition')
    .orderBy('id')
    .limit(MAX_COLUMNS * tableIds.length)
    .execute();

/** The columns of the key that the source knows, where all of them are still there. */
function keyIn(stored: unknown, names: readonly string[]): readonly string[] | null {
  const keys = TableKey.array().parse(stored);
  const known = (keys.find(({ kind }) => kind === 'primary') ?? keys.find(({ kind }) => kind === 'unique'))?.columns ?? [];
  return known.length > 0 && known.every((name) => names.includes(name)) ? known : null;
}

/**
 * Tables of a source with their columns as rules see them, with what of them the caller sees masked, by id: as many statements for one as for
 * hundreds. What does not stand in the catalogue of that source any more has no entry.
 */
export async function tablesIn(ctx: Ctx, source: Source, tableIds: readonly string[]): Promise<Map<string, RuleTable>> {
  if (tableIds.length === 0) return new Map();
  const tables = await ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName', 'keys'])
    .select((e) => e.fn.coalesce('cnName', 'tableComment').as('comment'))
    .where('id', 'in', tableIds)
    .where('sourceId', '=', source.id)
    .where('deletedAt', 'is', null)
    .execute();
  const ids = tables.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const named = tables.map(({ id, schemaName }) => ({ id, schema: schemaName }));
  const [rows, seen] = await Promise.all([columnsOf(ctx.db, ids), columnsAsSeenOf(ctx, source.id, named)]);
  const columns = new Map<string, typeof rows>(ids.map((id) => [id, []]));
  for (const row of rows) columns.get(row.tableId)!.push(row);
  const tableOf = (table: (typeof tables)[number]): RuleTable => {
    const masked = new Set((seen.get(table.id) ?? []).filter(({ shown }) => shown !== 'clear').map(({ id }) => id));
    const own = columns.get(table.id)!.slice(0, MAX_COLUMNS);
    const names = own.map(({ columnName }) => columnName);
    return {
      id: table.id,
      schema: table.schemaName,
      name: table.tableName,
      comment: table.comment,
      columns: own.map((column) => ({
        id: column.id,
        name: column.columnName,
        comment: column.comment,
        dataType: column.dataType,
        kind: kindOf(column.dataType, source.adapter.dialect),
        isNullable: column.columnNullable === '1',
        isMasked: masked.has(column.id),
      })),
      key: keyIn(table.keys, names),
      sourceId: source.id,
      sourceName: source.row.sourceName,
      quotes: quotesOf(source),
    };
  };
  return new Map(tables.map((table) => [table.id, tableOf(table)]));
}

/** One of them; null: it is not there any more. */
export const ruleTable = async (ctx: Ctx, source: Source, tableId: string): Promise<RuleTable | null> =>
  (await tablesIn(ctx, source, [tableId])).get(tableId) ?? null;

/** A table whose rows are to be shown: one of raw data has no key that the source knows, so people find rows by its first column. */
export const withRowNames = (table: RuleTable): RuleTable => ({
  ...table,
  key: table.key ?? table.columns.slice(0, 1).map(({ name }) => name),
});

/** Ids of further tables that a rule names. */
export const furtherTables = ({ relevance, consistent }: RuleConfig): string[] =>
  [relevance?.relatedTableId, consistent?.relatedTableId].filter((id) => id !== undefined);

const sourceIdOf = async (db: Db, tableId: string): Promise<string | null> =>
  (await db.selectFrom('metadataTable').select('sourceId').where('id', '=', tableId).where('deletedAt', 'is', null).executeTakeFirst())
    ?.sourceId ?? null;
/** Id of the source of the other table that a rule names; null where it names none, or it is gone. */
export const relatedSource = async (db: Db, config: RuleConfig): Promise<string | null> => {
  const [tableId] = furtherTables(config);
  return tableId === undefined ? null : sourceIdOf(db, tableId);
};

/** A source that rules of `own` name, or null: the caller does not see it. */
async function namedSource(ctx: Ctx, own: Source, id: string): Promise<Source | null> {
  if (id === own.id) return own;
  try {
    return (await openSource(ctx, id)).source;
  } catch (error) {
    if (error instanceof AppError && error.key === 'entity.notFound') return null;
    throw error;
  }
}

/** Tables that rules of a source name, of this source or of another one, by id; those that are gone have no entry. */
export async function ruleTables(ctx: Ctx, own: Source, ids: readonly string[]): Promise<Map<string, RuleTable>> {
  const found = new Map<string, RuleTable>();
  if (ids.length === 0) return found;
  const rows = await ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'sourceId'])
    .where('id', 'in', [...new Set(ids)])
    .where('deletedAt', 'is', null)
    .execute();
  for (const sourceId of new Set(rows.map((row) => row.sourceId))) {
    const source = await namedSource(ctx, own, sourceId);
    const wanted = rows.filter((row) => row.sourceId === sourceId).map(({ id }) => id);
    if (source) for (const [id, table] of await tablesIn(ctx, source, wanted)) found.set(id, table);
  }
  return found;
}

/** The table of a rule. Throws entity.notFound. */
export async function existingTable(ctx: Ctx, source: Source, tableId: string): Promise<RuleTable> {
  const table = await ruleTable(ctx, source, tableId);
  if (!table) throw new AppError('entity.notFound', '数据表不存在或已删除，请重新选择');
  return table;
}
