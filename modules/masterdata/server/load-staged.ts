import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { flowDeskOf, isGoverned } from '#kit/server/flow.ts';
import { resumesElsewhere, type AbandonedJob, type JobRun } from '#kit/server/jobs.ts';
import { toCallerError } from '#modules/gate/server/index.ts';
import type { GrowingType } from '#modules/sources/core/index.ts';
import type { LastLoad } from '../contract/map.ts';
import { laterMark } from '../core/index.ts';
import { loadType } from './load-approval.ts';
import { BATCH, takeBatch, type SourceRow } from './load-batch.ts';
import { UNFINISHED } from './load-runs.ts';
import { growingType, sourceTable, type StoredMap } from './map-rows.ts';
import { modelInForce } from './model-in-force.ts';

type Taken = Awaited<ReturnType<typeof takeBatch>>;
/** Numbers of rows that are refused after the approval, behind all those that were refused before. */
const LATER_SEQ = 1_000_001;

/** True when what a load brings to a model has to be approved first. */
export async function waitsForApproval(app: App, modelId: string): Promise<boolean> {
  const { isLoadApproved } = await modelInForce(app.db, { id: modelId });
  return isLoadApproved && (await isGoverned({ app, db: app.db }, loadType));
}

/** Carries what a trial found out of its transaction, which keeps nothing. */
class TrialOver extends Error {
  readonly taken: Taken;
  constructor(taken: Taken) {
    super('the trial is over');
    this.taken = taken;
  }
}

/** What a batch would do to the records as they are. */
async function tried(app: App, map: StoredMap, rows: readonly SourceRow[], firstSeq: number): Promise<Taken> {
  try {
    return await app.db.transaction().execute(async (db) => {
      const model = await modelInForce(db, { id: map.modelId }, { isLocked: true });
      const writer = { app, db, now: app.now(), userId: map.ownerId, deptId: null };
      throw new TrialOver(await takeBatch(writer, model, map, rows, { firstSeq, isTrial: true }));
    });
  } catch (error) {
    if (error instanceof TrialOver) return error.taken;
    throw error;
  }
}

/** Keeps the rows of a batch that would add or change a record, and those that were refused. */
async function stage(
  db: Db,
  loadId: string,
  map: StoredMap,
  { rows, taken, firstSeq }: { rows: readonly SourceRow[]; taken: Taken; firstSeq: number },
) {
  const kept = rows.flatMap((row, at) => {
    const kind = taken.kinds.get(row.key);
    if (kind === undefined || kind === 'same' || taken.rejected.has(row.key)) return [];
    const isNew = kind === 'new' ? '1' : '0';
    const cells = JSON.stringify(row.values);
    return [{ loadId, seq: firstSeq + at, sourceKey: row.key, rowHash: row.hash, cells, mark: row.mark ?? null, isNew }];
  });
  if (kept.length > 0) await db.insertInto('masterdataLoadRow').values(kept).execute();
  if (taken.faults.length > 0)
    await db
      .insertInto('masterdataReject')
      .values(taken.faults.map((fault, at) => ({ mapId: map.id, seq: firstSeq + at, ...fault })))
      .execute();
  return kept.length;
}

type Tally = Record<'inserted' | 'changed' | 'same' | 'rejected', number>;
interface ReadLoad {
  readonly map: StoredMap;
  readonly rows: readonly SourceRow[];
  readonly tally: Tally;
  readonly reach: { readonly last: string | null; readonly type: GrowingType | null };
  /** a context of the owner of the mapping in a transaction, and what is to be done after it */
  readonly owner: (db: Db) => Promise<{ ctx: Ctx; afterCommit: readonly (() => Promise<void> | void)[] }>;
  readonly keep: (db: Db, state: LastLoad['state'], message: string | null, watermarkTo?: string | null) => Promise<void>;
}

