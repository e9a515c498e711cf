import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import { type NetworkLink, type NetworkNode } from '../../contract/map.ts';
import { tablesAt, type Place } from './place.ts';
import { FROM, LAYER, visibleTables } from './sums.ts';

type Link = z.output<typeof NetworkLink>;
type Node = z.output<typeof NetworkNode>;

/**
 * The best connected tables of a place with their relations: lineage between tables and foreign keys. Only relations with both ends at
 * the place are drawn, so that the picture stays readable; the lineage page follows them further.
 */
export async function networkOf(ctx: Ctx, place: Place, most: number): Promise<{ nodes: Node[]; links: Link[]; rest: number }> {
  const here = sql`here as (select metadata_table.* from ${FROM} where ${visibleTables(ctx)} and ${tablesAt(place)})`;
  const { rows: links } = await sql<Link>`
    with ${here}
    select edge.from_id as "from", edge.to_id as "to", 'lineage' as kind, count(*)::int as count
    from metadata_lineage_edge edge join here a on a.id = edge.from_id join here b on b.id = edge.to_id
    where edge.from_type = 'table' and edge.to_type = 'table' and edge.from_id <> edge.to_id
    group by edge.from_id, edge.to_id
    union all
    select a.id, b.id, 'foreignKey', count(*)::int
    from here a cross join lateral jsonb_array_elements(a.keys) key
      join here b on b.source_id = a.source_id and b.schema_name || '.' || b.table_name = key ->> 'refTable'
    where key ->> 'kind' = 'foreign' and a.id <> b.id
    group by a.id, b.id
    order by count desc, "from", "to" limit 5000`.execute(ctx.db);
  const degree = new Map<string, number>();
  for (const { from, to } of links) for (const id of [from, to]) degree.set(id, (degree.get(id) ?? 0) + 1);
  const ids = [...degree].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([id]) => id);
  const shown = new Set(ids.slice(0, most));
  if (shown.size === 0) return { nodes: [], links: [], rest: 0 };
  const rows = await ctx.db
    .selectFrom('metadataTable')
    .leftJoin('metadataDomain as own', (join) => join.onRef('own.id', '=', 'metadataTable.domainId').on('own.deletedAt', 'is', null))
    // regions are the domains at the top: those below would be many and small
    .leftJoin('metadataDomain', (join) => join.on('metadataDomain.id', '=', sql<string>`split_part(own.path, '/', 2)`))
    .leftJoin('sysUser', 'sysUser.id', 'metadataTable.ownerId')
    .select(['metadataTable.id', 'tableName', 'cnName', 'tableComment', 'schemaName', 'heat', 'columnCount', LAYER.as('layer')])
    .select(['metadataDomain.domainName', 'sysUser.nickname as ownerName', 'qualityScore'])
    .select(
      sql<number>`(select count(*) from metadata_change_record c where c.table_id = metadata_table.id and c.status = '0' and c.deleted_at is null)::int`.as(
        'changes',
      ),
    )
    .where('metadataTable.id', 'in', [...shown])
    .orderBy('schemaName')
    .orderBy('tableName')
    .execute();
  return {
    nodes: rows.map((row) => ({
      id: row.id,
      name: row.tableName,
      cnName: row.cnName ?? row.tableComment,
      group: row.schemaName,
      layer: row.layer,
      domainName: row.domainName,
      ownerName: row.ownerName,
      quality: row.qualityScore === null ? null : Number(row.qualityScore),
      changes: row.changes,
      heat: row.heat,
      columns: row.columnCount,
    })),
    links: links.filter(({ from, to }) => shown.has(from) && shown.has(to)),
    rest: ids.length - shown.size,
  };
}

/** How many tables feed how many others, from group to group: domains, sources or schemas. */
export async function flowsOf(ctx: Ctx, by: 'domain' | 'source' | 'schema', sourceId: string | undefined) {
  const key =
    by === 'domain'
      ? sql`coalesce(metadata_table.domain_id, 'none')`
      : by === 'source'
        ? sql`metadata_table.source_id`
        : sql`metadata_table.source_id || ':' || metadata_table.schema_name`;
  const only = sourceId === undefined ? sql`true` : sql`metadata_table.source_id = ${sourceId}`;
  const { rows } = await sql<{ from: string; to: string; tables: number }>`
    with here as (select metadata_table.id, ${key} as key from ${FROM} where ${visibleTables(ctx)} and ${only})
    select a.key as "from", b.key as "to", count(distinct edge.to_id)::int as tables
    from metadata_lineage_edge edge join here a on a.id = edge.from_id join here b on b.id = edge.to_id
    where edge.from_type = 'table' and edge.to_type = 'table' and a.key <> b.key
    group by a.key, b.key order by tables desc limit 200`.execute(ctx.db);
  const keys = [...new Set(rows.flatMap(({ from, to }) => [from, to]))];
  const names = await namesOf(ctx, by, keys);
  return {
    nodes: keys.map((one) => ({ key: one, name: names.get(one) ?? one, layer: layerOf(names.get(one) ?? '') })),
    links: withoutCircles(rows),
  };
}

async function namesOf(ctx: Ctx, by: 'domain' | 'source' | 'schema', keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  if (by === 'domain') {
    const rows = await ctx.db.selectFrom('metadataDomain').select(['id', 'domainName']).where('id', 'in', keys).execute();
    return new Map([...rows.map((row) => [row.id, row.domainName] as const), ['none', '未归入主题域'] as const]);
  }
  const ids = [...new Set(keys.map((one) => one.split(':')[0]!))];
  const sources = await ctx.db.selectFrom('metadataSource').select(['id', 'sourceName']).where('id', 'in', ids).execute();
  const bySource = new Map(sources.map((row) => [row.id, row.sourceName]));
  if (by === 'source') return bySource;
  return new Map(
    keys.map((one) => {
      const at = one.indexOf(':');
      const schema = one.slice(at + 1);
      return [one, ids.length > 1 ? `${bySource.get(one.slice(0, at)) ?? ''} / ${schema}` : schema];
    }),
  );
}

const layerOf = (name: string): string | null => /(?:^|[_\s])(ods|dwd|dim|dws|ads)$/.exec(name.toLowerCase())?.[1] ?? null;

/** A sankey has no circles: of flows that lead back, the weaker ones are left out. */
export function withoutCircles<L extends { readonly from: string; readonly to: string }>(links: readonly L[]): L[] {
  const next = new Map<string, string[]>();
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set<string>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === to) return true;
      if (seen.has(at)) continue;
      seen.add(at);
      open.push(...(next.get(at) ?? []));
    }
    return false;
  };
  return links.filter(({ from, to }) => {
    if (reaches(to, from)) return false;
    next.set(from, [...(next.get(from) ?? []), to]);
    return true;
  });
}
