import type { App, Db } from '#kit/server/ctx.ts';
import type { DraftEdge } from './draft.ts';
import { lineageSource, loadNames, type LineageSource } from './load-names.ts';
import { NameIndex } from './names.ts';
import { ownEdges, type ObjectColumns } from './object-columns.ts';
import { decidedNames, dropUnits, hashOf, isHole, parseUnit, saveUnit, type Decided, type UnitInput } from './units.ts';

/** Kinds of objects of other modules that appear in the lineage. */
export type LineageObjectType = 'dataset' | 'api' | 'app' | 'chart' | 'board' | 'screen' | 'extract' | 'form';

/** An object of another module and its sources, given by one of `sql`, `columns` and `consumes`. */
export interface LineageRecord extends ObjectColumns {
  readonly object: {
    readonly type: LineageObjectType;
    /** id of the object in its module */
    readonly key: string;
    readonly name: string;
    /** own page of the object */
    readonly path: string | null;
    /** source that its SQL runs on */
    readonly sourceId: string | null;
  };
  readonly sql?: string;
  /** grammar of `sql`, that of the source unless given */
  readonly dialect?: string;
  /** its columns and the table columns they come from, when the module knows them itself */
  readonly columns?: readonly { readonly name: string; readonly from: readonly (readonly [tableId: string, column: string])[] }[];
  /** table columns that decide which rows it has */
  readonly joins?: readonly (readonly [tableId: string, column: string])[];
  /** other objects or tables that it shows: as a whole, or some columns and what only some decide */
  readonly consumes?: readonly (
    | { readonly tableId: string }
    | {
        readonly type: LineageObjectType;
        readonly key: string;
        readonly columns?: { readonly shown: readonly string[]; readonly deciding: readonly string[] };
      }
  )[];
}

async function objectRow(app: App, db: Db, object: LineageRecord['object']): Promise<string> {
  const old = await db
    .selectFrom('metadataLineageObject')
    .select('id')
    .where('objectType', '=', object.type)
    .where('objectKey', '=', object.key)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const values = { objectName: object.name, path: object.path, sourceId: object.sourceId, updateTime: app.now() };
  if (old) {
    await db.updateTable('metadataLineageObject').set(values).where('id', '=', old.id).execute();
    return old.id;
  }
  const id = app.ids.next();
  await db
    .insertInto('metadataLineageObject')
    .values({ id, objectType: object.type, objectKey: object.key, ...values, createTime: app.now() })
    .execute();
  return id;
}

async function consumed(db: Db, input: NonNullable<LineageRecord['consumes']>[number]) {
  if ('tableId' in input) return { type: 'table' as const, id: input.tableId };
  const row = await db
    .selectFrom('metadataLineageObject')
    .select('id')
    .where('objectType', '=', input.type)
    .where('objectKey', '=', input.key)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ? { type: 'object' as const, id: row.id } : null;
}

const NO_NAMES = new NameIndex([], { dialect: 'postgres', database: '' });

/**
 * Shared reads for a series of `recordLineage` calls: the names of a whole catalogue are read once instead of for each object. To be made
 * for one series and not kept, since it does not notice later changes.
 */
export class LineageReading {
  readonly #sources = new Map<string, Promise<LineageSource | null>>();
  readonly #names = new Map<string, Promise<NameIndex>>();
  readonly #decided = new Map<string, Promise<Decided>>();

