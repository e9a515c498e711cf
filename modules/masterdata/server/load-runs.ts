import { sql } from 'kysely';
import { pageRows } from '#kit/server/crud.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import type { AbandonedJob } from '#kit/server/jobs.ts';
import { notify } from '#modules/notices/server/index.ts';
import type { PageQuery } from '#kit/contract/fields.ts';
import type * as z from 'zod';
import type { LastLoad, LoadRow } from '../contract/map.ts';
import { flowOfLoad, type StoredMap } from './map-rows.ts';

export const LOAD_JOB = 'masterdata.load';
export interface LoadPayload {
  readonly mapId: string;
  /** reads all rows, also where a column tells which are new */
  readonly isFull?: boolean;
}
const NOTHING = { read: 0, inserted: 0, changed: 0, same: 0, repeated: 0, rejected: 0, endTime: null, message: null };
const waitingLoad: LastLoad = { state: 'waiting', ...NOTHING, startTime: null };
/** Loads of a mapping that are remembered. */
const MAX_KEPT = 500;

/** Puts a load of a mapping (which is locked) into the queue, or answers the one that waits or runs already. */
export async function queueLoad(
  app: App,
  db: Db,
  map: Pick<StoredMap, 'id' | 'modelId' | 'jobId'>,
  { cause, isFull, by }: { cause: 'manual' | 'plan'; isFull: boolean; by: string },
): Promise<string> {
  const payload: LoadPayload = { mapId: map.id, isFull };
  const jobId = await app.jobs.enqueue(db, { kind: LOAD_JOB, subject: map.id, payload, createBy: by });
  if (map.jobId === jobId) return jobId;
  await db
    .updateTable('masterdataSourceMap')
    .set({ jobId, lastLoad: JSON.stringify(waitingLoad) })
    .where('id', '=', map.id)
    .execute();
  await db
    .insertInto('masterdataLoad')
    .values({
      id: jobId,
      mapId: map.id,
      modelId: map.modelId,
      cause,
      isFull: isFull ? '1' : '0',
      state: 'waiting',
      createBy: by,
      createTime: app.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await sql`delete from masterdata_load where map_id = ${map.id} and id not in
    (select id from masterdata_load where map_id = ${map.id} order by create_time desc, id desc limit ${MAX_KEPT})`.execute(db);
  return jobId;
}

/** Sets where a load stands, in its history and on its mapping, whose figures stay as they are. */
export async function setLoadState(
  db: Db,
  { id, mapId }: { readonly id: string; readonly mapId: string },
  state: Pick<LastLoad, 'state' | 'message' | 'endTime'>,
): Promise<void> {
  await db.updateTable('masterdataLoad').set(state).where('id', '=', id).execute();
  await sql`update masterdata_source_map set last_load = last_load || ${JSON.stringify(state)}::jsonb where id = ${mapId}`.execute(db);
}

/** How a load that was stopped or given up is told of. */
export const UNFINISHED: Readonly<Record<AbandonedJob<unknown>['state'], string>> = {
  cancelled: '接入已停止，已接入的记录保留',
  failed: '接入因服务节点多次中断没有完成，请重新接入',
};
/** Writes down the end of a load that its handler did not see, in its history and on its mapping. */
export async function abandonedLoad(
  { app, db }: { app: App; db: Db },
  { id, payload: { mapId }, state }: AbandonedJob<LoadPayload>,
): Promise<void> {
  const message = UNFINISHED[state];
  await setLoadState(db, { id, mapId }, { state, message, endTime: app.now().toISOString() });
  if (state === 'failed') await db.updateTable('masterdataSourceMap').set({ problem: message }).where('id', '=', mapId).execute();
}

/** What is kept of a load besides its figures. */
export interface LoadOutcome {
  readonly load: LastLoad;
  readonly problem: string | null;
  readonly watermarkFrom: string | null;
  /** up to where everything was taken; null where it stays as it was */
  readonly watermarkTo: string | null;
}

/** Writes down how a load stands, on its mapping and in its history. A job that another one replaced writes nothing on the mapping. */
export async function keepLoad(db: Db, { mapId, jobId }: { mapId: string; jobId: string }, outcome: LoadOutcome): Promise<void> {
  const { load, problem, watermarkFrom, watermarkTo } = outcome;
  await db
    .updateTable('masterdataSourceMap')
    .set({ lastLoad: JSON.stringify(load), problem, ...(watermarkTo !== null && { watermark: watermarkTo }) })
    .where('id', '=', mapId)
    .where('jobId', '=', jobId)
    .execute();
  const { state, read, inserted, changed, same, repeated, rejected, startTime, endTime, message, isFull } = load;
  await db
    .updateTable('masterdataLoad')
    .set({
      state,
      rowRead: read,
      inserted,
      changed,
      same,
      repeated,
      rejected,
      startTime,
      endTime,
      message,
      isFull: isFull === false ? '0' : '1',
      watermarkFrom,
      watermarkTo,
    })
    .where('id', '=', jobId)
    .execute();
}

/** Tells the owner of a mapping that a load which nobody watched failed; once until it changes. */
export async function tellFailure(app: App, map: StoredMap, message: string): Promise<void> {
  await app.db.transaction().execute((db) =>
    notify(app, db, {
      to: [map.ownerId],
      kind: 'masterdata',
      title: `主数据接入“${map.mapName}”失败`,
      text: message,
      path: `/masterdata/datamodel?model=${map.modelId}&tab=maps`,
      key: `masterdata.load:${map.id}:${app.now().toISOString().slice(0, 10)}`,
    }),
  );
}

/** The loads of a mapping, the latest first. */
export async function loadPage(ctx: Ctx, mapId: string, query: Omit<z.output<typeof PageQuery>, 'sort'>) {
  const rows = ctx.db.selectFrom('masterdataLoad as l').where('l.mapId', '=', mapId);
  const list = rows
    .leftJoin('sysUser', 'sysUser.id', 'l.createBy')
    .select([
      'l.id',
      'l.cause',
      'l.isFull',
      'l.state',
      'l.rowRead as read',
      'l.inserted',
      'l.changed',
      'l.same',
      'l.repeated',
      'l.rejected',
      'l.watermarkFrom',
      'l.message',
      'l.startTime',
      'l.endTime',
      'l.createTime',
      'l.flowStatus',
      'l.processInstanceId',
      'sysUser.nickname as createName',
    ])
    .orderBy('l.createTime', 'desc')
    .orderBy('l.id', 'desc');
  const page = await pageRows(query, list, rows);
  return {
    ...page,
    data: page.data.map((row) => ({
      ...row,
      flow: flowOfLoad(row),
      cause: row.cause as LoadRow['cause'],
      state: row.state as LoadRow['state'],
      isFull: row.isFull as LoadRow['isFull'],
    })),
  };
}
