import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import type { HarvestedRoutine } from '#modules/sources/server/index.ts';
import { recordChanges, type FoundChange } from '../changes/record.ts';
import { insertRows, updateRows } from '#kit/server/db/bulk.ts';
import type { SyncState } from './sync-run.ts';
import { fence } from './sync-tables.ts';

interface StoredRoutine {
  readonly id: string;
  readonly schemaName: string;
  readonly routineName: string;
  readonly signature: string;
  readonly fingerprint: string;
  readonly deletedAt: Date | null;
}

const keyOf = (schema: string, name: string, signature: string): string => JSON.stringify([schema, name, signature]);
const storedKey = (row: StoredRoutine): string => keyOf(row.schemaName, row.routineName, row.signature);
const clean = (text: string | null): string | null => text?.replaceAll('\u0000', '') ?? null;
const fingerprintOf = (routine: HarvestedRoutine): string =>
  createHash('sha1')
    .update(JSON.stringify([routine.kind, routine.language, routine.body, routine.comment]))
    .digest('hex');

const FIELDS = {
  id: 'text',
  routineKind: 'text',
  language: 'text',
  body: 'text',
  routineComment: 'text',
  fingerprint: 'text',
  updateTime: 'timestamptz',
  deletedAt: 'timestamptz',
} as const;
const INSERT = {
  ...FIELDS,
  sourceId: 'text',
  schemaName: 'text',
  routineName: 'text',
  signature: 'text',
  createTime: 'timestamptz',
} as const;

/** The stored routines of a source by schema, name and signature; living ones win. */
export async function storedRoutines(app: App, sourceId: string): Promise<Map<string, StoredRoutine>> {
  const rows = await app.db
    .selectFrom('metadataRoutine')
    .select(['id', 'schemaName', 'routineName', 'signature', 'fingerprint', 'deletedAt'])
    .where('sourceId', '=', sourceId)
    .orderBy('deletedAt', (by) => by.asc().nullsLast())
    .execute();
  return new Map(rows.map((row) => [storedKey(row), row]));
}

const change = (
  id: string,
  routine: Pick<StoredRoutine, 'schemaName' | 'routineName' | 'signature'>,
  changeKind: FoundChange['changeKind'],
  fieldName: string,
  [oldValue, newValue]: readonly [string | null, string | null],
): FoundChange => ({
  tableId: null,
  objectType: 'routine',
  objectId: id,
  objectName: `${routine.schemaName}.${routine.routineName}(${routine.signature})`,
  changeKind,
  fieldName,
  oldValue,
  newValue,
  changeVersion: 1,
  column: null,
});

/** Writes the routines of one portion that differ; answers nothing, the run counts. */
export async function applyRoutines(
  app: App,
  run: SyncState,
  stored: ReadonlyMap<string, StoredRoutine>,
  found: readonly HarvestedRoutine[],
): Promise<void> {
  const now = app.now().toISOString();
  const fields = (id: string, routine: HarvestedRoutine) => ({
    id,
    routineKind: routine.kind,
    language: routine.language,
    body: clean(routine.body),
    routineComment: clean(routine.comment),
    fingerprint: fingerprintOf(routine),
    updateTime: now,
    deletedAt: null,
  });
  const named = (routine: HarvestedRoutine) => ({
    schemaName: routine.schema,
    routineName: routine.name,
    signature: routine.signature,
  });
  const matched = found.map((routine) => ({ routine, row: stored.get(keyOf(routine.schema, routine.name, routine.signature)) }));
  const added = matched.flatMap(({ routine, row }) => (row ? [] : [{ id: app.ids.next(), routine }]));
  const changed = matched.flatMap(({ routine, row }) =>
    row && (row.deletedAt !== null || row.fingerprint !== fingerprintOf(routine)) ? [{ routine, row }] : [],
  );
  if (added.length + changed.length === 0) return;
  await app.db.transaction().execute(async (db) => {
    await fence(db, run);
    await insertRows(
      db,
      'metadata_routine',
      INSERT,
      added.map(({ id, routine }) => ({ ...fields(id, routine), ...named(routine), sourceId: run.sourceId, createTime: now })),
    );
    const records: FoundChange[] = added.map(({ id, routine }) => change(id, named(routine), 'added', 'routineName', [null, routine.name]));
    const ids = changed.map(({ row }) => row.id);
    const before =
      ids.length === 0
        ? []
        : await db.selectFrom('metadataRoutine').select(['id', 'body', 'routineComment']).where('id', 'in', ids).execute();
    const beforeById = new Map(before.map((row) => [row.id, row]));
    for (const { routine, row } of changed) {
      const old = beforeById.get(row.id);
      if (row.deletedAt !== null) {
        records.push(change(row.id, row, 'added', 'routineName', ['已移除', routine.name]));
        continue;
      }
      const [body, comment] = [clean(routine.body), clean(routine.comment)];
      if (old && old.body !== body) records.push(change(row.id, row, 'changed', 'routineBody', [old.body, body]));
      if (old && old.routineComment !== comment)
        records.push(change(row.id, row, 'changed', 'routineComment', [old.routineComment, comment]));
    }
    await updateRows(
      db,
      'metadata_routine',
      FIELDS,
      changed.map(({ row, routine }) => fields(row.id, routine)),
    );
    if (!run.isFirst) await recordChanges(app, db, run, records);
    run.signal.throwIfAborted();
  });
  run.hasNewSql = true;
}

/** Marks routines as deleted that a complete run did not find any more. */
export async function dropRoutines(app: App, run: SyncState, missing: readonly StoredRoutine[]): Promise<void> {
  if (missing.length === 0) return;
  await app.db.transaction().execute(async (db) => {
    await fence(db, run);
    await db
      .updateTable('metadataRoutine')
      .set({ deletedAt: app.now(), updateTime: app.now() })
      .where(sql<boolean>`id = any(${missing.map((row) => row.id)}::text[])`)
      .execute();
    await recordChanges(
      app,
      db,
      run,
      missing.map((row) => change(row.id, row, 'removed', 'routineName', [row.routineName, null])),
    );
  });
  run.hasNewSql = true;
}

export const routineKey = (routine: HarvestedRoutine): string => keyOf(routine.schema, routine.name, routine.signature);
