import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';

export type Direction = 'up' | 'down';
export interface Ref {
  readonly type: 'table' | 'object';
  readonly id: string;
}
/** A node with how many levels away it was met first; negative upstream. */
export interface Met extends Ref {
  readonly distance: number;
}
/** Maximum number of edges read per level; nodes with more neighbours are paged. */
const MAX_PER_LEVEL = 2000;

const side = (direction: Direction) =>
  direction === 'down'
    ? {
        near: sql.ref('from_id'),
        nearColumn: sql.ref('from_column'),
        type: sql.ref('to_type'),
        far: sql.ref('to_id'),
        farColumn: sql.ref('to_column'),
      }
    : {
        near: sql.ref('to_id'),
        nearColumn: sql.ref('to_column'),
        type: sql.ref('from_type'),
        far: sql.ref('from_id'),
        farColumn: sql.ref('from_column'),
      };

/** The different neighbours of nodes on one side, nearest first by id. */
async function neighbours(db: Db, ids: readonly string[], direction: Direction, most: number): Promise<Ref[]> {
  if (ids.length === 0) return [];
  const { near, type, far } = side(direction);
  const { rows } = await sql<Ref>`
    select distinct ${type} as type, ${far} as id from metadata_lineage_edge
    where ${near} = any(${[...ids]}::text[]) and ${far} <> all(${[...ids]}::text[]) order by 2 limit ${most}`.execute(db);
  return rows;
}

/**
 * The objects around one, level by level. Each object is met once, so circles end; the walk stops as soon as `most` are known.
 * `more` counts those that were met but not taken.
 */
export async function around(
  db: Db,
  start: Ref,
  options: { directions: readonly Direction[]; depth: number; most: number },
): Promise<{ met: Met[]; more: number }> {
  const met = new Map<string, Met>([[start.id, { ...start, distance: 0 }]]);
  let more = 0;
  const level = new Map<Direction, string[]>(options.directions.map((direction) => [direction, [start.id]]));
  for (let depth = 1; depth <= options.depth; depth++)
    for (const direction of options.directions) {
      const next: string[] = [];
      for (const ref of await neighbours(db, level.get(direction) ?? [], direction, MAX_PER_LEVEL)) {
        if (met.has(ref.id)) continue;
        if (met.size >= options.most) more++;
        else {
          met.set(ref.id, { ...ref, distance: direction === 'down' ? depth : -depth });
          next.push(ref.id);
        }
      }
      level.set(direction, next);
    }
  return { met: [...met.values()], more };
}

/** The same for one column: only objects that its value reaches or that depend on it, with the columns in question. */
export async function aroundColumn(
  db: Db,
  start: Ref & { column: string },
  options: { directions: readonly Direction[]; depth: number; most: number },
): Promise<{ met: Met[]; edgeIds: string[]; more: number }> {
  const met = new Map<string, Met>([[start.id, { type: start.type, id: start.id, distance: 0 }]]);
  const edgeIds = new Set<string>();
  let more = 0;
  for (const direction of options.directions) {
    const { near, nearColumn, type, far, farColumn } = side(direction);
    const seen = new Set([`${start.id} ${start.column}`]);
    let level: [id: string, column: string][] = [[start.id, start.column]];
    for (let depth = 1; depth <= options.depth && level.length > 0; depth++) {
      const { rows } = await sql<{ edgeId: string; type: 'table' | 'object'; id: string; column: string | null }>`
        select e.id as edge_id, ${type} as type, ${far} as id, ${farColumn} as "column"
        from metadata_lineage_edge e
        join unnest(${level.map(([id]) => id)}::text[], ${level.map(([, column]) => column)}::text[]) as at(at_id, at_column)
          on ${near} = at.at_id and ${nearColumn} = at.at_column
        where ${far} <> ${near} order by 1 limit ${MAX_PER_LEVEL}`.execute(db);
      level = [];
      for (const row of rows) {
        if (!met.has(row.id)) {
          if (met.size >= options.most) {
            more++;
            continue;
          }
          met.set(row.id, { type: row.type, id: row.id, distance: direction === 'down' ? depth : -depth });
        }
        edgeIds.add(row.edgeId);
        const key = `${row.id} ${row.column ?? ''}`;
        if (row.column === null || seen.has(key)) continue;
        seen.add(key);
        level.push([row.id, row.column]);
      }
    }
  }
  return { met: [...met.values()], edgeIds: [...edgeIds], more };
}

/** How many different neighbours each node has on both sides. */
export async function neighbourCounts(db: Db, ids: readonly string[]): Promise<Map<string, { up: number; down: number }>> {
  const counts = new Map(ids.map((id) => [id, { up: 0, down: 0 }]));
  if (ids.length === 0) return counts;
  const { rows } = await sql<{ id: string; up: number; down: number }>`
    select at.id,
      (select count(distinct e.from_id)::integer from metadata_lineage_edge e where e.to_id = at.id and e.from_id <> at.id) as up,
      (select count(distinct e.to_id)::integer from metadata_lineage_edge e where e.from_id = at.id and e.to_id <> at.id) as down
    from unnest(${[...ids]}::text[]) as at(id)`.execute(db);
  for (const row of rows) counts.set(row.id, { up: row.up, down: row.down });
  return counts;
}
