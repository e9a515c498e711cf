import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Reply } from '#kit/contract/route.ts';
import type { EdgeKind, Confidence, UnitOrigin, lineage as contract } from '../contract/lineage.ts';
import { describe, type Described } from './nodes.ts';
import { visibleColumnNames } from './visible-columns.ts';

const SQL_PERMISSION = 'metadata:datablood:sql';
const MAX_SIBLINGS = 500;
/** above this number of tables the rights are not checked one by one: the text is shown only to accounts that see everything */
const MAX_ENDS = 5000;

/**
 * True when the caller may read the SQL of a unit: with the permission for it, and when the text names no table that is hidden from the
 * caller.
 */
export async function mayReadSql(ctx: Ctx, unitId: string): Promise<boolean> {
  if (!holds(ctx.user, SQL_PERMISSION)) return false;
  const rows = await ctx.db
    .selectFrom('metadataLineageEdge')
    .select(['fromId', 'toId'])
    .distinct()
    .where('unitId', '=', unitId)
    .limit(MAX_ENDS)
    .execute();
  const ids = [...new Set(rows.flatMap((row) => [row.fromId, row.toId]))];
  return (await describe(ctx, ids)).size === ids.length;
}

const endOf = (one: Described | undefined, column: string | null) => ({
  name: one ? (one.schemaName === null ? one.name : `${one.schemaName}.${one.name}`) : '无权限的对象',
  column: one ? column : null,
  id: one?.id ?? null,
  type: one?.type ?? ('hidden' as const),
});

/** One edge with the text it was read from; names and texts the caller may not see are left out, the structure stays. */
export async function edgeDetail(ctx: Ctx, id: string): Promise<Reply<typeof contract.edge>> {
  const row = await ctx.db
    .selectFrom('metadataLineageEdge as e')
    .innerJoin('metadataLineageUnit as u', 'u.id', 'e.unitId')
    .leftJoin('metadataSource as s', 's.id', 'u.sourceId')
    .select(['e.id', 'e.fromId', 'e.fromColumn', 'e.toId', 'e.toColumn', 'e.kind', 'e.expression', 'e.confidence'])
    .select(['u.id as unitId', 'u.origin', 'u.unitName', 'u.dialect', 'u.state', 'u.message', 'u.runCount', 'u.lastRunTime', 'u.parseTime'])
    .select(['u.version', 'u.sqlText', 's.sourceName'])
    .where('e.id', '=', id)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  const described = await describe(ctx, [row.fromId, row.toId]);
  if (described.size === 0) throw new AppError('entity.notFound');
  const tables = [...described.values()].filter((one) => one.type === 'table').map((one) => one.id);
  const shown = await visibleColumnNames(ctx, tables);
  const column = (objectId: string, name: string | null) => {
    const one = described.get(objectId);
    return one && name !== null && (one.type === 'object' || shown.get(objectId)?.has(name)) ? name : null;
  };
  const isReadable = await mayReadSql(ctx, row.unitId);
  const siblings = await ctx.db
    .selectFrom('metadataLineageEdge as e')
    .innerJoin('metadataLineageUnit as u', 'u.id', 'e.unitId')
    .select(['e.id', 'e.unitId', 'e.fromColumn', 'e.toColumn', 'e.kind', 'e.confidence', 'u.origin', 'e.expression'])
    .where('e.fromId', '=', row.fromId)
    .where('e.toId', '=', row.toId)
    .orderBy('e.toColumn')
    .orderBy('e.fromColumn')
    .orderBy('e.id')
    .limit(MAX_SIBLINGS)
    .execute();
  const isBothSeen = described.size === 2;
  return {
    id: row.id,
    from: endOf(described.get(row.fromId), column(row.fromId, row.fromColumn)),
    to: endOf(described.get(row.toId), column(row.toId, row.toColumn)),
    kind: row.kind as EdgeKind,
    confidence: row.confidence as Confidence,
    expression: isReadable ? row.expression : null,
    siblings: siblings
      .filter(() => isBothSeen)
      .map((one) => ({
        id: one.id,
        fromColumn: column(row.fromId, one.fromColumn),
        toColumn: column(row.toId, one.toColumn),
        kind: one.kind as EdgeKind,
        confidence: one.confidence as Confidence,
        origin: one.origin as UnitOrigin,
        // a text of another unit has rights of its own
        expression: isReadable && one.unitId === row.unitId ? one.expression : null,
      })),
    unit: {
      id: row.unitId,
      origin: row.origin as UnitOrigin,
      unitName: isBothSeen ? row.unitName : '无权限的对象',
      sourceName: isBothSeen ? row.sourceName : null,
      dialect: row.dialect,
      state: row.state as 'parsed' | 'partial' | 'failed',
      message: isBothSeen ? row.message : null,
      runCount: Number(row.runCount),
      lastRunTime: row.lastRunTime,
      parseTime: row.parseTime,
      version: row.version,
    },
    sqlText: isReadable ? row.sqlText : null,
    isSqlHidden: !isReadable && row.sqlText !== null,
  };
}
