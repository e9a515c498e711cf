import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type * as z from 'zod';
import { HIT_TYPE_LABELS, type Facet, type FacetField, type Hit, type HitType } from '../../contract/search.ts';
import { TABLE_KIND_LABELS, TIER_LABELS } from '#modules/sources/contract/table-kind.ts';
import { ofVisibleColumn, ofVisibleTable, SENSITIVE_LEVELS } from '#modules/gate/server/index.ts';
import { SEES_SOURCES } from '#modules/sources/server/index.ts';
import { marksOf } from '../../core/search/highlight.ts';
import type { SearchHits } from './engine.ts';

type HitRow = Omit<z.input<typeof Hit>, 'marks'>;

/** What a card shows of the hits, in their order. */
export async function present(
  ctx: Ctx,
  hits: readonly { type: HitType; id: string }[],
  terms: readonly string[],
): Promise<z.input<typeof Hit>[]> {
  if (hits.length === 0) return [];
  const ids = (type: HitType) => hits.filter((hit) => hit.type === type).map((hit) => hit.id);
  const tags = (
    type: 'table' | 'column',
    id: string,
  ) => sql`coalesce((select json_agg(json_build_object('id', g.id, 'tagName', g.tag_name, 'tagColor', g.tag_color) order by g.tag_name)
      from metadata_tag_link l join metadata_tag g on g.id = l.tag_id where l.object_type = ${type} and l.object_id = ${sql.ref(id)} and g.deleted_at is null), '[]')`;
  const shared = sql`t.source_id as "sourceId", s.source_name as "sourceName", t.schema_name as "schemaName", t.table_name as "tableName", t.table_kind as "tableKind", t.tier,
    d.domain_name as "domainName", u.nickname as "ownerName", t.row_estimate::text as "rowEstimate", t.heat, t.change_time as "changeTime"`;
  const joins = sql`join metadata_source s on s.id = t.source_id left join metadata_domain d on d.id = t.domain_id and d.deleted_at is null left join sys_user u on u.id = t.owner_id`;
  const place = { table: 't.id', source: 't.source_id' };
  const noQuery = sql`not ${ofVisibleTable(ctx, place, 'query', SEES_SOURCES)}`;
  const noClear = sql`c.level = any(${[...SENSITIVE_LEVELS]}::text[])
    and not ${ofVisibleColumn(ctx, { ...place, column: 'c.id' }, 'unmask', SEES_SOURCES)}`;
  const { rows } = await sql<HitRow>`
    select 'table' as type, t.id, t.id as "tableId", ${shared}, t.table_name as name, t.cn_name as "cnName", t.table_comment as comment, t.description,
      t.quality_score::float8 as "qualityScore", null as "dataType", t.level, ${tags('table', 't.id')} as tags,
      case when ${noQuery} then 'query' end as lacks
    from metadata_table t ${joins} where t.id = any(${ids('table')}::text[])
    union all
    select 'column', c.id, t.id, ${shared}, c.column_name, c.cn_name, c.column_comment, c.description,
      null, c.data_type, c.level, ${tags('column', 'c.id')}, case when ${noQuery} then 'query' when ${noClear} then 'unmask' end
    from metadata_column c join metadata_table t on t.id = c.table_id ${joins} where c.id = any(${ids('column')}::text[])
    union all
    select 'source', s.id, null, s.id, s.source_name, null, null, null, null, null, u.nickname, null, 0, s.sync_time, s.source_name, null, s.remark, null, null,
      null, null, '[]', null
    from metadata_source s left join sys_user u on u.id = s.owner_id where s.id = any(${ids('source')}::text[])`.execute(ctx.db);
  const byKey = new Map(rows.map((row) => [`${row.type}.${row.id}`, row]));
  return hits.flatMap(({ type, id }) => {
    const row = byKey.get(`${type}.${id}`);
    if (!row) return [];
    const marks = {
      name: marksOf(row.name, terms),
      cnName: marksOf(row.cnName, terms),
      comment: marksOf(row.comment, terms),
      description: marksOf(row.description, terms),
    };
    return [{ ...row, marks }];
  });
}

const FIXED: Partial<Record<FacetField, Record<string, string>>> = {
  type: HIT_TYPE_LABELS,
  tier: TIER_LABELS,
  kind: TABLE_KIND_LABELS,
  hasDescription: { 1: '有说明', 0: '缺少说明' },
};

/** Facets in a fixed order, their values with display names. */
export async function presentFacets(ctx: Ctx, counted: SearchHits['facets'], fields: readonly FacetField[]): Promise<Facet[]> {
  const ids = counted.filter(({ field }) => ['sourceId', 'domainId', 'tagId', 'ownerId'].includes(field)).map(({ value }) => value);
  const names = new Map<string, string>();
  if (ids.length > 0) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, source_name as name from metadata_source where id = any(${ids}::text[])
      union all select id, domain_name from metadata_domain where id = any(${ids}::text[]) and deleted_at is null
      union all select id, tag_name from metadata_tag where id = any(${ids}::text[]) and deleted_at is null
      union all select id, nickname from sys_user where id = any(${ids}::text[])`.execute(ctx.db);
    for (const { id, name } of rows) names.set(id, name);
  }
  const isNamed = new Set<FacetField>(['sourceId', 'domainId', 'tagId', 'ownerId']);
  return fields.flatMap((field) => {
    const values = counted
      .filter((one) => one.field === field)
      .flatMap(({ value, count }) => {
        const label = isNamed.has(field) ? names.get(value) : (FIXED[field]?.[value] ?? value);
        return label === undefined ? [] : [{ value, label, count }];
      })
      .sort((a, b) => b.count - a.count);
    return values.length > 0 ? [{ field, values }] : [];
  });
}
