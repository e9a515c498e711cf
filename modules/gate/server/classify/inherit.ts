import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { nextColumnLevel, type ColumnLevel } from '../../core/inherit.ts';
import type { DialectName } from '#modules/sources/contract/db-types.ts';
import { viewStatement } from '../../core/sql/view-statement.ts';
import { insertRows, updateRows, type BulkColumns } from '#kit/server/db/bulk.ts';
import { columnsBelow, levelRows, situationOf, standingOf, unsettledColumns, type LevelRow } from './inherit-rows.ts';
import { notifyClassified } from './followers.ts';
import { raiseTables } from './raise-tables.ts';

/** Limit of propagation steps, reached only by cycles in the lineage; the rest is settled by the next lineage run. */
const MAX_STEPS = 60;
const SYSTEM = 'system';
/** Proposals that one statement makes. */
const PORTION = 5000;

/**
 * Locks the rows of these sources until the end of the transaction, so that changes of levels and of lineage happen one after the other: of
 * an edge and a level written at the same time, neither transaction would see the other. To be called before levels or edges are read.
 */
export async function holdLevels(db: Db, sourceIds: readonly (string | null)[]): Promise<void> {
  const ids = [...new Set(sourceIds.flatMap((id) => id ?? []))];
  if (ids.length > 0) await sql`select id from metadata_source where id = any(${ids}::text[]) order by id for no key update`.execute(db);
}

const UPDATE = {
  id: 'text',
  level: 'text',
  classId: 'text',
  levelBy: 'text',
  isMaskedWhole: 'text',
  ownLevel: 'text',
  ownClassId: 'text',
  ownLevelBy: 'text',
  inheritedLevel: 'text',
  inheritedClassId: 'text',
  inheritedFrom: 'text',
  levelReason: 'text',
} as const;
const HISTORY = {
  id: 'text',
  sourceId: 'text',
  columnId: 'text',
  oldLevel: 'text',
  newLevel: 'text',
  oldClassId: 'text',
  newClassId: 'text',
  levelBy: 'text',
  fromColumnId: 'text',
  reason: 'text',
  createBy: 'text',
  createTime: 'timestamptz',
} as const;
type LevelUpdate = { [K in keyof typeof UPDATE]: string | null } & { id: string };
export type LevelChange = Record<Exclude<keyof typeof HISTORY, 'id' | 'createTime'>, string | null>;

const updateOf = (row: LevelRow, next: ColumnLevel): LevelUpdate => ({
  id: row.id,
  level: next.level,
  classId: next.classId,
  levelBy: next.by,
  isMaskedWhole: next.isWhole ? '1' : '0',
  ownLevel: next.own.level,
  ownClassId: next.own.classId,
  ownLevelBy: next.own.by,
  inheritedLevel: next.inherited?.level ?? null,
  inheritedClassId: next.inherited?.classId ?? null,
  inheritedFrom: next.inherited?.from ?? null,
  levelReason: next.by === 'manual' || next.own.by === 'manual' ? row.levelReason : null,
});
const isChanged = (row: LevelRow, next: LevelUpdate): boolean =>
  (Object.keys(UPDATE) as (keyof LevelUpdate)[]).some((name) => row[name] !== next[name]);
/** What bears on the columns further down. */
const isFelt = (row: LevelRow, next: LevelUpdate): boolean =>
  row.level !== next.level || row.classId !== next.classId || row.isMaskedWhole !== next.isMaskedWhole;

/** Writes what became of levels, for 级别变更记录, and runs what follows a classification. */
export async function recordLevels(app: App, db: Db, changes: readonly LevelChange[]): Promise<void> {
  const createTime = app.now().toISOString();
  const rows = changes.map((change) => ({ ...change, id: app.ids.next(), createTime }));
  await insertRows(db, 'metadata_level_history', HISTORY satisfies BulkColumns<(typeof rows)[number]>, rows);
  await notifyClassified(app, db, changes);
}

/**
 * Gives columns the level, class and mask that they inherit, and then the columns further down, step by step: four statements per step,
 * whatever the number of columns. In the caller's transaction, which must hold the sources (`holdLevels`). Answers how many changed.
 */
