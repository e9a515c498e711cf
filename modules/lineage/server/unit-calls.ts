import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Input, Reply } from '#kit/contract/route.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { lineage as contract } from '../contract/lineage.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { mayReadSql } from './edge-detail.ts';
import { readAgain } from './read-again.ts';
import { dropUnits } from './units.ts';

type UnitReply = Reply<typeof contract.parseUnit>;

/**
 * Units that the caller may see. The key of a view's unit is its table; keys of others are no tables, so those need the whole source:
 * their texts may touch any table of it. Boards and charts have units without text and source, which only hold their edges.
 */
export const visibleUnits = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataLineageUnit as u')
    .where('u.deletedAt', 'is', null)
    .where((e) =>
      e.or([
        e.and([e('u.sourceId', 'is', null), e('u.origin', '!=', 'module')]),
        ofVisibleTable(ctx, { table: 'u.originKey', source: 'u.sourceId' }),
      ]),
    );

const withFigures = (rows: ReturnType<typeof visibleUnits>) =>
  rows
    .leftJoin('metadataSource as s', 's.id', 'u.sourceId')
    .select(['u.id', 'u.origin', 'u.unitName', 'u.sourceId', 's.sourceName', 'u.dialect', 'u.schemaName', 'u.state', 'u.message'])
    .select(['u.statementCount', 'u.runCount', 'u.lastRunTime', 'u.parseTime', 'u.createTime', 'u.version'])
    .select([
      sql<number>`(select count(*)::integer from metadata_lineage_edge e where e.unit_id = u.id)`.as('edgeCount'),
      sql<number>`(select count(*)::integer from metadata_lineage_unresolved q where q.unit_id = u.id and q.state = 'open')`.as(
        'openCount',
      ),
    ]);

const asUnit = <R extends { origin: string; state: string; runCount: string }>(row: R) => ({
  ...row,
  origin: row.origin as UnitReply['origin'],
  state: row.state as UnitReply['state'],
  runCount: Number(row.runCount),
});

export async function unitPage(ctx: Ctx, { query }: Input<typeof contract.units>) {
  let rows = visibleUnits(ctx);
  if (query.unitName) rows = rows.where(containsText('u.unitName', query.unitName));
  if (query.origin) rows = rows.where('u.origin', '=', query.origin);
  if (query.state) rows = rows.where('u.state', '=', query.state);
  if (query.sourceId) rows = rows.where('u.sourceId', '=', query.sourceId);
  let list = withFigures(rows);
  for (const [field, direction] of sortOrders(query.sort, ['unitName', 'parseTime', 'lastRunTime', 'runCount'], '-parseTime'))
    list = list.orderBy(`u.${field}` as 'u.id', direction);
  const page = await pageRows(query, list, rows);
  return { ...page, data: page.data.map(asUnit) };
}

export async function findUnit(ctx: Ctx, id: string) {
  const row = await withFigures(visibleUnits(ctx).where('u.id', '=', id)).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return asUnit(row);
}

export async function unitDetail(ctx: Ctx, id: string): Promise<Reply<typeof contract.unit>> {
  const unit = await findUnit(ctx, id);
  const { sqlText } = await ctx.db.selectFrom('metadataLineageUnit').select('sqlText').where('id', '=', id).executeTakeFirstOrThrow();
  const isReadable = await mayReadSql(ctx, id);
  return { ...unit, sqlText: isReadable ? sqlText : null, isSqlHidden: !isReadable && sqlText !== null };
}

/** Parses a stored text once more, whatever its hash. */
export async function parseAgain(ctx: Ctx, id: string): Promise<UnitReply> {
  const unit = await findUnit(ctx, id);
  if (unit.origin === 'manual') throw new AppError('rule.broken', '手工补充的关系没有SQL，无需解析');
  const row = await ctx.db.selectFrom('metadataLineageUnit').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  if (!row.sqlText) throw new AppError('rule.broken', '该记录没有SQL，无法重新解析');
  const saved = await readAgain(ctx.app, ctx.db, id);
  if (!saved) throw new AppError('entity.notFound');
  ctx.audit.note(`重新解析“${row.unitName}”：${saved.edges} 条关系，${saved.open} 处待处理`);
  return findUnit(ctx, id);
}

/** Deletes imported units; those that runs create would be created again. */
export async function removeUnit(ctx: Ctx, id: string): Promise<null> {
  const unit = await findUnit(ctx, id);
  if (unit.origin !== 'import' && unit.origin !== 'console')
    throw new AppError('rule.broken', '只能删除导入的SQL和SQL工作台的解析记录；视图与存储过程的血缘随元数据变化');
  await dropUnits(ctx.app, ctx.db, [id]);
  ctx.audit.change({
    entity: '血缘解析记录',
    id,
    name: unit.unitName,
    before: { unitName: unit.unitName, origin: unit.origin },
    after: null,
  });
  return null;
}
