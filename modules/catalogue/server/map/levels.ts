import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAP_TABLES, type MapMeasure, type MapNode } from '../../contract/map.ts';
import { domainKey, NO_DOMAIN, schemaKey, sourceKey, tablesAt, type Place } from './place.ts';
import { FROM, nodeOf, ORDERS, SUMS, visibleTables, type SumRow } from './sums.ts';

/** Schemas shown inside a source. */
const MAX_SCHEMAS = 60;
/** Fields with more tables than this show schemas inside. */
const MAX_PREVIEWED = 200;
/** Tables shown inside a field: as many as stay readable beside the other fields. */
const tablesEach = (fields: number): number => Math.max(24, Math.min(120, Math.floor(1200 / Math.max(1, fields))));

type Row = SumRow & { readonly group: string; readonly id: string | null; readonly name: string; readonly cnName: string | null };

async function domainRows(ctx: Ctx, parent: string | null): Promise<Row[]> {
  // every table counts for the domain of this level that it lies under
  const child = parent === null ? sql`top.parent_id is null` : sql`top.parent_id = ${parent}`;
  const { rows } = await sql<Row>`
    select '' as "group", top.id, top.domain_name as name, null as cn_name, ${SUMS}
    from ${FROM} join metadata_domain own on own.id = metadata_table.domain_id
      join metadata_domain top on own.path like '%/' || top.id || '/%' and top.deleted_at is null and ${child}
    where ${visibleTables(ctx)} group by top.id, top.domain_name, top.sort order by top.sort, top.domain_name`.execute(ctx.db);
  return rows;
}

async function sourceRows(ctx: Ctx, where: RawBuilder<boolean>, measure: MapMeasure): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select '' as "group", metadata_source.id, metadata_source.source_name as name, null as cn_name, ${SUMS}
    from ${FROM} where ${visibleTables(ctx)} and ${where}
    group by metadata_source.id, metadata_source.source_name order by ${ORDERS[measure]}, name`.execute(ctx.db);
  return rows;
}

async function schemaRows(ctx: Ctx, where: RawBuilder<boolean>, measure: MapMeasure): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select metadata_table.source_id as "group", null as id, metadata_table.schema_name as name, null as cn_name, ${SUMS}
    from ${FROM} where ${visibleTables(ctx)} and ${where}
    group by metadata_table.source_id, metadata_table.schema_name order by ${ORDERS[measure]}, name`.execute(ctx.db);
  return rows;
}