export async function settleColumns(app: App, db: Db, columnIds: readonly string[], by = SYSTEM): Promise<number> {
  let open = [...new Set(columnIds)];
  let changed = 0;
  const tables = new Set<string>();
  for (let step = 0; open.length > 0; step++) {
    if (step === MAX_STEPS) {
      app.log.warn({ columns: open.length }, 'levels go round in a circle of lineage');
      break;
    }
    const moved = (await levelRows(db, open)).flatMap((row) => {
      const next = updateOf(row, nextColumnLevel(standingOf(row), situationOf(row)));
      return isChanged(row, next) ? [{ row, next }] : [];
    });
    if (moved.length === 0) break;
    await updateRows(
      db,
      'metadata_column',
      UPDATE,
      moved.map(({ next }) => next),
    );
    const felt = moved.filter(({ row, next }) => isFelt(row, next));
    for (const { row } of felt) tables.add(row.tableId);
    await recordLevels(
      app,
      db,
      felt
        .filter(({ row, next }) => row.level !== next.level || row.classId !== next.classId)
        .map(({ row, next }) => ({
          sourceId: row.sourceId,
          columnId: row.id,
          oldLevel: row.level,
          newLevel: next.level,
          oldClassId: row.classId,
          newClassId: next.classId,
          levelBy: next.levelBy,
          fromColumnId: next.levelBy === 'inherited' ? next.inheritedFrom : null,
          reason: null,
          createBy: by,
        })),
    );
    changed += felt.length;
    open = await columnsBelow(
      db,
      felt.map(({ row }) => row.id),
    );
  }
  await raiseTables(db, [...tables]);
  return changed;
}

/** `settleColumns` for all columns of tables whose lineage changed. Answers how many columns changed. */
export async function settleTables(app: App, db: Db, tableIds: readonly string[]): Promise<number> {
  if (tableIds.length === 0) return 0;
  const rows = await db
    .selectFrom('metadataColumn')
    .select('id')
    .where(sql<boolean>`table_id = any(${[...new Set(tableIds)]}::text[])`)
    .where('deletedAt', 'is', null)
    .execute();
  return settleColumns(
    app,
    db,
    rows.map((row) => row.id),
  );
}

