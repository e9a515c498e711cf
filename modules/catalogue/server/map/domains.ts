import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleColumn } from '#modules/gate/server/index.ts';
import { DOMAIN_TABLES, type DomainCard, type DomainTable } from '../../contract/map.ts';
import { domainKey, NO_DOMAIN } from './place.ts';
import { FROM, LAYER, visibleTables } from './sums.ts';

type Card = z.output<typeof DomainCard>;

/**
 * The tables that the caller sees, each with the domain at the top that it lies under and what waits at it: changes that nobody confirmed and
 * proposals that nobody judged.
 */
const tablesOf = (ctx: Ctx) => sql`
  changes as (
    select table_id, count(*) as waiting from metadata_change_record
    where status = '0' and deleted_at is null and table_id is not null group by table_id),
  hits as (
    select metadata_column.table_id, count(*) as waiting
    from metadata_class_hit join metadata_column on metadata_column.id = metadata_class_hit.column_id
    where metadata_class_hit.state = 'proposed' and metadata_column.deleted_at is null
      and ${ofVisibleColumn(ctx, { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' })}
    group by metadata_column.table_id),
  here as (
    select metadata_table.id, metadata_table.table_name as name, coalesce(metadata_table.cn_name, metadata_table.table_comment) as cn_name,
      coalesce(split_part(own.path, '/', 2), ${NO_DOMAIN}) as domain, ${LAYER} as layer, metadata_table.heat,
      metadata_table.quality_score as quality, metadata_table.owner_id, metadata_table.level, metadata_table.row_estimate,
      coalesce(changes.waiting, 0)::int as changes, coalesce(hits.waiting, 0)::int as proposals
    from ${FROM} left join metadata_domain own on own.id = metadata_table.domain_id and own.deleted_at is null
      left join changes on changes.table_id = metadata_table.id left join hits on hits.table_id = metadata_table.id
    where ${visibleTables(ctx)})`;

interface LayerRow {
  readonly domain: string;
  readonly layer: string | null;
  readonly tables: number;
  readonly heat: number;
  readonly scored: number;
  readonly scores: string | null;
  readonly owned: number;
  readonly sensitive: number;
  readonly changes: number;
  readonly proposals: number;
}

const sumOf = (rows: readonly LayerRow[], of: keyof LayerRow): number => rows.reduce((sum, row) => sum + Number(row[of] ?? 0), 0);
const ORDER = ['ods', 'dwd', 'dim', 'dws', 'ads'];
const placeOf = (layer: string | null): number => (layer === null || !ORDER.includes(layer) ? ORDER.length : ORDER.indexOf(layer));

/** The domains at the top with what they hold and what waits in them, most used first; three statements however many there are. */
export async function domainCards(ctx: Ctx): Promise<Card[]> {
  const [sums, tables] = await Promise.all([
    sql<LayerRow>`with ${tablesOf(ctx)}
      select domain, layer, count(*)::int as tables, coalesce(sum(heat), 0)::int as heat, count(quality)::int as scored, sum(quality) as scores,
        count(owner_id)::int as owned, (count(*) filter (where level in ('L3', 'L4')))::int as sensitive,
        sum(changes)::int as changes, sum(proposals)::int as proposals
      from here group by domain, layer`.execute(ctx.db),
    sql<z.output<typeof DomainTable> & { domain: string }>`with ${tablesOf(ctx)}
      select domain, id, name, cn_name, layer, heat, quality::float8 as quality, changes, proposals from (
        select here.*, row_number() over (partition by domain order by heat desc, changes + proposals desc, row_estimate desc nulls last, id) as place
        from here) placed
      where place <= ${DOMAIN_TABLES} order by place, domain`.execute(ctx.db),
  ]);
  const ids = [...new Set(sums.rows.map((row) => row.domain))];
  if (ids.length === 0) return [];
  const named = await ctx.db
    .selectFrom('metadataDomain')
    .leftJoin('sysUser', 'sysUser.id', 'metadataDomain.ownerId')
    .select(['metadataDomain.id', 'domainName', 'metadataDomain.remark', 'sysUser.nickname as ownerName', 'sort'])
    .where('metadataDomain.id', 'in', ids)
    .execute();
  const byId = new Map(named.map((row) => [row.id, row]));
  const cards = ids.map((id): Card & { sort: number } => {
    const rows = sums.rows.filter((row) => row.domain === id);
    const domain = byId.get(id);
    const scored = sumOf(rows, 'scored');
    return {
      key: domainKey(domain ? id : null),
      id: domain ? id : null,
      name: domain?.domainName ?? '未归入主题域',
      remark: domain?.remark ?? null,
      ownerName: domain?.ownerName ?? null,
      tables: sumOf(rows, 'tables'),
      heat: sumOf(rows, 'heat'),
      quality: scored === 0 ? null : Math.round((sumOf(rows, 'scores') / scored) * 10) / 10,
      owned: sumOf(rows, 'owned'),
      sensitive: sumOf(rows, 'sensitive'),
      changes: sumOf(rows, 'changes'),
      proposals: sumOf(rows, 'proposals'),
      layers: rows.map(({ layer, tables: count }) => ({ layer, tables: count })).toSorted((a, b) => placeOf(a.layer) - placeOf(b.layer)),
      tops: tables.rows.filter((row) => row.domain === id),
      sort: domain ? domain.sort : Number.MAX_SAFE_INTEGER,
    };
  });
  return cards.toSorted((a, b) => b.heat - a.heat || a.sort - b.sort || b.tables - a.tables || (a.key < b.key ? -1 : 1));
}
