import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type { ColumnEdge, Confidence, EdgeKind, LineageNode, TableEdge, UnitOrigin } from '../contract/lineage.ts';

/** Column edges that one reply carries at most; a wider view shows whole tables until a column is chosen. */
const MAX_COLUMN_EDGES = 12_000;

interface EdgeRow {
  id: string;
  fromId: string;
  fromColumn: string | null;
  toId: string;
  toColumn: string | null;
  kind: EdgeKind;
  confidence: Confidence;
  origin: UnitOrigin;
}
const RANK: Record<Confidence, number> = { manual: 0, exact: 1, inferred: 2 };

/** The edges between nodes of a drawing, one by one and summed up by pairs. `only` narrows to some of them. */
export async function edgesAmong(
  ctx: Ctx,
  cards: { nodes: readonly LineageNode[]; keyOf: ReadonlyMap<string, string>; hidden: ReadonlySet<string> },
  options: { withColumns: boolean; only?: readonly string[] },
): Promise<{ edges: TableEdge[]; columnEdges: ColumnEdge[] }> {
  const ids = [...cards.keyOf.keys()];
  if (ids.length < 2) return { edges: [], columnEdges: [] };
  const { only } = options;
  if (!options.withColumns && !only) return { edges: await pairsAmong(ctx, cards.keyOf), columnEdges: [] };
  const { rows } = await sql<EdgeRow>`
    select e.id, e.from_id, e.from_column, e.to_id, e.to_column, e.kind, e.confidence, u.origin
    from unnest(${ids}::text[]) as near(id)
    join metadata_lineage_edge e on e.from_id = near.id
    join metadata_lineage_unit u on u.id = e.unit_id
    where e.to_id = any(${ids}::text[]) and e.from_id <> e.to_id
      ${only ? sql`and e.id = any(${[...only]}::text[])` : sql``}
    limit 60000`.execute(ctx.db);
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  const pairs = new Map<string, TableEdge>();
  const columnEdges: ColumnEdge[] = [];
  const shown = columnNames(cards.nodes);
  const isShown = (key: string, column: string | null) => column === null || (shown.get(key)?.has(column) ?? false);
  for (const row of rows) {
    const from = cards.keyOf.get(row.fromId)!;
    const to = cards.keyOf.get(row.toId)!;
    const pair = pairs.get(`${from} ${to}`);
    if (!pair)
      pairs.set(`${from} ${to}`, {
        from,
        to,
        kinds: [row.kind],
        origins: [row.origin],
        confidence: row.confidence,
        edgeCount: 1,
        edgeId: row.id,
      });
    else {
      pair.edgeCount++;
      if (!pair.kinds.includes(row.kind)) pair.kinds.push(row.kind);
      if (!pair.origins.includes(row.origin)) pair.origins.push(row.origin);
      if (RANK[row.confidence] < RANK[pair.confidence]) pair.confidence = row.confidence;
    }
    if (!options.withColumns || (row.fromColumn === null && row.toColumn === null)) continue;
    if (columnEdges.length >= MAX_COLUMN_EDGES) continue;
    if (!isShown(from, row.fromColumn) || !isShown(to, row.toColumn)) continue;
    columnEdges.push({
      id: row.id,
      from,
      fromColumn: row.fromColumn,
      to,
      toColumn: row.toColumn,
      kind: row.kind,
      origin: row.origin,
      confidence: row.confidence,
    });
  }
  return { edges: [...pairs.values()], columnEdges };
}

/** Only the sums by pairs, made by the database. */
async function pairsAmong(ctx: Ctx, keyOf: ReadonlyMap<string, string>): Promise<TableEdge[]> {
  const ids = [...keyOf.keys()];
  const { rows } = await sql<{
    fromId: string;
    toId: string;
    kinds: EdgeKind[];
    origins: UnitOrigin[];
    confidences: Confidence[];
    edgeCount: number;
    edgeId: string;
  }>`
    select e.from_id, e.to_id, array_agg(distinct e.kind) as kinds, array_agg(distinct u.origin) as origins,
      array_agg(distinct e.confidence) as confidences, count(*)::integer as edge_count, min(e.id) as edge_id
    from metadata_lineage_edge e join metadata_lineage_unit u on u.id = e.unit_id
    where e.from_id = any(${ids}::text[]) and e.to_id = any(${ids}::text[]) and e.from_id <> e.to_id
    group by e.from_id, e.to_id order by edge_id`.execute(ctx.db);
  return rows.map(({ fromId, toId, confidences, ...row }) => ({
    ...row,
    from: keyOf.get(fromId)!,
    to: keyOf.get(toId)!,
    confidence: confidences.toSorted((a, b) => RANK[a] - RANK[b])[0]!,
  }));
}

const columnNames = (nodes: readonly LineageNode[]): Map<string, ReadonlySet<string>> =>
  new Map(nodes.map((node) => [node.key, new Set(node.columns.map((column) => column.name))]));
