import { sql, type RawBuilder } from 'kysely';
import { pageOf } from '#kit/contract/fields.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type * as z from 'zod';
import { FACETS, type FacetField, type HitType, type SearchQuery as Asked } from '../../contract/search.ts';
import type { SearchQuery } from '../../core/search/query.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';
import { visibleSources } from '#modules/sources/server/index.ts';
import { EXACT_NAME, isExactName, matches, matchScore, named, worth, type Judged } from './score.ts';

export type Filters = Partial<Omit<z.output<typeof Asked>, 'keyword' | 'pageNum' | 'pageSize' | 'page' | 'limit'>>;
export interface ObjectQuery {
  /** null = everything, the most read first */
  readonly query: SearchQuery | null;
  readonly filters: Filters;
  readonly offset: number;
  readonly limit: number;
  readonly withFacets: boolean;
  /** permissions that let the caller find things; those of the call unless given */
  readonly permissions?: readonly string[];
}
export interface SearchHits {
  readonly hits: { type: HitType; id: string }[];
  readonly total: number;
  readonly isCapped: boolean;
  /** of the first hit, null when there is none */
  readonly best: number | null;
  readonly facets: { field: FacetField; value: string; count: number }[];
}

/**
 * Columns that are looked at for one search; beyond it counting stops. Who finds more narrows the search: judging and counting ten thousand
 * would take three times as long.
 */
export const MAX_COLUMNS = 3000;
const MAX_NAMED = 100;
const MAX_VALUES = 30;

type Sql = RawBuilder<unknown>;
const yes = sql<boolean>`true`;
const all = (parts: readonly Sql[]): Sql => (parts.length === 0 ? yes : sql.join(parts, sql` and `));

const judged = (alias: string, name: string, comment: string): Judged => ({
  name: sql.ref(`${alias}.${name}`),
  cnName: sql.ref(`${alias}.cn_name`),
  comment: sql.ref(`${alias}.${comment}`),
  description: sql.ref(`${alias}.description`),
  searchText: sql.ref(`${alias}.search_text`),
  grams: sql.ref(`${alias}.grams`),
});
const TABLE = judged('t', 'table_name', 'table_comment');
const COLUMN = judged('c', 'column_name', 'column_comment');

const isOneOf = (column: string, values: readonly string[] | undefined): Sql[] =>
  values && values.length > 0 ? [sql`${sql.ref(column)} = any(${[...values]}::text[])`] : [];

/** Filters on the table that a hit is or belongs to. */
const ofTable = ({ sourceId, schemaName, domainId, tier, ownerId, kind }: Filters): Sql[] => [
  ...isOneOf('t.source_id', sourceId),
  ...isOneOf('t.schema_name', schemaName),
  ...isOneOf('t.domain_id', domainId),
  ...isOneOf('t.tier', tier),
  ...isOneOf('t.owner_id', ownerId),
  ...isOneOf('t.table_kind', kind),
];
/** Filters on the hit itself. */
const ofObject = (alias: 't' | 'c', comment: string, { level, tagId, hasDescription }: Filters, isKeyed: boolean): Sql[] => {
  const described = hasText(alias, comment);
  return [
    // beside search keys the index of levels only leads the planner astray: it holds a tenth of all columns, a key one in thirty
    ...(isKeyed && level && level.length > 0
      ? [sql`coalesce(${sql.ref(`${alias}.level`)}, '') = any(${[...level]}::text[])`]
      : isOneOf(`${alias}.level`, level)),
    ...(tagId && tagId.length > 0
      ? [
          sql`exists (select 1 from metadata_tag_link l where l.object_type = ${alias === 't' ? 'table' : 'column'} and l.object_id = ${sql.ref(`${alias}.id`)} and l.tag_id = any(${[...tagId]}::text[]))`,
        ]
      : []),
    ...(hasDescription === undefined ? [] : [hasDescription === '1' ? described : sql`not ${described}`]),
  ];
};
const hasText = (alias: string, comment: string): Sql =>
  sql`(coalesce(${sql.ref(`${alias}.description`)}, ${sql.ref(`${alias}.cn_name`)}, ${sql.ref(`${alias}.${comment}`)}, '') <> '')`;

