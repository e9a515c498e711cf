import { createHash } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { resumesElsewhere, type JobRun } from '#kit/server/jobs.ts';
import { openData, toCallerError } from '#modules/gate/server/index.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { map as contract, MapColumn, type LastLoad } from '../contract/map.ts';
import { stepped } from '../core/index.ts';
import { takeBatch, type SourceRow } from './load-batch.ts';
import { assertReadable, sourceTable, type StoredMap } from './map-rows.ts';
import { modelInForce } from './model-in-force.ts';

export const LOAD_JOB = 'masterdata.load';
interface Payload {
  readonly mapId: string;
}
const NOTHING = { read: 0, inserted: 0, changed: 0, same: 0, repeated: 0, rejected: 0, endTime: null, message: null };
export const waitingLoad: LastLoad = { state: 'waiting', ...NOTHING, startTime: null };

/** More rows than this are not held in memory. */
const MAX_ROWS = 1_000_000;
const BATCH = 1000;
const TIMEOUT_MS = 600_000;

type Tally = { -readonly [K in 'read' | 'inserted' | 'changed' | 'same' | 'repeated' | 'rejected']: number };

async function keepState(app: App, run: { mapId: string; jobId: string }, load: LastLoad, problem: string | null): Promise<void> {
  await app.db
    .updateTable('masterdataSourceMap')
    .set({ lastLoad: JSON.stringify(load), problem })
    .where('id', '=', run.mapId)
    .where('jobId', '=', run.jobId)
    .execute();
}

const accountOf = async (app: App, id: string) => (await app.modules.find((one) => one.accountOf)?.accountOf?.(app.db, id)) ?? null;

/** The owner of a mapping, with the rights of today. */
async function ownersCtx(run: JobRun<Payload>, map: StoredMap) {
  const user = await accountOf(run.app, map.ownerId);
  if (!user) throw new AppError('rule.broken', '接入的负责人账号已禁用或删除，请由在用的账号保存接入后重试');
  const origin = { user, route: contract.load, db: run.app.db, signal: run.signal, requestId: run.id, ip: '', userAgent: '' };
  return detachedCtx(run.app, origin).ctx;
}

const digest = (values: unknown): string => createHash('sha256').update(JSON.stringify(values)).digest('hex');

/** The rows of the source by their keys, through the gate with the rights of the owner; of a repeated key always the same row is taken. */
async function readRows(run: JobRun<Payload>, map: StoredMap, tally: Tally): Promise<Map<string, SourceRow>> {
  const ctx = await ownersCtx(run, map);
  const table = await sourceTable(run.app.db, map.sourceId, map.tableId);
  if (!table) throw new AppError('entity.notFound', '来源表已不存在，已有记录保留');
  const columns = MapColumn.array().parse(map.columns);
  const names = [map.keyColumn, ...columns.map((column) => column.from)];
  await assertReadable(ctx, table, [...new Set(names)]);
  const data = await openData(ctx, map.sourceId);
  const { quote } = dialectOf(data.source.adapter.dialect);
  const from = [table.schema, table.name]
    .filter((name) => name !== '')
    .map(quote)
    .join('.');
  const text = `select ${names.map((name, at) => `${quote(name)} as ${quote(`c${at}`)}`).join(', ')} from ${from}`;
  const [passed] = await data.check(text, { purpose: 'extract' });
  const rows = new Map<string, SourceRow>();
  await data.stream(
    passed!,
    [],
    { purpose: 'extract', maxRows: MAX_ROWS + 1, timeoutMs: TIMEOUT_MS, signal: run.signal },
    async (batch, described) => {
      // the owner lost the right to see a column in the clear since the mapping was saved
      if (described.some((column) => column.masked)) throw new AppError('gate.refused', '映射的字段对负责人已脱敏显示，未接入');
      for (const cells of batch) {
        tally.read++;
        if (tally.read > MAX_ROWS) throw new AppError('rule.broken', `来源表超过${MAX_ROWS.toLocaleString('zh-CN')}行，请用视图分批接入`);
        const values: Record<string, unknown> = {};
        columns.forEach((column, at) => (values[column.to] = stepped(cells[at + 1], column.steps)));
        const key = cells[0] instanceof Date ? cells[0].toISOString() : String((cells[0] as string | null) ?? '').trim();
        const row: SourceRow = { key, hash: digest(values), values };
        const other = rows.get(key);
        if (other && key !== '') tally.repeated++;
        if (key === '') tally.rejected++;
        else if (!other || row.hash < other.hash) rows.set(key, row);
      }
      return Promise.resolve(true);
    },
  );
  return rows;
}