/** Keeps what a load would do and submits it for approval; nothing of it is in the records before. A load that would do nothing is done. */
export async function stageLoad(run: JobRun<unknown>, { map, rows, tally, reach, owner, keep }: ReadLoad): Promise<string> {
  const { app, id: loadId } = run;
  await app.db.deleteFrom('masterdataLoadRow').where('loadId', '=', loadId).execute();
  let staged = 0;
  let open: string | null = null;
  for (let from = 0; from < rows.length; from += BATCH) {
    run.signal.throwIfAborted();
    const some = rows.slice(from, from + BATCH);
    const taken = await tried(app, map, some, from + 1);
    staged += await app.db.transaction().execute((db) => stage(db, loadId, map, { rows: some, taken, firstSeq: from + 1 }));
    tally.inserted += taken.inserted;
    tally.changed += taken.changed;
    tally.same += taken.same;
    tally.rejected += taken.rejected.size;
    open = lowest(open, some, taken.rejected, reach.type);
    await run.progress(Math.round(((from + some.length) / rows.length) * 100), `已核对${from + some.length}行`);
  }
  const reached = open ?? reach.last;
  const text = staged === 0 ? '没有新增或更新的行' : `新增${tally.inserted}，更新${tally.changed}，已提交审批`;
  const afterCommit = await app.db.transaction().execute(async (db) => {
    if (staged === 0) await keep(db, 'done', null, reached);
    const after = staged === 0 ? [] : await submit(db, { loadId, reached, map, owner, keep });
    await run.end(db, text);
    return after;
  });
  for (const work of afterCommit) await work();
  return text;
}

async function submit(
  db: Db,
  { loadId, reached, map, owner, keep }: Pick<ReadLoad, 'map' | 'owner' | 'keep'> & { loadId: string; reached: string | null },
) {
  await keep(db, 'approval', null);
  await db.updateTable('masterdataLoad').set({ flowStatus: '1', submitBy: map.ownerId, reached }).where('id', '=', loadId).execute();
  const { ctx, afterCommit } = await owner(db);
  await flowDeskOf(ctx.app)!.submit(ctx, { businessType: loadType.code, id: loadId });
  return afterCommit;
}

/** The smallest mark of what was not taken: from there on the next load reads again. */
export function lowest(
  open: string | null,
  rows: readonly SourceRow[],
  rejected: ReadonlySet<string>,
  type: GrowingType | null,
): string | null {
  if (type === null) return null;
  let found = open;
  for (const { key, mark } of rows)
    if (rejected.has(key) && typeof mark === 'string' && (found === null || laterMark(type, found, mark) === found)) found = mark;
  return found;
}

const stagedRows = async (db: Db, loadId: string): Promise<(SourceRow & { seq: number })[]> => {
  const rows = await db.selectFrom('masterdataLoadRow').selectAll().where('loadId', '=', loadId).orderBy('seq').limit(BATCH).execute();
  return rows.map(({ seq, sourceKey, rowHash, cells, mark }) => ({
    seq,
    key: sourceKey,
    hash: rowHash,
    values: cells as Readonly<Record<string, unknown>>,
    mark,
  }));
};

async function typeOfMarks(db: Db, map: StoredMap): Promise<GrowingType | null> {
  const table = map.watermarkColumn === null ? null : await sourceTable(db, map.sourceId, map.tableId);
  return table ? growingType(table.types.get(map.watermarkColumn!) ?? '') : null;
}

/** Takes the next rows of an approved load: they go from the queue in the transaction that takes them. False when there are none left. */
async function takeSome(run: JobRun<TakePayload>, map: StoredMap, type: GrowingType | null): Promise<boolean> {
  const { app, payload } = run;
  return app.db.transaction().execute(async (db) => {
    const load = await db.selectFrom('masterdataLoad').selectAll().where('id', '=', payload.loadId).forUpdate().executeTakeFirstOrThrow();
    const rows = await stagedRows(db, load.id);
    if (rows.length === 0) return false;
    const user = await app.modules.find((one) => one.accountOf)?.accountOf?.(db, load.submitBy ?? '');
    if (!user) throw new AppError('rule.broken', '接入的负责人账号已禁用或删除，请由在用的账号保存接入后重试');
    const model = await modelInForce(db, { id: map.modelId }, { isLocked: true });
    const writer = { app, db, now: app.now(), userId: user.id, deptId: user.deptId };
    const taken = await takeBatch(writer, model, map, rows, { firstSeq: LATER_SEQ + rows[0]!.seq });
    const open = lowest(null, rows, taken.rejected, type);
    await db
      .updateTable('masterdataLoad')
      .set({
        state: 'running',
        inserted: load.inserted + taken.inserted,
        changed: load.changed + taken.changed,
        rejected: load.rejected + taken.rejected.size,
        ...(open !== null && (load.reached === null || laterMark(type!, load.reached, open) === load.reached) && { reached: open }),
      })
      .where('id', '=', load.id)
      .execute();
    await db.deleteFrom('masterdataLoadRow').where('loadId', '=', load.id).where('seq', '<=', rows.at(-1)!.seq).execute();
    return true;
  });
}