/** The biggest tables of every group; `most` of each. */
async function tableRows(
  ctx: Ctx,
  where: RawBuilder<boolean>,
  measure: MapMeasure,
  group: RawBuilder<unknown>,
  most: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from (
      select ranked.*, row_number() over (partition by "group" order by ${ORDERS[measure]}, name) as place from (
        select ${group} as "group", metadata_table.id, metadata_table.table_name as name,
          coalesce(metadata_table.cn_name, metadata_table.table_comment) as cn_name, ${SUMS}
        from ${FROM} where ${visibleTables(ctx)} and ${where}
        group by metadata_table.id
      ) ranked
    ) placed where place <= ${most} order by place`.execute(ctx.db);
  return rows;
}

const tableNode = (row: Row): MapNode => nodeOf({ key: `t:${row.id}`, type: 'table', id: row.id, name: row.name, cnName: row.cnName }, row);
const inside = (rows: readonly Row[], most: number, make: (row: Row) => MapNode): Map<string, MapNode[]> => {
  const groups = new Map<string, MapNode[]>();
  for (const row of rows) {
    const list = groups.get(row.group) ?? [];
    if (list.length < most) list.push(make(row));
    groups.set(row.group, list);
  }
  return groups;
};

interface Level {
  readonly nodes: readonly (MapNode & { children: MapNode[] })[];
  readonly rest: number;
}
const withChildren = (nodes: readonly MapNode[], childrenOf: (node: MapNode) => readonly MapNode[] | undefined): Level => ({
  nodes: nodes.map((node) => ({ ...node, children: [...(childrenOf(node) ?? [])] })),
  rest: 0,
});

async function domainLevel(ctx: Ctx, parent: string | null, measure: MapMeasure): Promise<Level> {
  const domains = parent === NO_DOMAIN ? [] : await domainRows(ctx, parent);
  const nodes = domains.map((row) => nodeOf({ key: domainKey(row.id), type: 'domain', id: row.id, name: row.name, cnName: null }, row));
  // what belongs to the domain itself stands beside those below it, by source
  const own =
    parent === null
      ? tablesAt({ type: 'domain', domain: NO_DOMAIN })
      : parent === NO_DOMAIN
        ? null
        : sql<boolean>`metadata_table.domain_id = ${parent}`;
  if (parent === null) {
    const [rest] = await rootRest(ctx, own!);
    if (rest) nodes.push(nodeOf({ key: domainKey(null), type: 'domain', id: null, name: '未归入主题域', cnName: null }, rest));
  } else {
    const where = own ?? tablesAt({ type: 'domain', domain: NO_DOMAIN });
    for (const row of await sourceRows(ctx, where, measure))
      nodes.push(nodeOf({ key: sourceKey(parent, row.id!), type: 'source', id: row.id, name: row.name, cnName: null }, row));
  }
  const previews = await Promise.all(
    nodes.map(async (node) => {
      const place: Place =
        node.type === 'domain' ? { type: 'domain', domain: node.id ?? NO_DOMAIN } : { type: 'source', domain: parent, source: node.id! };
      // hundreds of tables are shown by schemas; those of a domain may lie in domains below it, which a schema cannot tell
      const hasDomains = node.type === 'domain' && node.id !== null;
      if (node.tables > MAX_PREVIEWED && !hasDomains) {
        const rows = await schemaRows(ctx, tablesAt(place), measure);
        const within = node.type === 'domain' ? (node.id ?? NO_DOMAIN) : parent;
        const schema = (row: Row) =>
          nodeOf({ key: schemaKey(within, row.group, row.name), type: 'schema', id: null, name: row.name, cnName: null }, row);
        return [node.key, rows.slice(0, MAX_SCHEMAS).map(schema)] as const;
      }
      const rows = await tableRows(ctx, tablesAt(place), measure, sql`''`, tablesEach(nodes.length));
      return [node.key, rows.map(tableNode)] as const;
    }),
  );
  const byKey = new Map(previews);
  return withChildren(nodes, (node) => byKey.get(node.key));
}

async function rootRest(ctx: Ctx, where: RawBuilder<boolean>): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`select ${SUMS} from ${FROM} where ${visibleTables(ctx)} and ${where} having count(*) > 0`.execute(
    ctx.db,
  );
  return rows;
}

/** The fields of one level, each with the biggest of what lies in it. */
export async function levelOf(ctx: Ctx, place: Place, view: 'domain' | 'source', measure: MapMeasure): Promise<Level> {
  if (place.type === 'root' && view === 'domain') return domainLevel(ctx, null, measure);
  if (place.type === 'domain') return domainLevel(ctx, place.domain, measure);
  const where = tablesAt(place);
  if (place.type === 'root') {
    const nodes = (await sourceRows(ctx, where, measure)).map((row) =>
      nodeOf({ key: sourceKey(null, row.id!), type: 'source', id: row.id, name: row.name, cnName: null }, row),
    );
    const schemas = inside(await schemaRows(ctx, where, measure), MAX_SCHEMAS, (row) =>
      nodeOf({ key: schemaKey(null, row.group, row.name), type: 'schema', id: null, name: row.name, cnName: null }, row),
    );
    return withChildren(nodes, (node) => schemas.get(node.id!));
  }
  if (place.type === 'source') {
    const nodes = (await schemaRows(ctx, where, measure)).map((row) =>
      nodeOf({ key: schemaKey(place.domain, place.source, row.name), type: 'schema', id: null, name: row.name, cnName: null }, row),
    );
    const most = tablesEach(nodes.length);
    const tables = inside(await tableRows(ctx, where, measure, sql`metadata_table.schema_name`, most), most, tableNode);
    return withChildren(nodes, (node) => tables.get(node.name));
  }
  const rows = await tableRows(ctx, where, measure, sql`''`, MAP_TABLES);
  const [all] = await rootRest(ctx, where);
  return { ...withChildren(rows.map(tableNode), () => []), rest: Math.max(0, Number(all?.tables ?? 0) - rows.length) };
}
