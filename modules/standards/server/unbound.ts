import { sql } from 'kysely';
import { containsText, pageRows } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { PLACE, type BindingFilter } from './binding-rows.ts';
import { columnRows } from './binding-state.ts';

/** 未映射: columns that follow no element, those with a proposal first. */
export async function unboundPage(ctx: Ctx, query: BindingFilter & Parameters<typeof pageRows>[0]) {
  let rows = columnRows(ctx, query).where((e) =>
    e.not(
      e.exists(
        e
          .selectFrom('standardBinding as b')
          .select('b.id')
          .whereRef('b.columnId', '=', 'metadataColumn.id')
          .where('b.deletedAt', 'is', null),
      ),
    ),
  );
  const { keyword } = query;
  if (keyword)
    rows = rows.where((e) =>
      e.or(['metadataTable.tableName', 'metadataColumn.columnName'].map((column) => containsText(column, keyword) as never)),
    );
  const list = rows
    .leftJoin(
      (e) =>
        e
          .selectFrom('standardProposal as p')
          .innerJoin('standardElement as n', 'n.id', 'p.elementId')
          .distinctOn('p.columnId')
          .select(['p.id', 'p.columnId', 'n.elementName', sql<number>`p.score::float8`.as('score')])
          .where('p.state', '=', 'open')
          .where('n.state', '=', 'inForce')
          .where('n.deletedAt', 'is', null)
          .orderBy('p.columnId')
          .orderBy('p.score', 'desc')
          .orderBy('p.id')
          .as('best'),
      (join) => join.onRef('best.columnId', '=', 'metadataColumn.id'),
    )
    .select(['metadataColumn.sourceId', 'metadataColumn.tableId', 'metadataColumn.id as columnId', ...PLACE])
    .select(['best.elementName as proposal', 'best.id as proposalId', 'best.score'])
    .orderBy(sql`best.score desc nulls last`)
    .orderBy('metadataColumn.id');
  return pageRows(query, list, rows);
}
