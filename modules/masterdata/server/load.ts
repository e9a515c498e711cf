import { createHash } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { resumesElsewhere, type JobRun } from '#kit/server/jobs.ts';
import { openData, toCallerError } from '#modules/gate/server/index.ts';
import { beginAfter, dialectOf, growsFrom, type Dialect, type GrowingType } from '#modules/sources/core/index.ts';
import { map as contract, MapColumn, type LastLoad } from '../contract/map.ts';
import { laterMark, markText, stepped } from '../core/index.ts';
import { BATCH, takeBatch, type SourceRow } from './load-batch.ts';
import { assertReadable, growingType, sourceTable, type SourceTable, type StoredMap } from './map-rows.ts';
import { keepLoad, tellFailure, UNFINISHED, type LoadPayload as Payload } from './load-runs.ts';
import { levelsOfLoad } from './load-references.ts';
import { lowest, stageLoad, waitsForApproval } from './load-staged.ts';
import { modelInForce } from './model-in-force.ts';

/** More rows than this are not held in memory. */
const MAX_ROWS = 1_000_000;
const TIMEOUT_MS = 600_000;

/** How far a load reads, and how far the next one need not look back. */
interface Reach {
  /** where it begins; null: all rows */
  readonly from: string | null;
  readonly type: GrowingType;
}
interface ReadRows {
  readonly rows: ReadonlyMap<string, SourceRow>;
  /** the last value of the column that grows; null where there is none */
  readonly last: string | null;
}
type Tally = { -readonly [K in 'read' | 'inserted' | 'changed' | 'same' | 'repeated' | 'rejected']: number };

const accountOf = async (app: App, id: string) => (await app.modules.find((one) => one.accountOf)?.accountOf?.(app.db, id)) ?? null;

/** The owner of a mapping, with the rights of today. */
async function ownersCtx(run: JobRun<Payload>, map: StoredMap, db: Db = run.app.db) {
  const user = await accountOf(run.app, map.ownerId);
  if (!user) throw new AppError('rule.broken', '接入的负责人账号已禁用或删除，请由在用的账号保存接入后重试');
  const origin = { user, route: contract.load, db, signal: run.signal, requestId: run.id, ip: '', userAgent: '' };
  return detachedCtx(run.app, origin);
}

const digest = (values: unknown): string => createHash('sha256').update(JSON.stringify(values)).digest('hex');

/** The statement of a load: key, mapped columns and, where there is one, the column that grows. */
function statementOf(map: StoredMap, table: SourceTable, columns: readonly MapColumn[], reach: Reach | null, dialect: Dialect): string {
  const { quote, name } = dialect;
  const names = [map.keyColumn, ...columns.map((column) => column.from), ...(map.watermarkColumn === null ? [] : [map.watermarkColumn])];
  const from = [table.schema, table.name]
    .filter((part) => part !== '')
    .map(quote)
    .join('.');
  const text = `select ${names.map((column, at) => `${quote(column)} as ${quote(`c${at}`)}`).join(', ')} from ${from}`;
  if (reach === null || reach.from === null || map.watermarkColumn === null) return text;
  const literal = (value: string) => dialect.literal(value);
  return `${text} where ${growsFrom(quote(map.watermarkColumn), reach.from, { type: reach.type, dialect: name, literal })}`;
}

/** Where a load begins: at the last value of the column that grows, less the overlap; null without such a column. */
function reachOf(map: StoredMap, table: SourceTable, { isFull }: { isFull: boolean }): Reach | null {
  if (map.watermarkColumn === null) return null;
  const type = growingType(table.types.get(map.watermarkColumn) ?? '');
  if (type === null) throw new AppError('rule.broken', '增量字段已不是数值、日期或时间，请修改接入');
  return { type, from: isFull || map.watermark === null ? null : beginAfter(map.watermark, type, map.overlap) };
}

/** The rows of the source by their keys, through the gate with the rights of the owner; of a repeated key always the same row is taken. */
async function readRows(
  run: JobRun<Payload>,
  map: StoredMap,
  at: { tally: Tally; table: SourceTable; reach: Reach | null },
): Promise<ReadRows> {
  const { tally, table, reach } = at;
  const { ctx } = await ownersCtx(run, map);
  const columns = MapColumn.array().parse(map.columns);
  const mark = columns.length + 1;
  const names = [map.keyColumn, ...columns.map((column) => column.from), ...(map.watermarkColumn === null ? [] : [map.watermarkColumn])];
  await assertReadable(ctx, table, [...new Set(names)]);
  const data = await openData(ctx, map.sourceId);
  const text = statementOf(map, table, columns, reach, dialectOf(data.source.adapter.dialect));
  const [passed] = await data.check(text, { purpose: 'extract' });
  const rows = new Map<string, SourceRow>();
  let last: string | null = null;
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
        columns.forEach((column, n) => (values[column.to] = stepped(cells[n + 1], column.steps)));
        const key = cells[0] instanceof Date ? cells[0].toISOString() : String((cells[0] as string | null) ?? '').trim();
        const grown = reach === null ? null : markText(cells[mark]);
        if (reach !== null) last = laterMark(reach.type, last, grown);
        const row: SourceRow = { key, hash: digest(values), values, mark: grown };
        const other = rows.get(key);
        if (other && key !== '') tally.repeated++;
        if (key === '') tally.rejected++;
        else if (!other || row.hash < other.hash) rows.set(key, row);
      }
      return Promise.resolve(true);
    },
  );
  return { rows, last };
}

