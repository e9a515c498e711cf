import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { columnsAsSeen, kindOf } from '#modules/gate/server/index.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { TableKey } from '#modules/sources/contract/table-kind.ts';
import type { Source } from '#modules/sources/server/index.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import type { RuleTable } from '../../core/index.ts';
import { openSource } from './reading.ts';

/** Quotes of the kind of database of a source. */
export const quotesOf = (source: Source) => dialectOf(source.adapter.dialect);

/** The moment of a run as rules write it, in the zone of the platform. */
export const localMoment = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/**
 * A table with its columns as rules see it, with what of it the caller sees masked. null: it does not stand in the catalogue of that source any
 * more.
 */
export async function ruleTable(ctx: Ctx, source: Source, tableId: string): Promise<RuleTable | null> {
  const table = await ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName', 'keys'])
    .select((e) => e.fn.coalesce('cnName', 'tableComment').as('comment'))
    .where('id', '=', tableId)
    .where('sourceId', '=', source.id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!table) return null;
  const [columns, seen] = await Promise.all([
    ctx.db
      .selectFrom('metadataColumn')
      .select(['id', 'columnName', 'dataType', 'columnNullable'])
      .select((e) => e.fn.coalesce('cnName', 'columnComment').as('comment'))
      .where('tableId', '=', tableId)
      .where('deletedAt', 'is', null)
      .orderBy('columnPosition')
      .orderBy('id')
      .limit(2000)
      .execute(),
    columnsAsSeen(ctx, { id: table.id, schema: table.schemaName, sourceId: source.id }),
  ]);
  const masked = new Set(seen.filter(({ shown }) => shown !== 'clear').map(({ id }) => id));
  const names = columns.map(({ columnName }) => columnName);
  const keys = TableKey.array().parse(table.keys);
  const known = (keys.find(({ kind }) => kind === 'primary') ?? keys.find(({ kind }) => kind === 'unique'))?.columns ?? [];
  const isKnown = known.length > 0 && known.every((name) => names.includes(name));
  return {
    id: table.id,
    schema: table.schemaName,
    name: table.tableName,
    comment: table.comment,
    columns: columns.map((column) => ({
      id: column.id,
      name: column.columnName,
      comment: column.comment,
      dataType: column.dataType,
      kind: kindOf(column.dataType, source.adapter.dialect),
      isNullable: column.columnNullable === '1',
      isMasked: masked.has(column.id),
    })),
    key: isKnown ? known : null,
    sourceId: source.id,
    sourceName: source.row.sourceName,
    quotes: quotesOf(source),
  };
}

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

/** The source of a table that rules of `own` name, or null: it is gone, or the caller does not see it. */
async function sourceOfTable(ctx: Ctx, own: Source, tableId: string): Promise<Source | null> {
  const id = await sourceIdOf(ctx.db, tableId);
  if (id === null || id === own.id) return id === null ? null : own;
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
  for (const id of new Set(ids)) {
    const source = await sourceOfTable(ctx, own, id);
    const table = source && (await ruleTable(ctx, source, id));
    if (table) found.set(id, table);
  }
  return found;
}

/** The table of a rule. Throws entity.notFound. */
export async function existingTable(ctx: Ctx, source: Source, tableId: string): Promise<RuleTable> {
  const table = await ruleTable(ctx, source, tableId);
  if (!table) throw new AppError('entity.notFound', '数据表不存在或已删除，请重新选择');
  return table;
}