const COMMON = (alias: string) =>
  sql`t.source_id, t.schema_name, t.domain_id, t.tier, ${sql.ref(`${alias}.level`)} as level, t.owner_id, t.table_kind as kind`;

/** Score of a hit: match of the words, raised by use and curation of the object; exact name matches come first. */
const scoreOf = (of: Judged, query: SearchQuery, { exact, factor }: { exact: number; factor: Sql }): Sql =>
  sql`${matchScore(of, query)} * (${factor}) + case when ${isExactName(of, query)} then ${exact}::float8 else 0 end`;

function tableHits(ctx: Ctx, { query, filters, permissions }: ObjectQuery): Sql {
  const score = query
    ? scoreOf(TABLE, query, { exact: EXACT_NAME.table, factor: sql`1.04 * ${worth('t', ctx.now)}` })
    : sql`${worth('t', ctx.now)} * 100 + t.heat`;
  return sql`select t.id, 'table' as type, ${COMMON('t')}, ${hasText('t', 'table_comment')} as described, (${score})::float8 as score
    from metadata_table t
    where t.deleted_at is null and ${ofVisibleTable(ctx, { table: 't.id', source: 't.source_id' }, 'meta', permissions)}
      and ${all([...(query ? [matches(TABLE, query.terms)] : []), ...ofTable(filters), ...ofObject('t', 'table_comment', filters, query !== null)])}`;
}

/** Columns are narrowed and counted off before their tables are joined: ten thousand at most are judged. */
function columnHits(ctx: Ctx, { query, filters, permissions }: ObjectQuery): Sql {
  const score = query
    ? scoreOf(COLUMN, query, { exact: EXACT_NAME.column, factor: worth('t', ctx.now) })
    : sql`${worth('t', ctx.now)} * 50`;
  const tables = ofTable({ ...filters, sourceId: undefined });
  const within = [
    ...isOneOf('c.source_id', filters.sourceId),
    ...ofObject('c', 'column_comment', filters, query !== null),
    ...(tables.length > 0 ? [sql`c.table_id in (select t.id from metadata_table t where t.deleted_at is null and ${all(tables)})`] : []),
  ];
  const visible = ofVisibleColumn(ctx, { column: 'c.id', table: 'c.table_id', source: 'c.source_id' }, 'meta', permissions);
  const part = (condition: Sql, most: number) => sql`
    select c.id, 'column' as type, ${COMMON('c')}, ${hasText('c', 'column_comment')} as described, (${score})::float8 as score
    from (select * from metadata_column c where c.deleted_at is null and ${visible} and ${all([condition, ...within])} limit ${most}) c
      join metadata_table t on t.id = c.table_id and t.deleted_at is null`;
  if (!query) {
    const { level, tagId, hasDescription } = filters;
    // rare columns are found by their own indexes, all columns best table by table
    if ([level, tagId, hasDescription].some((filter) => filter !== undefined)) return part(yes, MAX_COLUMNS + 1);
    const seen = ofVisibleTable(ctx, { table: 't.id', source: 't.source_id' }, 'meta', permissions);
    return sql`
      select c.id, 'column' as type, ${COMMON('c')}, ${hasText('c', 'column_comment')} as described, (t.score)::float8 as score
      from (select t.*, ${score} as score from metadata_table t where t.deleted_at is null and ${seen} and ${all(ofTable(filters))}
          order by score desc, t.id) t
        cross join lateral (select * from metadata_column c where c.table_id = t.id and c.deleted_at is null and ${visible} offset 0) c
      limit ${MAX_COLUMNS + 1}`;
  }
  const { is, isNot } = named(COLUMN, query);
  return sql`${part(is, MAX_NAMED)} union all ${part(sql`${matches(COLUMN, query.terms)} and ${isNot}`, MAX_COLUMNS + 1)}`;
}

