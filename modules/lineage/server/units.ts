import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { TABLE_REASONS, type Settlement, type UnitOrigin, type UnresolvedReason } from '../contract/lineage.ts';
import { templateOf } from '../core/template.ts';
import { awaitsLineage, holdLevels, settleTables } from '#modules/gate/server/index.ts';
import { draftOf, type Doubt, type Draft, type DraftEdge, type DraftEnd } from './draft.ts';
import { analyseSql } from './engine.ts';
import type { NameIndex } from './names.ts';

/** To be raised when the parser recognises more than before; stored units are then parsed again by the next run. */
const ENGINE_VERSION = 2;
const INSERT_CHUNK = 500;
/** A parse that timed out on a busy machine is retried, with growing intervals. */
const MAX_TIMEOUTS = 4;
const RETRY_MS = 10 * 60_000;
const RETRY_FACTOR = 4;

/** When to retry after a number of consecutive time-outs; null when the limit is reached. */
export const retryAfter = (timeouts: number, now: Date): Date | null =>
  timeouts === 0 || timeouts >= MAX_TIMEOUTS ? null : new Date(now.getTime() + RETRY_MS * RETRY_FACTOR ** (timeouts - 1));

const lateMessage = (timeouts: number, retry: Date | null): string =>
  retry ? '解析超时，稍后自动重试，也可点击“重新解析”' : `解析超时，已尝试 ${timeouts} 次，请简化SQL后点击“重新解析”`;

/** A text whose lineage is wanted. */
export interface UnitInput {
  readonly origin: UnitOrigin;
  /** names the text within its origin */
  readonly originKey: string;
  readonly name: string;
  readonly sourceId: string | null;
  /** schema of bare names */
  readonly schemaName: string | null;
  readonly dialect: string;
  readonly sql: string;
  /** where the result of a bare SELECT goes */
  readonly target?: DraftEnd;
  /** what is known besides the text, where it changes the lineage */
  readonly given?: string;
  readonly run?: { readonly count: number; readonly last: Date };
  readonly createBy: string | null;
  readonly createDept?: string | null;
}
export type StoredDoubt = Selectable<Tables['metadataLineageUnresolved']>;
export interface Parsed {
  readonly draft: Draft;
  readonly statementCount: number;
  readonly failure: string | null;
}

/** What the hashes of this engine begin with. */
export const ENGINE_MARK = `${ENGINE_VERSION}:`;

/** Same hash, same lineage: nothing is parsed or written. */
export const hashOf = (input: Pick<UnitInput, 'dialect' | 'schemaName' | 'sql' | 'given'>): string =>
  `${ENGINE_MARK}${createHash('sha256')
    .update(JSON.stringify([input.dialect, input.schemaName, input.sql, ...(input.given === undefined ? [] : [input.given])]))
    .digest('hex')}`;
/** True when the unit waits for its first parse, or was parsed by an engine that read less. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(ENGINE_MARK);

/** Table or object that a name in a text stands for, by the name as written. */
export type Decided = ReadonlyMap<string, { readonly type: 'table' | 'object'; readonly id: string }>;

/** Answers of stewards to open questions about table names of a source, by the name as written. */
export async function decidedNames(db: Db, sourceId: string | null): Promise<Decided> {
  const rows = await db
    .selectFrom('metadataLineageUnresolved as q')
    .innerJoin('metadataLineageUnit as u', 'u.id', 'q.unitId')
    .select(['q.text', 'q.resolution'])
    .where('q.state', '=', 'resolved')
    .where('q.reason', 'in', TABLE_REASONS)
    .where('u.sourceId', sourceId === null ? 'is' : '=', sourceId)
    .orderBy('q.resolvedTime')
    .execute();
  const decided = new Map<string, { type: 'table' | 'object'; id: string }>();
  for (const row of rows) {
    const target = (row.resolution as Settlement | null)?.target;
    if (target) decided.set(row.text, target);
  }
  return decided;
}