/** Writes down how an approved load stands, on its mapping too. */
async function keepTaken(
  db: Db,
  loadId: string,
  state: LastLoad['state'],
  message: string | null,
  endTime: string | null,
): Promise<string> {
  const load = await db
    .updateTable('masterdataLoad')
    .set({ state, message, endTime, ...(state === 'done' && { watermarkTo: (e) => e.ref('reached') }) })
    .where('id', '=', loadId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { inserted, changed, same, repeated, rejected, rowRead: read, startTime } = load;
  const lastLoad: LastLoad = {
    state,
    read,
    inserted,
    changed,
    same,
    repeated,
    rejected,
    endTime,
    message,
    startTime: startTime?.toISOString() ?? null,
    isFull: load.watermarkFrom === null,
  };
  await db
    .updateTable('masterdataSourceMap')
    .set({
      lastLoad: JSON.stringify(lastLoad),
      problem: state === 'failed' ? message : null,
      ...(state === 'done' && load.reached !== null && { watermark: load.reached }),
    })
    .where('id', '=', load.mapId)
    .execute();
  return `新增${inserted}，更新${changed}，未接入${rejected}`;
}

export interface TakePayload {
  readonly loadId: string;
}
/** Takes what an approved load brought, in batches that are whole; wherever it is stopped, the rest waits for the next node. */
export async function takeStagedJob(run: JobRun<TakePayload>): Promise<string> {
  const { app, payload } = run;
  const load = await app.db.selectFrom('masterdataLoad').select('mapId').where('id', '=', payload.loadId).executeTakeFirst();
  const map = load && (await app.db.selectFrom('masterdataSourceMap').selectAll().where('id', '=', load.mapId).executeTakeFirst());
  if (!map) return '接入已删除';
  const type = await typeOfMarks(app.db, map);
  const end = () => app.now().toISOString();
  try {
    await app.db.transaction().execute((db) => keepTaken(db, payload.loadId, 'running', null, null));
    for (;;) {
      run.signal.throwIfAborted();
      if (!(await takeSome(run, map, type))) break;
      await run.progress(50, '正在接入');
    }
    return await app.db.transaction().execute(async (db) => {
      const text = await keepTaken(db, payload.loadId, 'done', null, end());
      await run.end(db, text);
      return text;
    });
  } catch (error) {
    if (run.signal.aborted && resumesElsewhere(run.signal)) throw error;
    const ours = toCallerError(error);
    const failure = ours instanceof AppError ? ours.message : '接入失败，请稍后重试；仍不成功请联系管理员';
    const [state, message] = run.signal.aborted ? (['cancelled', UNFINISHED.cancelled] as const) : (['failed', failure] as const);
    await app.db.transaction().execute((db) => endTaking(db, payload.loadId, { state, message, endTime: end() }));
    throw error;
  }
}

interface TakingEnd {
  readonly state: 'cancelled' | 'failed';
  readonly message: string;
  readonly endTime: string;
}
/** Ends the taking of an approved load before all of it was taken: the rest is forgotten, so that the mapping can load again. */
async function endTaking(db: Db, loadId: string, { state, message, endTime }: TakingEnd): Promise<void> {
  await db.deleteFrom('masterdataLoadRow').where('loadId', '=', loadId).execute();
  await keepTaken(db, loadId, state, message, endTime);
}

/** The same where the handler did not see the end of its job. */
export const abandonedTake = ({ app, db }: { app: App; db: Db }, { payload, state }: AbandonedJob<TakePayload>): Promise<void> =>
  endTaking(db, payload.loadId, { state, message: UNFINISHED[state], endTime: app.now().toISOString() });
