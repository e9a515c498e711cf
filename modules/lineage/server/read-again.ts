import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { DraftEdge, DraftEnd } from './draft.ts';
import { lineageSource, loadNames } from './load-names.ts';
import { NameIndex } from './names.ts';
import { decidedNames, parseUnit, saveUnit, type Parsed, type UnitInput } from './units.ts';

/**
 * Parses a stored text once more in the caller's transaction, whatever its hash. Answers the edges and open questions, null when the unit is
 * gone or has no text.
 */
export async function readAgain(app: App, db: Db, id: string): Promise<{ edges: number; open: number } | null> {
  const row = await db
    .selectFrom('metadataLineageUnit')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row?.sqlText) return null;
  const source = row.sourceId === null ? null : await lineageSource(db, row.sourceId);
  const names = source ? await loadNames(db, source) : new NameIndex([], { dialect: 'postgres', database: '' });
  const target = row.origin === 'module' ? await objectOfUnit(db, id) : undefined;
  const input = { ...inputOf(row), target };
  const parsed = await parseUnit(input, names, await decidedNames(db, row.sourceId));
  const edges =
    target && parsed.failure === null ? [...parsed.draft.edges, ...(await computedEdges(db, id, target, parsed))] : parsed.draft.edges;
  return saveUnit(app, db, input, { ...parsed, draft: { ...parsed.draft, edges } });
}

/** The text of a stored unit, to be parsed anew. */
export const inputOf = (row: {
  origin: UnitInput['origin'];
  originKey: string;
  unitName: string;
  sourceId: string | null;
  schemaName: string | null;
  dialect: string | null;
  sqlText: string | null;
  createBy: string | null;
}): UnitInput => ({
  origin: row.origin,
  originKey: row.originKey,
  name: row.unitName,
  sourceId: row.sourceId,
  schemaName: row.schemaName,
  dialect: row.dialect ?? 'generic',
  sql: row.sqlText ?? '',
  createBy: row.createBy,
});

/** Edges to columns that the module of an object computes from others: its text does not tell them, so they stay as they were told. */
async function computedEdges(db: Db, unitId: string, target: DraftEnd, { draft }: Parsed): Promise<DraftEdge[]> {
  const made = new Set(draft.edges.flatMap((edge) => edge.toColumn?.toLowerCase() ?? []));
  const rows = await db
    .selectFrom('metadataLineageEdge')
    .selectAll()
    .where('unitId', '=', unitId)
    .where('toColumn', 'is not', null)
    .where('confidence', '!=', 'manual')
    .execute();
  return rows.flatMap((row): DraftEdge[] =>
    row.toColumn === null || made.has(row.toColumn.toLowerCase())
      ? []
      : [
          {
            from: { type: row.fromType === 'table' ? 'table' : 'object', id: row.fromId },
            fromColumn: row.fromColumn,
            to: target,
            toColumn: row.toColumn,
            kind: row.kind as DraftEdge['kind'],
            expression: row.expression,
            confidence: row.confidence as DraftEdge['confidence'],
          },
        ],
  );
}

/** The object of a module whose query the unit holds: everything in it flows there. */
async function objectOfUnit(db: Db, unitId: string) {
  const row = await db
    .selectFrom('metadataLineageUnit as u')
    .innerJoin('metadataLineageObject as o', (join) =>
      join.on(sql<boolean>`u.origin_key = o.object_type || ':' || o.object_key and o.deleted_at is null`),
    )
    .select('o.id')
    .where('u.id', '=', unitId)
    .executeTakeFirst();
  return row ? { type: 'object' as const, id: row.id } : undefined;
}