async function loadAll(run: JobRun<Payload>, map: StoredMap, tally: Tally): Promise<void> {
  const rows = [...(await readRows(run, map, tally)).values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const { app } = run;
  const user = (await accountOf(app, map.ownerId))!;
  const blank = tally.rejected;
  await app.db.transaction().execute(async (db) => {
    await db.deleteFrom('masterdataReject').where('mapId', '=', map.id).execute();
    if (blank > 0)
      await db
        .insertInto('masterdataReject')
        .values({ mapId: map.id, seq: 0, sourceKey: '', columnName: null, message: `主键字段为空的${blank}行未接入` })
        .execute();
  });
  for (let at = 0; at < rows.length; at += BATCH) {
    run.signal.throwIfAborted();
    const some = rows.slice(at, at + BATCH);
    const done = await app.db.transaction().execute(async (db) => {
      const model = await modelInForce(db, { id: map.modelId }, { isLocked: true });
      const writer = { app, db, now: app.now(), userId: user.id, deptId: user.deptId };
      return takeBatch(writer, model, map, some, at + 1);
    });
    tally.inserted += done.inserted;
    tally.changed += done.changed;
    tally.same += done.same;
    tally.rejected += done.rejected;
    await run.progress(Math.round(((at + some.length) / rows.length) * 100), `已处理${at + some.length}行`);
  }
}

const textOf = (error: unknown): string => {
  const ours = toCallerError(error);
  return ours instanceof AppError ? ours.message : '接入失败，请稍后重试；仍不成功请联系管理员';
};

/** Brings the rows of a source into the records of a model: repeatable, in batches that are whole, with the rights of the owner of the mapping. */
export async function loadJob(run: JobRun<Payload>): Promise<string> {
  const { app, id: jobId, payload } = run;
  const map = await app.db
    .selectFrom('masterdataSourceMap')
    .selectAll()
    .where('id', '=', payload.mapId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!map) return '接入已删除';
  const where = { mapId: map.id, jobId };
  const tally: Tally = { read: 0, inserted: 0, changed: 0, same: 0, repeated: 0, rejected: 0 };
  const startTime = app.now().toISOString();
  const state = (of: LastLoad['state'], message: string | null): LastLoad => ({
    state: of,
    ...tally,
    startTime,
    endTime: of === 'running' ? null : app.now().toISOString(),
    message,
  });
  await keepState(app, where, state('running', null), null);
  try {
    await loadAll(run, map, tally);
    const text = `读取${tally.read}行：新增${tally.inserted}，更新${tally.changed}，未变${tally.same}，重复${tally.repeated}，未接入${tally.rejected}`;
    await app.db.transaction().execute(async (db) => {
      await db
        .updateTable('masterdataSourceMap')
        .set({ lastLoad: JSON.stringify(state('done', null)), problem: null })
        .where('id', '=', map.id)
        .where('jobId', '=', jobId)
        .execute();
      await run.end(db, text);
    });
    return text;
  } catch (error) {
    if (run.signal.aborted && resumesElsewhere(run.signal)) throw error;
    const isCancelled = run.signal.aborted;
    const message = isCancelled ? '接入已停止，已接入的记录保留' : textOf(error);
    await keepState(app, where, state(isCancelled ? 'cancelled' : 'failed', message), isCancelled ? null : message);
    throw error;
  }
}
