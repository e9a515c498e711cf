import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { map as contract } from '../../contract/map.ts';
import { visibleSources } from '#modules/sources/server/index.ts';
import { domainCards } from './domains.ts';
import { levelOf } from './levels.ts';
import { flowsOf, networkOf } from './network.ts';
import { domainKey, NO_DOMAIN, placeOf, schemaKey, sourceKey, type Place } from './place.ts';
import { FROM, visibleTables } from './sums.ts';

const WEEK_MS = 7 * 86_400_000;

/** The way from the root to a place, with names. */
async function pathTo(ctx: Ctx, place: Place): Promise<{ key: string; label: string }[]> {
  const path = [{ key: 'root', label: '全部' }];
  const domain = place.type === 'root' ? null : place.domain;
  if (domain === NO_DOMAIN) path.push({ key: domainKey(null), label: '未归入主题域' });
  else if (domain !== null) {
    const row = await ctx.db.selectFrom('metadataDomain').select('path').where('id', '=', domain).executeTakeFirst();
    const ids = row?.path.split('/').filter(Boolean) ?? [];
    const names =
      ids.length === 0 ? [] : await ctx.db.selectFrom('metadataDomain').select(['id', 'domainName']).where('id', 'in', ids).execute();
    const byId = new Map(names.map((one) => [one.id, one.domainName]));
    for (const id of ids) path.push({ key: domainKey(id), label: byId.get(id) ?? id });
  }
  if (place.type === 'source' || place.type === 'schema') {
    const row = await visibleSources(ctx).select('sourceName').where('metadataSource.id', '=', place.source).executeTakeFirst();
    path.push({ key: sourceKey(place.domain, place.source), label: row?.sourceName ?? '数据源' });
  }
  if (place.type === 'schema') path.push({ key: schemaKey(place.domain, place.source, place.schema), label: place.schema });
  return path;
}

export const dataMap = implement(contract, {
  async summary(ctx) {
    const since = new Date(ctx.now.getTime() - WEEK_MS);
    const { rows } = await sql<Record<string, string>>`
      select count(distinct metadata_table.source_id) as sources, count(*) as tables, coalesce(sum(metadata_table.column_count), 0) as columns,
        coalesce(sum(greatest(metadata_table.row_estimate, 0)), 0) as "rows", coalesce(sum(metadata_table.size_bytes), 0) as bytes,
        count(metadata_table.owner_id) as owned, count(metadata_table.domain_id) as in_domain,
        count(*) filter (where metadata_table.level in ('L3', 'L4')) as sensitive,
        count(*) filter (where metadata_table.change_time >= ${since}) as changed7
      from ${FROM} where ${visibleTables(ctx)}`.execute(ctx.db);
    const row = rows[0]!;
    const number = (name: string) => Number(row[name] ?? 0);
    return {
      sources: number('sources'),
      tables: number('tables'),
      columns: number('columns'),
      rows: number('rows'),
      bytes: number('bytes'),
      owned: number('owned'),
      inDomain: number('inDomain'),
      sensitive: number('sensitive'),
      changed7: number('changed7'),
    };
  },
  async nodes(ctx, { query }) {
    const place = placeOf(query.at);
    const [path, level] = await Promise.all([pathTo(ctx, place), levelOf(ctx, place, query.view, query.measure)]);
    return { path, nodes: [...level.nodes], rest: level.rest };
  },
  domains: domainCards,
  network: (ctx, { query }) => networkOf(ctx, placeOf(query.at), query.most),
  flows: (ctx, { query }) => flowsOf(ctx, query.by, query.sourceId),
});