/** After levels of columns were set: settles them, the columns downstream, and the columns of views whose lineage is not known yet. */
export async function settleBelow(app: App, db: Db, columnIds: readonly string[], by: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select c.id from metadata_column c join metadata_table t on t.id = c.table_id
    where t.lineage_due in ('1', '2') and t.deleted_at is null and c.deleted_at is null
      and t.source_id in (select source_id from metadata_column where id = any(${[...columnIds]}::text[]))`.execute(db);
  await settleColumns(app, db, [...columnIds, ...(await columnsBelow(db, columnIds)), ...rows.map((row) => row.id)], by);
}

/** Settles all columns of a source whose level differs from what lineage gives; the last step of a lineage run. Answers how many changed. */
export async function settleSource(app: App, db: Db, sourceId: string): Promise<number> {
  return settleColumns(app, db, await unsettledColumns(db, sourceId));
}

/**
 * Stores the state of a view's lineage: `0` known, `1` not parsed yet, `2` parsed in part. Does nothing when the definition of the view has
 * changed since `view.sql` was read: the newer text still has to be parsed.
 */
export async function awaitsLineage(
  db: Db,
  view: { readonly originKey: string; readonly dialect: string; readonly sql: string },
  due: '0' | '1' | '2',
): Promise<void> {
  const row = await db
    .selectFrom('metadataTable')
    .select(['schemaName', 'tableName', 'viewSql'])
    .select(
      sql<string[]>`coalesce((select json_agg(c.column_name order by c.column_position) from metadata_column c
        where c.table_id = metadata_table.id and c.deleted_at is null), '[]')`.as('columns'),
    )
    .where('id', '=', view.originKey)
    .executeTakeFirst();
  if (!row || row.viewSql === null) return;
  const { schemaName: schema, tableName: name, columns, viewSql } = row;
  if (viewStatement(view.dialect as DialectName, { schema, name, columns, sql: viewSql }) !== view.sql) return;
  await db.updateTable('metadataTable').set({ lineageDue: due }).where('id', '=', view.originKey).execute();
}

/** Ends the waiting of tables (not views) whose writing statements a lineage run has parsed; `isKnown`: the run had the table in its names. */
export async function clearAwaited(db: Db, sourceId: string, isKnown: (tableId: string) => boolean): Promise<void> {
  const due = await db
    .selectFrom('metadataTable')
    .select('id')
    .where('sourceId', '=', sourceId)
    .where('lineageDue', '=', '1')
    .where('tableKind', 'not in', ['view', 'materialized'])
    .execute();
  const ids = due.flatMap(({ id }) => (isKnown(id) ? [id] : []));
  if (ids.length > 0) await sql`update metadata_table set lineage_due = '0' where id = any(${ids}::text[])`.execute(db);
}

/**
 * Marks tables whose lineage is not known: new or changed views, and new tables that stored statements write into. If the source has
 * sensitive columns, all columns of these tables get level L4 and a full mask (`pending`) until a lineage run has read them; levels set by
 * hand for the former definition are kept aside and return then.
 */
export async function awaitLineage(app: App, db: Db, tableIds: readonly string[], sourceId: string): Promise<void> {
  if (tableIds.length === 0) return;
  const ids = [...tableIds];
  await sql`update metadata_table set lineage_due = '1' where id = any(${ids}::text[])`.execute(db);
  const { rows } = await sql<{ id: string }>`update metadata_column c set
      own_level = case when c.level_by in ('inherited', 'pending') then c.own_level else c.level end,
      own_class_id = case when c.level_by in ('inherited', 'pending') then c.own_class_id else c.class_id end,
      own_level_by = case when c.level_by in ('inherited', 'pending') then c.own_level_by else c.level_by end,
      level = 'L4', class_id = null, level_by = 'pending', is_masked_whole = '1'
    where c.table_id = any(${ids}::text[]) and c.deleted_at is null and c.level_by is distinct from 'pending'
      and not (c.level_by is not distinct from 'manual' and c.level in ('L3', 'L4'))
      and exists (select 1 from metadata_column s where s.source_id = ${sourceId} and s.deleted_at is null and s.level in ('L3', 'L4')
        and s.level_by is distinct from 'pending')
    returning c.id`.execute(db);
  if (rows.length === 0) return;
  await settleColumns(
    app,
    db,
    await columnsBelow(
      db,
      rows.map((row) => row.id),
    ),
  );
  await raiseTables(db, ids);
}

/**
 * Proposes the class of a sensitive column for unlevelled columns that it flows into directly, over edges of kind `value`; exact edges are
 * inherited anyway, so these are inferred ones. Idempotent: existing and rejected proposals are not made again. On acceptance by a steward
 * `level_by` becomes `lineage`. Answers the number of new proposals.
 */
export async function proposeByLineage(app: App, db: Db, sourceId: string): Promise<number> {
  let made = 0;
  for (;;) {
    const written = await proposePortion(app, db, sourceId);
    made += written;
    if (written < PORTION) return made;
  }
}

/** Makes so many of them at most. */
async function proposePortion(app: App, db: Db, sourceId: string): Promise<number> {
  const rows = await db
    .selectFrom('metadataLineageEdge as edge')
    .innerJoin('metadataColumn as origin', (join) =>
      join
        .onRef('origin.tableId', '=', 'edge.fromId')
        .onRef('origin.columnName', '=', 'edge.fromColumn')
        .on('origin.deletedAt', 'is', null),
    )
    .innerJoin('metadataTable as originTable', 'originTable.id', 'origin.tableId')
    .innerJoin('metadataColumn as target', (join) =>
      join.onRef('target.tableId', '=', 'edge.toId').onRef('target.columnName', '=', 'edge.toColumn').on('target.deletedAt', 'is', null),
    )
    .select([
      'target.id as columnId',
      'target.sourceId',
      'origin.classId',
      sql<string>`min(origin_table.schema_name || '.' || origin_table.table_name || '.' || origin.column_name)`.as('from'),
    ])
    .where('edge.kind', '=', 'value')
    .where('edge.fromType', '=', 'table')
    .where('edge.toType', '=', 'table')
    .where('origin.classId', 'is not', null)
    .where('origin.level', 'in', ['L3', 'L4'])
    .where('target.level', 'is', null)
    .where('target.sourceId', '=', sourceId)
    .groupBy(['target.id', 'target.sourceId', 'origin.classId'])
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('metadataClassHit as known')
            .select('known.id')
            .whereRef('known.columnId', '=', 'target.id')
            .whereRef('known.classId', '=', 'origin.classId'),
        ),
      ),
    )
    .limit(PORTION)
    .execute();
  if (rows.length === 0) return 0;
  const written = await db
    .insertInto('metadataClassHit')
    .values(
      rows.map((row) => ({
        id: app.ids.next(),
        columnId: row.columnId,
        classId: row.classId!,
        sourceId: row.sourceId,
        origin: 'lineage' as const,
        reason: `内容来自已分级的字段 ${row.from}（血缘）`,
        createTime: app.now(),
      })),
    )
    .onConflict((c) => c.columns(['columnId', 'classId']).doNothing())
    .returning('id')
    .execute();
  return written.length;
}
