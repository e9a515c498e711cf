import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import { clearAwaited, holdLevels, settleSource, settleTables } from '#modules/gate/server/index.ts';
import { lineageSource, loadNames, type LineageSource } from './load-names.ts';
import type { NameIndex } from './names.ts';
import type { LineagePayload } from './refresh.ts';
import { decidedNames, dropUnits, hashOf, isOutdated, parseUnit, saveUnit, type UnitInput } from './units.ts';
import { readAgain, inputOf } from './read-again.ts';
import { statementsOf } from './statements.ts';

/** Origins maintained by runs; imported and manual units are not touched. */
const TAKEN = ['view', 'routine', 'console'] as const;
/** Origins whose text is only stored: it is read again when the engine or a table has changed, or after a time-out. */
const STORED = ['import', 'module'] as const;

interface Known {
  readonly id: string;
  readonly sqlHash: string;
  /**
   * A table that it touches has changed, or its text waits for another try after a time-out. The view that its source cannot open keeps what was
   * known: it tells what is missing, and the text means nothing else before the view is mended.
   */
  readonly isStale: boolean;
}

/** The units of a source, with whether a table that they touch has changed its structure since they were parsed. */
async function knownUnits(db: Db, sourceId: string, now: Date): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom('metadataLineageUnit as u')
    .select(['u.id', 'u.origin', 'u.originKey', 'u.sqlHash'])
    .select(
      sql<boolean>`coalesce(u.retry_time <= ${now}, false) or exists (select 1 from metadata_lineage_edge e join metadata_table t on t.id in (e.from_id, e.to_id)
        where e.unit_id = u.id and t.change_time > u.parse_time) and not exists (select 1 from metadata_table v
        where v.id = u.origin_key and u.origin = 'view' and v.broken_reason is not null)`.as('isStale'),
    )
    .where('u.sourceId', '=', sourceId)
    .where('u.origin', 'in', [...TAKEN, ...STORED])
    .where('u.deletedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [`${row.origin} ${row.originKey}`, row]));
}

/** Tables that only lineage knew and that the catalogue holds by now: their edges move over, their texts are parsed once more. */
export async function adoptExternals(app: App, db: Db, sourceId: string, names: NameIndex): Promise<number> {
  const rows = await db
    .selectFrom('metadataLineageObject')
    .select(['id', 'objectKey'])
    .where('objectType', '=', 'external')
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .execute();
  let adopted = 0;
  for (const row of rows) {
    const match = names.find(row.objectKey, null);
    if (match.kind !== 'table') continue;
    // with the columns of the table known, stars and bare names in these texts mean more than before
    await db
      .updateTable('metadataLineageUnit')
      .set({ sqlHash: '' })
      .where('sqlText', 'is not', null)
      .where('id', 'in', (e) =>
        e
          .selectFrom('metadataLineageEdge as e')
          .select('e.unitId')
          .where((w) => w.or([w('e.fromId', '=', row.id), w('e.toId', '=', row.id)])),
      )
      .execute();
    await moveEdges(app, db, { id: row.id, key: row.objectKey, sourceId }, { type: 'table', id: match.table.id }, match.table.columns);
    await db
      .deleteFrom('metadataLineageUnresolved')
      .where('reason', '=', 'externalTable')
      .where('text', '=', row.objectKey)
      .where('state', '=', 'open')
      .where('unitId', 'in', (e) => e.selectFrom('metadataLineageUnit').select('metadataLineageUnit.id').where('sourceId', '=', sourceId))
      .execute();
    adopted++;
  }
  return adopted;
}

/** Gives the edges of an external table to another end, names of columns in the spelling of that table, and forgets the external one. */
export async function moveEdges(
  app: App,
  db: Db,
  external: { id: string; key: string; sourceId: string | null },
  target: { type: 'table' | 'object'; id: string },
  columns: ReadonlyMap<string, string>,
): Promise<void> {
  await holdLevels(db, [external.sourceId]);
  for (const [side, id, column] of [
    ['from_type', 'from_id', 'from_column'],
    ['to_type', 'to_id', 'to_column'],
  ] as const) {
    await sql`update metadata_lineage_edge set ${sql.ref(side)} = ${target.type}, ${sql.ref(id)} = ${target.id} where ${sql.ref(id)} = ${external.id}`.execute(
      db,
    );
    for (const original of columns.values()) {
      const lower = original.toLowerCase();
      if (lower === original || columns.get(lower) === lower) continue;
      await sql`update metadata_lineage_edge set ${sql.ref(column)} = ${original} where ${sql.ref(id)} = ${target.id} and ${sql.ref(column)} = ${lower}`.execute(
        db,
      );
    }
  }
  const now = app.now();
  await db.updateTable('metadataLineageObject').set({ deletedAt: now, updateTime: now }).where('id', '=', external.id).execute();
  if (target.type === 'table') await settleTables(app, db, [target.id]);
}