/** Forgets what the load before rejected; rows without a key are told together. */
async function beginRejects(app: App, mapId: string, blank: number): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    await db.deleteFrom('masterdataReject').where('mapId', '=', mapId).execute();
    if (blank > 0)
      await db
        .insertInto('masterdataReject')
        .values({ mapId, seq: 0, sourceKey: '', columnName: null, message: `主键字段为空的${blank}行未接入` })
        .execute();
  });
}

/** Takes everything that was read. Answers up to where nothing has to be read again: rows that were not taken are read by the next load too. */
async function takeAll(
  run: JobRun<Payload>,
  map: StoredMap,
  { rows, tally, reach }: { rows: readonly SourceRow[]; tally: Tally; reach: Reach | null },
): Promise<string | null> {
  const { app } = run;
  const user = (await accountOf(app, map.ownerId))!;
  let open: string | null = null;
  for (let from = 0; from < rows.length; from += BATCH) {
    run.signal.throwIfAborted();
    const some = rows.slice(from, from + BATCH);
    const done = await app.db.transaction().execute(async (db) => {
      const model = await modelInForce(db, { id: map.modelId }, { isLocked: true });
      const writer = { app, db, now: app.now(), userId: user.id, deptId: user.deptId };
      return takeBatch(writer, model, map, some, { firstSeq: from + 1 });
    });
    tally.inserted += done.inserted;
    tally.changed += done.changed;
    tally.same += done.same;
    tally.rejected += done.rejected.size;
    open = lowest(open, some, done.rejected, reach?.type ?? null);
    await run.progress(Math.round(((from + some.length) / rows.length) * 100), `已处理${from + some.length}行`);
  }
  return open;
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
  let reach: Reach | null = null;
  const state = (of: LastLoad['state'], message: string | null): LastLoad => ({
    state: of,
    ...tally,
    startTime,
    endTime: of === 'running' ? null : app.now().toISOString(),
    message,
    isFull: (reach?.from ?? null) === null,
  });
  const keep = (db: Db, load: LastLoad, problem: string | null, watermarkTo: string | null = null) =>
    keepLoad(db, where, { load, problem, watermarkFrom: reach?.from ?? null, watermarkTo });
  try {
    await keep(app.db, state('running', null), null);
    const table = await sourceTable(app.db, map.sourceId, map.tableId);
    if (!table) throw new AppError('entity.notFound', '来源表已不存在，已有记录保留');
    reach = reachOf(map, table, { isFull: payload.isFull === true });
    const read = await readRows(run, map, { tally, table, reach });
    const sorted = [...read.rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    const rows = levelsOfLoad(await modelInForce(app.db, { id: map.modelId }), sorted).flat();
    await beginRejects(app, map.id, tally.rejected);
    if (await waitsForApproval(app, map.modelId))
      return await stageLoad(run, {
        map,
        rows,
        tally,
        reach: { last: read.last, type: reach?.type ?? null },
        owner: (db) => ownersCtx(run, map, db),
        keep: (db, to, message, watermarkTo = null) => keep(db, state(to, message), null, watermarkTo),
      });
    const watermark = (await takeAll(run, map, { rows, tally, reach })) ?? read.last;
    const text = `读取${tally.read}行：新增${tally.inserted}，更新${tally.changed}，未变${tally.same}，重复${tally.repeated}，未接入${tally.rejected}`;
    await app.db.transaction().execute(async (db) => {
      await keep(db, state('done', null), null, watermark);
      await run.end(db, text);
    });
    return text;
  } catch (error) {
    if (run.signal.aborted && resumesElsewhere(run.signal)) throw error;
    const isCancelled = run.signal.aborted;
    const message = isCancelled ? UNFINISHED.cancelled : textOf(error);
    await keep(app.db, state(isCancelled ? 'cancelled' : 'failed', message), isCancelled ? null : message);
    if (!isCancelled) await tellFailure(app, map, message);
    throw error;
  }
}
