import { holds } from '#kit/contract/access.ts';
import { contains } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HomeFigure, SearchHit } from '#kit/server/module.ts';
import { ofVisibleSource, visibleSources } from './source/load-source.ts';

const MOST_HITS = 8;

/** Figures of the /home directory: what the account can see. */
export async function figures(ctx: Ctx): Promise<HomeFigure[]> {
  const result: HomeFigure[] = [];
  if (holds(ctx.user, 'metadata:datasource:list')) {
    const { sources, failed } = await visibleSources(ctx, ['metadata:datasource:list'])
      .select((e) => [e.fn.countAll<string>().as('sources'), e.fn.countAll<string>().filterWhere('isSync', '=', '3').as('failed')])
      .executeTakeFirstOrThrow();
    result.push({ path: '/metadata/datasource', value: sources, unit: '个', note: Number(failed) > 0 ? `${failed} 个同步失败` : '数据源' });
  }
  if (holds(ctx.user, 'metadata:datacolumn:list')) {
    const { tables, columns } = await visibleSources(ctx, ['metadata:datacolumn:list'])
      .select((e) => [e.fn.sum<string | null>('tableCount').as('tables'), e.fn.sum<string | null>('columnCount').as('columns')])
      .executeTakeFirstOrThrow();
    result.push({ path: '/metadata/datacolumn', value: tables ?? '0', unit: '张表', note: `${columns ?? '0'} 个字段` });
  }
  if (holds(ctx.user, 'metadata:sqlconsole:list')) {
    const since = new Date(ctx.now.getTime() - 7 * 86_400_000);
    const { runs } = await ctx.db
      .selectFrom('metadataSqlHistory')
      .select((e) => e.fn.countAll<string>().as('runs'))
      .where('userId', '=', ctx.user.id)
      .where('createTime', '>=', since)
      .executeTakeFirstOrThrow();
    result.push({ path: '/metadata/sqlconsole', value: runs, unit: '次', note: '我近7天的查询' });
  }
  return result;
}

/** Tables by name or comment for the ⌘K palette. */
export async function search(ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  if (!holds(ctx.user, 'metadata:datacolumn:list')) return [];
  const like = contains(keyword);
  const rows = await ctx.db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .select([
      'metadataTable.id',
      'metadataTable.schemaName',
      'metadataTable.tableName',
      'metadataTable.tableComment',
      'metadataSource.sourceName',
      'metadataTable.sourceId',
    ])
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleSource(ctx, 'metadataTable.sourceId', ['metadata:datacolumn:list']))
    .where((e) => e.or([e('metadataTable.tableName', 'ilike', like), e('metadataTable.tableComment', 'ilike', like)]))
    .orderBy((e) => e.fn('length', ['metadataTable.tableName']))
    .orderBy('metadataTable.tableName')
    .orderBy('metadataTable.id')
    .limit(MOST_HITS)
    .execute();
  return rows.map((row) => ({
    kind: '数据表',
    title: row.tableComment ? `${row.tableName}（${row.tableComment}）` : row.tableName,
    detail: `${row.sourceName} / ${row.schemaName}`,
    path: `/metadata/datacolumn?q=tableId:${row.id}`,
  }));
}
