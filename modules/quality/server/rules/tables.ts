import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { columnsAsSeen, kindOf } from '#modules/gate/server/index.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { TableKey } from '#modules/sources/contract/table-kind.ts';
import type { Source } from '#modules/sources/server/index.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import type { RuleTable } from '../../core/index.ts';

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

/** Tables that rules name, by id; those that are gone have no entry. */
export async function ruleTables(ctx: Ctx, source: Source, ids: readonly string[]): Promise<Map<string, RuleTable>> {
  const found = new Map<string, RuleTable>();
  for (const id of new Set(ids)) {
    const table = await ruleTable(ctx, source, id);
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
