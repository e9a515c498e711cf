import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { visibleSources } from '#modules/sources/server/index.ts';
import { bindingRows, seenColumns, STATE } from './binding-rows.ts';

type By = 'source' | 'domain' | 'dept' | 'element';

const KEY = {
  source: sql<string | null>`metadata_table.source_id`,
  domain: sql<string | null>`metadata_table.domain_id`,
  dept: sql<string | null>`(select dept_id from sys_user where id = metadata_table.owner_id)`,
} as const;
const NAME = {
  source: (ids: string) =>
    sql<{ id: string; name: string }>`select id, source_name as name from metadata_source where id = any(${ids}::text[])`,
  domain: (ids: string) =>
    sql<{ id: string; name: string }>`select id, domain_name as name from metadata_domain where id = any(${ids}::text[])`,
  dept: (ids: string) => sql<{ id: string; name: string }>`select id, dept_name as name from sys_dept where id = any(${ids}::text[])`,
  element: (ids: string) =>
    sql<{ id: string; name: string }>`select id, element_name as name from standard_element where id = any(${ids}::text[])`,
} as const;
const NOBODY: Readonly<Record<By, string>> = { source: '', domain: '未归主题域', dept: '未指定负责人', element: '' };
const arrayOf = (ids: readonly string[]): string => `{${ids.join(',')}}`;
const percent = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 100);

/** Columns, bound ones and how these stand, by one view; elements have no columns but their own. */
export async function summaryOf(ctx: Ctx, by: By) {
  const key = by === 'element' ? sql<string | null>`standard_binding.element_id` : KEY[by];
  const states = await bindingRows(ctx, {})
    .select([key.as('id'), STATE.as('state'), sql<number>`count(*)::int`.as('count')])
    .groupBy([sql`1`, sql`2`])
    .execute();
  const columns =
    by === 'element'
      ? []
      : await ctx.db
          .selectFrom('metadataColumn')
          .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
          .select([KEY[by].as('id'), sql<number>`count(*)::int`.as('count')])
          .where('metadataColumn.deletedAt', 'is', null)
          .where('metadataTable.deletedAt', 'is', null)
          .where(seenColumns(ctx, 'metadataColumn'))
          .groupBy(sql`1`)
          .execute();
  const ids = [...new Set([...states, ...columns].map(({ id }) => id))];
  const named = await NAME[by](arrayOf(ids.filter((id) => id !== null))).execute(ctx.db);
  const nameOf = new Map(named.rows.map((row) => [row.id, row.name]));
  return ids
    .map((id) => {
      const of = (state: string): number => states.find((row) => row.id === id && row.state === state)?.count ?? 0;
      const [conform, partial, bad, retired, exempt] = ['conform', 'partial', 'bad', 'retired', 'exempt'].map(of) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const bound = conform + partial + bad + retired + of('open');
      const all = by === 'element' ? bound + exempt : (columns.find((row) => row.id === id)?.count ?? 0);
      const name = id === null ? NOBODY[by] : (nameOf.get(id) ?? id);
      const counts = { columns: all, bound, conform, partial, bad, retired, exempt };
      return { id, name, ...counts, percent: percent(conform, bound), boundPercent: percent(bound + exempt, all) };
    })
    .sort((a, b) => b.bound - a.bound || (a.name < b.name ? -1 : 1));
}

/** The last 30 days of the sources that the caller sees. */
export async function trendOf(ctx: Ctx) {
  const sources = visibleSources(ctx).select('metadataSource.id');
  return ctx.db
    .selectFrom('standardStatDay')
    .select(['day'])
    .select([
      sql<number>`sum(columns)::float8`.as('columns'),
      sql<number>`sum(bound)::float8`.as('bound'),
      sql<number>`sum(conform)::float8`.as('conform'),
      sql<number>`sum(exempt)::float8`.as('exempt'),
    ])
    .where('sourceId', 'in', sources)
    .where(sql<boolean>`day > current_date - 31`)
    .groupBy('day')
    .orderBy('day')
    .execute();
}