  source(db: Db, id: string): Promise<LineageSource | null> {
    return once(this.#sources, id, () => lineageSource(db, id));
  }
  names(db: Db, source: LineageSource): Promise<NameIndex> {
    return once(this.#names, source.id, () => loadNames(db, source));
  }
  decided(db: Db, sourceId: string): Promise<Decided> {
    return once(this.#decided, sourceId, () => decidedNames(db, sourceId));
  }
}
function once<T>(kept: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const old = kept.get(key);
  if (old) return old;
  const made = read();
  kept.set(key, made);
  // what could not be read is read again
  void made.catch(() => kept.delete(key));
  return made;
}

/**
 * Records the lineage of an object of a module in the caller's transaction, replacing what was recorded before. To be called when the object
 * is saved; an unchanged text is not parsed again, and a text that cannot be parsed leaves open questions instead of an error.
 *
 *     await recordLineage(app, db, { object: { type: 'dataset', key: set.id, name: set.name, path, sourceId }, sql: set.sqlText });
 */
export async function recordLineage(app: App, db: Db, record: LineageRecord, reading = new LineageReading()): Promise<void> {
  const { object } = record;
  const target = { type: 'object' as const, id: await objectRow(app, db, object) };
  const source = object.sourceId === null ? null : await reading.source(db, object.sourceId);
  const input: UnitInput = {
    origin: 'module',
    originKey: `${object.type}:${object.key}`,
    name: object.name,
    sourceId: object.sourceId,
    schemaName: null,
    dialect: record.dialect ?? source?.dialect ?? 'generic',
    sql: record.sql ?? '',
    target,
    given: JSON.stringify([record.outputs, record.derived, record.whole]),
    createBy: null,
  };
  const old = await db
    .selectFrom('metadataLineageUnit')
    .select(['sqlHash', 'unitName'])
    .where('origin', '=', 'module')
    .where('originKey', '=', input.originKey)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const isTextOnly = !record.columns && !record.consumes && !record.joins;
  if (old && record.sql !== undefined && old.sqlHash === hashOf(input) && old.unitName === input.name && isTextOnly) return;
  const parsed =
    record.sql === undefined
      ? { draft: { edges: [], doubts: [] }, statementCount: 0, failure: null }
      : await parseUnit(
          input,
          source ? await reading.names(db, source) : NO_NAMES,
          source ? await reading.decided(db, source.id) : await decidedNames(db, object.sourceId),
        );
  const edges: DraftEdge[] = [...parsed.draft.edges];
  const edge = { to: target, kind: 'value' as const, expression: null, confidence: 'exact' as const };
  for (const column of record.columns ?? [])
    for (const [tableId, name] of column.from)
      edges.push({ ...edge, from: { type: 'table', id: tableId }, fromColumn: name, toColumn: column.name });
  for (const [tableId, name] of record.joins ?? [])
    edges.push({ ...edge, kind: 'join', from: { type: 'table', id: tableId }, fromColumn: name, toColumn: null });
  for (const one of record.consumes ?? []) {
    const from = await consumed(db, one);
    if (!from) continue;
    const columns = 'columns' in one ? one.columns : undefined;
    if (!columns) edges.push({ ...edge, from, fromColumn: null, toColumn: null });
    for (const fromColumn of columns?.shown ?? []) edges.push({ ...edge, from, fromColumn, toColumn: null });
    for (const fromColumn of columns?.deciding ?? []) edges.push({ ...edge, kind: 'filter', from, fromColumn, toColumn: null });
  }
  const isWhole = parsed.failure === null && parsed.draft.doubts.every(({ reason }) => !isHole(reason));
  await saveUnit(app, db, input, { ...parsed, draft: { edges: ownEdges(edges, target, record, isWhole), doubts: parsed.draft.doubts } });
}

/** Deletes an object of a module from the lineage, with its edges in both directions, in the caller's transaction. */
export async function forgetLineage(app: App, db: Db, type: LineageObjectType, key: string): Promise<void> {
  const units = await db
    .selectFrom('metadataLineageUnit')
    .select('id')
    .where('origin', '=', 'module')
    .where('originKey', '=', `${type}:${key}`)
    .where('deletedAt', 'is', null)
    .execute();
  await dropUnits(
    app,
    db,
    units.map((unit) => unit.id),
  );
  const object = await db
    .selectFrom('metadataLineageObject')
    .select('id')
    .where('objectType', '=', type)
    .where('objectKey', '=', key)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!object) return;
  await db
    .deleteFrom('metadataLineageEdge')
    .where((e) => e.or([e('fromId', '=', object.id), e('toId', '=', object.id)]))
    .execute();
  await db.updateTable('metadataLineageObject').set({ deletedAt: app.now(), updateTime: app.now() }).where('id', '=', object.id).execute();
}
