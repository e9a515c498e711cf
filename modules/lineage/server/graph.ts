import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Input, Reply } from '#kit/contract/route.ts';
import { HEADS_ONLY_FROM, MAX_NODES, type lineage as contract } from '../contract/lineage.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';
import { ofVisibleSource } from '#modules/sources/server/index.ts';
import { edgesAmong } from './edges.ts';
import { cards, columnsOf, describe, linkedColumns } from './nodes.ts';
import { around, aroundColumn, type Direction, type Met, type Ref } from './walk.ts';

type Graph = Reply<typeof contract.table>;
type Walk = Input<typeof contract.table>['query'];

const directionsOf = (direction: Walk['direction']): Direction[] => (direction === 'both' ? ['up', 'down'] : [direction]);

/** A table that the caller may see; throws entity.notFound otherwise. */
export async function visibleTable(ctx: Ctx, id: string): Promise<{ id: string; name: string; sourceId: string }> {
  const row = await ctx.db
    .selectFrom('metadataTable')
    .select(['metadataTable.id', 'metadataTable.schemaName', 'metadataTable.tableName', 'metadataTable.sourceId'])
    .where('metadataTable.id', '=', id)
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }))
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '表不存在或没有查看权限');
  return { id: row.id, name: `${row.schemaName}.${row.tableName}`, sourceId: row.sourceId };
}

/** A column that the caller may see; throws entity.notFound otherwise. */
export async function visibleColumn(ctx: Ctx, id: string): Promise<{ tableId: string; name: string }> {
  const row = await ctx.db
    .selectFrom('metadataColumn')
    .select(['metadataColumn.tableId', 'metadataColumn.columnName'])
    .where('metadataColumn.id', '=', id)
    .where('metadataColumn.deletedAt', 'is', null)
    .where(ofVisibleColumn(ctx, { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' }))
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '字段不存在或没有查看权限');
  return { tableId: row.tableId, name: row.columnName };
}

/** An object outside of the catalogue that the caller may see. */
export async function visibleObject(ctx: Ctx, id: string): Promise<{ id: string; name: string; sourceId: string | null }> {
  const row = await ctx.db
    .selectFrom('metadataLineageObject')
    .select(['id', 'objectName', 'sourceId'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where((e) => e.or([e('sourceId', 'is', null), ofVisibleSource(ctx, 'sourceId')]))
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '对象不存在或没有查看权限');
  return { id: row.id, name: row.objectName, sourceId: row.sourceId };
}

async function draw(
  ctx: Ctx,
  start: Ref,
  walked: { met: readonly Met[]; more: number; edgeIds?: readonly string[] },
  options: { column: string | null; columns: Walk['columns'] },
): Promise<Graph> {
  const isBrief = options.columns === 'auto' && walked.met.length > HEADS_ONLY_FROM;
  const withColumns = options.columns !== '0' && !isBrief;
  const made = await cards(ctx, walked.met, withColumns, isBrief ? start.id : undefined);
  const { edges, columnEdges } = await edgesAmong(ctx, made, { withColumns, only: walked.edgeIds });
  const focus = made.keyOf.get(start.id)!;
  return { focus, focusColumn: options.column, nodes: made.nodes, edges, columnEdges, isBrief, more: walked.more };
}

/** The objects around one, `depth` levels each way. */
export async function graphAround(ctx: Ctx, start: Ref, query: Walk): Promise<Graph> {
  const walked = await around(ctx.db, start, { directions: directionsOf(query.direction), depth: query.depth, most: MAX_NODES + 1 });
  return draw(ctx, start, walked, { column: null, columns: query.columns });
}

/** What one column comes from and goes to; only edges on its paths. */
export async function graphOfColumn(ctx: Ctx, column: { tableId: string; name: string }, query: Walk): Promise<Graph> {
  const start = { type: 'table' as const, id: column.tableId };
  const walked = await aroundColumn(
    ctx.db,
    { ...start, column: column.name },
    { directions: directionsOf(query.direction), depth: query.depth, most: MAX_NODES + 1 },
  );
  return draw(ctx, start, walked, { column: column.name, columns: '1' });
}

/** The columns of one card that the caller may see, and which of them have lineage. */
export async function columnsOfCard(ctx: Ctx, id: string): Promise<Reply<typeof contract.cardColumns>> {
  const [columns, linked] = await Promise.all([describe(ctx, [id]).then((described) => columnsOf(ctx, described)), linkedColumns(ctx, id)]);
  const own = columns.get(id) ?? [];
  return { columns: own, linked: own.flatMap(({ name }) => (linked.includes(name) ? [name] : [])) };
}

/** The neighbours of one card on one side, by pages, with their edges to it and to what is on the screen already. */
export async function expand(ctx: Ctx, body: Input<typeof contract.expand>['body']): Promise<Reply<typeof contract.expand>> {
  const { offset, limit } = body;
  const near = sql.ref(body.direction === 'down' ? 'from_id' : 'to_id');
  const far = sql.ref(body.direction === 'down' ? 'to_id' : 'from_id');
  const type = sql.ref(body.direction === 'down' ? 'to_type' : 'from_type');
  const { rows } = await sql<Ref & { total: number }>`
    select type, id, (count(*) over ())::integer as total from
      (select distinct ${type} as type, ${far} as id from metadata_lineage_edge where ${near} = ${body.id} and ${far} <> ${near}) neighbour
    order by id limit ${limit} offset ${offset}`.execute(ctx.db);
  const distance = body.direction === 'down' ? 1 : -1;
  const fresh = rows.map(({ type: kind, id }): Met => ({ type: kind, id, distance }));
  const shown = new Set(fresh.map((one) => one.id));
  const others = [...new Set([body.id, ...body.known])].filter((id) => !shown.has(id));
  const made = await cards(ctx, [...fresh, ...others.map((id): Met => ({ type: 'table', id, distance: 0 }))], body.columns === '1');
  const { edges, columnEdges } = await edgesAmong(ctx, made, { withColumns: body.columns === '1' });
  const freshKeys = new Set(fresh.map((one) => made.keyOf.get(one.id)!));
  const touchesFresh = (edge: { from: string; to: string }) => freshKeys.has(edge.from) || freshKeys.has(edge.to);
  const total = rows[0]?.total ?? 0;
  return {
    focus: made.keyOf.get(body.id)!,
    focusColumn: null,
    nodes: made.nodes.filter((node) => freshKeys.has(node.key)),
    edges: edges.filter(touchesFresh),
    columnEdges: columnEdges.filter(touchesFresh),
    isBrief: body.columns === '0',
    more: Math.max(0, total - offset - rows.length),
    total,
  };
}