/** The file of a dbt model is the table of its name: its rows go there. */
function modelTarget(input: UnitInput, names: NameIndex): DraftEnd | null {
  const file = input.origin === 'import' ? /([^/\\]+)\.sql$/i.exec(input.name)?.[1] : undefined;
  if (file === undefined || !templateOf(input.sql, (name) => name)?.isModel) return null;
  const alias = /\{\{-?\s*config\s*\([^}]*\balias\s*=\s*['"]([^'"]+)['"]/.exec(input.sql)?.[1];
  const match = names.find(alias ?? file, input.schemaName);
  return match.kind === 'table' ? { type: 'table', id: match.table.id } : { type: 'external', key: (alias ?? file).toLowerCase() };
}

/** Parses a text and resolves its names against the catalogue. Never throws: a text that cannot be parsed gives a failed unit with the reason. */
export async function parseUnit(input: UnitInput, names: NameIndex, decided: Decided): Promise<Parsed> {
  try {
    const lineage = await analyseSql({ dialect: input.dialect, sql: input.sql, schema: names.lookup(input.schemaName) });
    const draft = draftOf(lineage, names, { schema: input.schemaName, decided, target: input.target ?? modelTarget(input, names) });
    return { draft, statementCount: lineage.statementCount, failure: null };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { draft: { edges: [], doubts: [] }, statementCount: 0, failure: text.slice(0, 500) };
  }
}

/** Finds or makes the rows of tables that the catalogue does not hold; the result tells the id by key. */
async function externals(app: App, db: Db, sourceId: string | null, edges: readonly DraftEdge[]): Promise<Map<string, string>> {
  const keys = [...new Set(edges.flatMap((edge) => [edge.from, edge.to]).flatMap((end) => (end.type === 'external' ? [end.key] : [])))];
  const ids = new Map<string, string>();
  if (keys.length === 0) return ids;
  const find = async () => {
    for (const row of await db
      .selectFrom('metadataLineageObject')
      .select(['id', 'objectKey'])
      .where('objectType', '=', 'external')
      .where('objectKey', 'in', keys)
      .where('sourceId', sourceId === null ? 'is' : '=', sourceId)
      .where('deletedAt', 'is', null)
      .execute())
      ids.set(row.objectKey, row.id);
  };
  await find();
  const missing = keys.filter((key) => !ids.has(key));
  if (missing.length === 0) return ids;
  await db
    .insertInto('metadataLineageObject')
    .values(missing.map((key) => ({ id: app.ids.next(), objectType: 'external', objectKey: key, objectName: key, sourceId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await find();
  return ids;
}

const endOf = (end: DraftEnd, ids: ReadonlyMap<string, string>): { type: string; id: string } =>
  end.type === 'external' ? { type: 'object', id: ids.get(end.key) ?? '' } : end;

/**
 * Replaces the edges of a unit; indirect ones between the same columns stand beside those that carry values. Columns that these edges
 * lead or led to have the level of what flows into them afterwards; `view` is the view that the unit is the text of.
 */
export async function writeEdges(
  app: App,
  db: Db,
  unitId: string,
  { sourceId, edges, view }: { sourceId: string | null; edges: readonly DraftEdge[]; view?: string | undefined },
): Promise<void> {
  if (edges.some(({ to }) => to.type === 'table')) await holdLevels(db, [sourceId]);
  const gone = await db.deleteFrom('metadataLineageEdge').where('unitId', '=', unitId).returning(['toType', 'toId']).execute();
  const ids = await externals(app, db, sourceId, edges);
  const createTime = app.now();
  const rows = edges.map((edge) => {
    const from = endOf(edge.from, ids);
    const to = endOf(edge.to, ids);
    return {
      id: app.ids.next(),
      unitId,
      fromType: from.type,
      fromId: from.id,
      fromColumn: edge.fromColumn,
      toType: to.type,
      toId: to.id,
      toColumn: edge.toColumn,
      kind: edge.kind,
      expression: edge.expression,
      confidence: edge.confidence,
      createTime,
    };
  });
  for (let at = 0; at < rows.length; at += INSERT_CHUNK)
    await db
      .insertInto('metadataLineageEdge')
      .values(rows.slice(at, at + INSERT_CHUNK))
      .execute();
  const targets = [...gone, ...rows].flatMap(({ toType, toId }) => (toType === 'table' ? [toId] : []));
  await settleTables(app, db, view === undefined ? targets : [...targets, view]);
}

/** The edges that a steward has given for questions which the text still raises. */
const givenEdges = (stored: readonly StoredDoubt[], doubts: readonly Doubt[]): DraftEdge[] => {
  const raised = new Set(doubts.map((one) => `${one.reason} ${one.text}`));
  return stored.flatMap((row) =>
    row.state === 'resolved' && raised.has(`${row.reason} ${row.text}`)
      ? ((row.resolution as Settlement | null)?.edges ?? []).map((edge) => ({
          from: { type: edge.from.type, id: edge.from.id },
          fromColumn: edge.from.column,
          to: { type: edge.to.type, id: edge.to.id },
          toColumn: edge.to.column,
          kind: edge.kind,
          expression: null,
          confidence: 'manual' as const,
        }))
      : [],
  );
};

/** Open questions that are no longer raised go, new ones come, decided ones stay as they are. */
async function writeDoubts(app: App, db: Db, unitId: string, stored: readonly StoredDoubt[], doubts: readonly Doubt[]): Promise<number> {
  const raised = new Map(doubts.map((one) => [`${one.reason} ${one.text}`, one]));
  const kept = new Set<string>();
  const gone: string[] = [];
  for (const row of stored) {
    const key = `${row.reason} ${row.text}`;
    if (raised.has(key)) kept.add(key);
    else if (row.state === 'open') gone.push(row.id);
  }
  if (gone.length > 0) await db.deleteFrom('metadataLineageUnresolved').where('id', 'in', gone).execute();
  const fresh = doubts.filter((one) => !kept.has(`${one.reason} ${one.text}`));
  for (let at = 0; at < fresh.length; at += INSERT_CHUNK)
    await db
      .insertInto('metadataLineageUnresolved')
      .values(
        fresh.slice(at, at + INSERT_CHUNK).map((one) => ({
          id: app.ids.next(),
          unitId,
          text: one.text,
          excerpt: one.excerpt,
          reason: one.reason,
          candidates: JSON.stringify(one.candidates),
          createTime: app.now(),
        })),
      )
      .execute();
  return fresh.length + stored.filter((row) => row.state === 'open' && kept.has(`${row.reason} ${row.text}`)).length;
}

/** Reasons that leave the lineage of a unit with a hole. */
export const isHole = (reason: UnresolvedReason): boolean => reason !== 'externalTable';

/** Writes what a text gave, in the caller's transaction. Edges of the unit are replaced as a whole. Answers the id of the unit. */
export async function saveUnit(
  app: App,
  db: Db,
  input: UnitInput,
  parsed: Parsed,
): Promise<{ id: string; edges: number; open: number; isFailed: boolean }> {
  const now = app.now();
  // what a module saves (a chart) leads to no table; what it loads is held by whoever records it
  if (input.origin !== 'module') await holdLevels(db, [input.sourceId]);
  const old = await db
    .selectFrom('metadataLineageUnit')
    .select(['id', 'sqlText', 'timeouts'])
    .where('origin', '=', input.origin)
    .where('originKey', '=', input.originKey)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const { draft, failure } = parsed;
  const holes = draft.doubts.filter((one) => isHole(one.reason));
  const isFailed =
    failure !== null || (draft.edges.length === 0 && holes.some((one) => one.reason === 'syntax' || one.reason === 'timeout'));
  const isLate = holes.some((one) => one.reason === 'timeout');
  const timeouts = isLate ? (old?.sqlText === input.sql ? old.timeouts : 0) + 1 : 0;
  const retryTime = retryAfter(timeouts, now);
  const values = {
    timeouts,
    retryTime,
    unitName: input.name.slice(0, 300),
    sourceId: input.sourceId,
    schemaName: input.schemaName,
    dialect: input.dialect,
    sqlText: input.sql,
    sqlHash: hashOf(input),
    state: isFailed ? ('failed' as const) : holes.length > 0 ? ('partial' as const) : ('parsed' as const),
    message: failure ?? (isLate ? lateMessage(timeouts, retryTime) : holes.length > 0 ? `${holes.length} 处未能解析` : null),
    statementCount: parsed.statementCount,
    parseTime: now,
    updateTime: now,
    ...(input.run ? { runCount: String(input.run.count), lastRunTime: input.run.last } : {}),
  };
  const id = old?.id ?? app.ids.next();
  if (old) await db.updateTable('metadataLineageUnit').set(values).where('id', '=', id).execute();
  else
    await db
      .insertInto('metadataLineageUnit')
      .values({
        id,
        origin: input.origin,
        originKey: input.originKey,
        ...values,
        createBy: input.createBy,
        createTime: now,
        createDept: input.createDept ?? null,
      })
      .execute();
  const stored = await db.selectFrom('metadataLineageUnresolved').selectAll().where('unitId', '=', id).execute();
  const edges = [...draft.edges, ...givenEdges(stored, draft.doubts)];
  const isView = input.origin === 'view';
  const settled = new Set(stored.flatMap((row) => (row.state === 'open' ? [] : [`${row.reason} ${row.text}`])));
  const isPartial = holes.some((one) => !settled.has(`${one.reason} ${one.text}`));
  if (isView && input.given === undefined) await awaitsLineage(db, input, isFailed ? '1' : isPartial ? '2' : '0');
  await writeEdges(app, db, id, { sourceId: input.sourceId, edges, view: isView ? input.originKey : undefined });
  const open = await writeDoubts(app, db, id, stored, draft.doubts);
  return { id, edges: edges.length, open, isFailed };
}

/** Deletes units with their edges and open questions, in the caller's transaction; unknown ids are ignored. */
export async function dropUnits(app: App, db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('metadataLineageEdge').where('unitId', 'in', ids).execute();
  await db.deleteFrom('metadataLineageUnresolved').where('unitId', 'in', ids).execute();
  const now = app.now();
  await db.updateTable('metadataLineageUnit').set({ deletedAt: now, updateTime: now }).where('id', 'in', ids).execute();
}