function sourceHits(ctx: Ctx, { query, filters, permissions }: ObjectQuery): Sql | null {
  const { types: _types, sourceId, ...others } = filters;
  if (!query || Object.values(others).some((value) => value !== undefined)) return null;
  const text = `%${query.whole.replace(/[\\%_]/g, '\\$&')}%`;
  const visible = visibleSources(ctx, permissions).select('metadataSource.id');
  return sql`select s.id, 'source' as type, s.id as source_id, null as schema_name, null as domain_id, null as tier, null as level,
      s.owner_id, null as kind, s.remark is not null as described, (case when lower(s.source_name) = ${query.whole} then 130 else 90 end)::float8 as score
    from metadata_source s where s.id in (${visible}) and lower(s.source_name) like ${text} and ${all(isOneOf('s.id', sourceId))}`;
}

const FACET_COLUMNS = {
  type: 'type',
  sourceId: 'source_id',
  schemaName: 'schema_name',
  domainId: 'domain_id',
  tier: 'tier',
  level: 'level',
  ownerId: 'owner_id',
  kind: 'kind',
  hasDescription: 'described',
} as const;
const COUNTED = FACETS.filter((field): field is keyof typeof FACET_COLUMNS => field !== 'tagId');

/** Counts of every facet in one pass over the hits. */
const facetRows = (): Sql => {
  const sets = sql.join(COUNTED.map((field) => sql`(${sql.ref(FACET_COLUMNS[field])})`));
  const which = sql.join(
    COUNTED.map((field) => sql`when grouping(${sql.ref(FACET_COLUMNS[field])}) = 0 then ${field}`),
    sql` `,
  );
  const value = sql.join(COUNTED.map((field) => sql`${sql.ref(FACET_COLUMNS[field])}::text`));
  return sql`
    select field, value, n from (
      select field, value, n, row_number() over (partition by field order by n desc, value) as place from (
        select case ${which} end as field, coalesce(${value}) as value, count(*)::int as n from hits group by grouping sets (${sets})
        union all
        select 'tagId', l.tag_id, count(*)::int from metadata_tag_link l where l.object_id in (select id from hits) group by l.tag_id
      ) counted where value is not null
    ) ranked where place <= ${MAX_VALUES}`;
};

/**
 * Finds what the caller may see: one statement for the page, the total and the facets. Without a keyword only tables are looked at unless
 * columns are asked for. Totals count at most `MAX_COLUMNS` columns.
 */
export async function findObjects(ctx: Ctx, options: ObjectQuery): Promise<SearchHits> {
  const { query, filters } = options;
  const wanted = (type: HitType) =>
    filters.types && filters.types.length > 0 ? filters.types.includes(type) : query !== null || type === 'table';
  const parts = [
    wanted('table') ? tableHits(ctx, options) : null,
    wanted('column') ? columnHits(ctx, options) : null,
    wanted('source') ? sourceHits(ctx, options) : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return { hits: [], total: 0, isCapped: false, best: null, facets: [] };
  const { rows } = await sql<{
    hits: { type: HitType; id: string }[] | null;
    columns: number;
    total: number;
    best: number | null;
    facets: { field: FacetField; value: string; n: number }[] | null;
  }>`
    with hits as materialized (${sql.join(parts, sql` union all `)})
    select
      (select json_agg(json_build_object('type', type, 'id', id)) from
        (select type, id from hits order by score desc, id limit ${options.limit} offset ${options.offset}) page) as hits,
      (select count(*)::int from hits) as total,
      (select max(score) from hits) as best,
      (select count(*)::int from hits where type = 'column') as columns,
      ${options.withFacets ? sql`(select json_agg(f) from (${facetRows()}) f)` : sql`null`} as facets`.execute(ctx.db);
  const row = rows[0]!;
  return {
    hits: row.hits ?? [],
    total: row.columns > MAX_COLUMNS ? MAX_COLUMNS : row.total,
    isCapped: row.columns > MAX_COLUMNS,
    best: row.best,
    facets: (row.facets ?? []).map(({ field, value, n }) => ({
      field,
      value: field === 'hasDescription' ? (value === 'true' ? '1' : '0') : value,
      count: n,
    })),
  };
}

export const pagingOf = (query: z.output<typeof Asked>): { pageNum: number; pageSize: number; offset: number } => {
  const { pageNum, pageSize } = pageOf(query);
  return { pageNum, pageSize, offset: (pageNum - 1) * pageSize };
};