/** One pass over a source, one transaction per unit, so that an interrupted run can continue. */
async function pass(run: JobRun<LineagePayload>, source: LineageSource): Promise<{ units: number; parsed: number; edges: number }> {
  const { app } = run;
  const names = await loadNames(app.db, source);
  await app.db.transaction().execute((db) => adoptExternals(app, db, source.id, names));
  const [known, inputs, decided] = await Promise.all([
    knownUnits(app.db, source.id, app.now()),
    statementsOf(app.db, source),
    decidedNames(app.db, source.id),
  ]);
  const wanted = new Set(inputs.map((input) => `${input.origin} ${input.originKey}`));
  const due = [...known].filter(([, unit]) => unit.isStale || isOutdated(unit.sqlHash));
  const stale = await storedAgain(
    app,
    // history is kept for a time only: what the console did stays known after it
    due.filter(([key]) => key.startsWith('import ') || (key.startsWith('console ') && !wanted.has(key))).map(([, unit]) => unit.id),
  );
  const result = { units: inputs.length, parsed: 0, edges: 0 };
  for (const [at, input] of [...inputs, ...stale].entries()) {
    run.signal.throwIfAborted();
    const old = known.get(`${input.origin} ${input.originKey}`);
    if (old && old.sqlHash === hashOf(input) && !old.isStale) {
      if (input.run) await countRuns(app.db, old.id, input.run);
      continue;
    }
    const parsed = await parseUnit(input, names, decided);
    // a console statement that moves nothing leaves no trace
    if (!old && input.origin === 'console' && parsed.draft.edges.length === 0 && parsed.draft.doubts.length === 0) continue;
    const saved = await app.db.transaction().execute((db) => saveUnit(app, db, input, parsed));
    result.parsed++;
    result.edges += saved.edges;
    if (result.parsed % 20 === 0) await run.progress((at / inputs.length) * 95, `已解析 ${at + 1} / ${inputs.length}`);
  }
  for (const [, unit] of due.filter(([key]) => key.startsWith('module '))) {
    run.signal.throwIfAborted();
    const saved = await app.db.transaction().execute((db) => readAgain(app, db, unit.id));
    if (!saved) continue;
    result.parsed++;
    result.edges += saved.edges;
  }
  const gone = [...known]
    .filter(([key]) => !wanted.has(key) && (key.startsWith('view ') || key.startsWith('routine ')))
    .map(([, unit]) => unit.id);
  await app.db.transaction().execute(async (db) => {
    await holdLevels(db, [source.id]);
    await dropUnits(app, db, gone);
    await clearAwaited(db, source.id, (id) => names.byId(id) !== null);
    await settleSource(app, db, source.id);
  });
  return result;
}

/** Stored texts as wishes. */
async function storedAgain(app: App, ids: readonly string[]): Promise<UnitInput[]> {
  if (ids.length === 0) return [];
  const rows = await app.db.selectFrom('metadataLineageUnit').selectAll().where('id', 'in', ids).execute();
  return rows.map(inputOf);
}

const countRuns = (db: Db, id: string, run: { count: number; last: Date }) =>
  db
    .updateTable('metadataLineageUnit')
    .set({ runCount: sql<string>`greatest(run_count, ${run.count})`, lastRunTime: run.last })
    .where('id', '=', id)
    .where((e) => e.or([e('lastRunTime', 'is', null), e('lastRunTime', '<', run.last)]))
    .execute();

/** Job `metadata.lineage`: takes the lineage of a source. Unchanged texts are left alone, so that it may run at any time and again. */
export async function takeLineage(run: JobRun<LineagePayload>): Promise<string> {
  const { app, payload } = run;
  const source = await lineageSource(app.db, payload.sourceId);
  if (!source) return '数据源已删除';
  await run.progress(1, '读取视图、存储过程与执行记录');
  const asked = (db: Db) =>
    db.selectFrom('metadataLineageState').select('requestTime').where('sourceId', '=', source.id).executeTakeFirst();
  for (;;) {
    const before = await asked(app.db);
    const started = app.now();
    const { units, parsed, edges } = await pass(run, source);
    const text = `共 ${units} 个解析单元，本次解析 ${parsed} 个，得到 ${edges} 条关系`;
    const isLast = await app.db.transaction().execute(async (db) => {
      const ended = await db
        .updateTable('metadataLineageState')
        .set({ doneTime: started, unitCount: units, message: text })
        .where('sourceId', '=', source.id)
        .returning('requestTime')
        .executeTakeFirst();
      // another request arrived during this pass and was merged into this job
      if (ended && ended.requestTime.getTime() !== before?.requestTime.getTime()) return false;
      await run.end(db, text);
      return true;
    });
    if (isLast) return text;
  }
}
