import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HomeFigure, SearchHit } from '#kit/server/module.ts';
import { HIT_TYPE_LABELS } from '../contract/search.ts';
import { visibleTables } from './tables/rows.ts';
import { bestHits } from './search/calls.ts';
import { visibleSources } from '#modules/sources/server/index.ts';

const MAX_HITS = 8;

/** Figures of the /home directory: what the account can see. */
export async function figures(ctx: Ctx): Promise<HomeFigure[]> {
  const result: HomeFigure[] = [];
  if (holds(ctx.user, 'metadata:datasource:list')) {
    const yesterday = new Date(ctx.now.getTime() - 86_400_000);
    const { sources, failed, fresh } = await visibleSources(ctx, ['metadata:datasource:list'])
      .select((e) => [
        e.fn.countAll<string>().as('sources'),
        e.fn.countAll<string>().filterWhere('isSync', '=', '3').as('failed'),
        e.fn.countAll<string>().filterWhere('syncTime', '>=', yesterday).as('fresh'),
      ])
      .executeTakeFirstOrThrow();
    const note = Number(failed) > 0 ? `${failed} 个同步失败` : `24 小时内同步 ${fresh} 个`;
    result.push({ path: '/metadata/datasource', value: sources, unit: '个', note });
  }
  if (holds(ctx.user, 'metadata:datacolumn:list')) {
    const { tables, columns } = await visibleTables(ctx, ['metadata:datacolumn:list'])
      .select((e) => [e.fn.countAll<string>().as('tables'), e.fn.sum<string | null>('metadataTable.columnCount').as('columns')])
      .executeTakeFirstOrThrow();
    result.push({ path: '/metadata/datacolumn', value: tables, unit: '张表', note: `${columns ?? '0'} 个字段` });
  }
  if (holds(ctx.user, 'metadata:sqlconsole:list')) {
    const since = new Date(ctx.now.getTime() - 7 * 86_400_000);
    const { runs } = await ctx.db
      .selectFrom('metadataSqlHistory')
      .select((e) => e.fn.countAll<string>().as('runs'))
      .where('userId', '=', ctx.user.id)
      .where('createTime', '>=', since)
      // charts, extracts and previews run for the account too: nobody asked them here
      .where('purpose', '=', 'console')
      .executeTakeFirstOrThrow();
    result.push({ path: '/metadata/sqlconsole', value: runs, unit: '次', note: '我近7天在工作台的查询' });
  }
  return result;
}

/** Tables and columns for the ⌘K palette, found as 数据检索 finds them. */
export async function search(ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  if (!holds(ctx.user, 'metadata:datacolumn:list')) return [];
  const hits = await bestHits(ctx, keyword, MAX_HITS, ['metadata:datacolumn:list']);
  return hits.map((hit) => {
    const words = hit.cnName ?? hit.comment;
    const table = hit.tableId ?? '';
    return {
      kind: HIT_TYPE_LABELS[hit.type],
      title: words ? `${hit.name}（${words}）` : hit.name,
      detail: [hit.sourceName, hit.schemaName, hit.type === 'column' ? hit.tableName : null].filter(Boolean).join(' / '),
      path:
        hit.type === 'source'
          ? `/metadata/datasource?open=detail-${hit.id}`
          : `/metadata/datacolumn?table=${table}${hit.type === 'column' ? `&column=${hit.id}` : ''}`,
    };
  });
}
