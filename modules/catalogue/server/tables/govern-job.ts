import type { AnyRoute } from '#kit/contract/route.ts';
import { writeOperLog } from '#kit/server/audit.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import { AppError } from '#kit/contract/errors.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { governance as contract } from '../../contract/governance.ts';
import { columnsLike, tablesLike } from './filters.ts';
import { EDITS, govern, type Words } from './govern.ts';
import { visibleColumns, visibleTables } from './rows.ts';

export const GOVERN_JOB = 'metadata.govern';
/** Objects that one bulk edit may reach. */
export const MAX_AT_ONCE = 50_000;
const BATCH = 500;

type Kind = 'table' | 'column';
interface Payload {
  kind: Kind;
  ids: string[];
  words: Words;
  userId: string;
  requestId: string;
  ip: string;
  userAgent: string;
}

/** Ids of what a filter means at this moment; throws rule.broken when there are too many. */
async function idsOf(ctx: Ctx, kind: Kind, filter: object): Promise<string[]> {
  const rows =
    kind === 'table'
      ? await tablesLike(visibleTables(ctx, EDITS), filter)
          .select('metadataTable.id')
          .orderBy('metadataTable.id')
          .limit(MAX_AT_ONCE + 1)
          .execute()
      : await columnsLike(visibleColumns(ctx, EDITS), filter)
          .select('metadataColumn.id')
          .orderBy('metadataColumn.id')
          .limit(MAX_AT_ONCE + 1)
          .execute();
  if (rows.length > MAX_AT_ONCE) throw new AppError('rule.broken', `筛选结果超过${MAX_AT_ONCE}条，请缩小范围后分次处理`);
  return rows.map(({ id }) => id);
}

/** Sets business metadata of chosen objects, or of all objects of a filter: up to 500 in the call, more as a background job. */
export async function governMany(
  ctx: Ctx,
  kind: Kind,
  body: { ids?: readonly string[] | null; filter?: object | null; set: Words },
): Promise<{ changed: number; jobId: string | null }> {
  if (!body.ids && !body.filter)
    throw new AppError('input.invalid', '请选择要维护的对象', [{ path: 'ids', message: '请选择要维护的对象' }]);
  const ids = body.ids ?? (await idsOf(ctx, kind, body.filter ?? {}));
  if (ids.length <= BATCH) return { changed: ids.length === 0 ? 0 : await govern(ctx, kind, ids, body.set), jobId: null };
  const payload: Payload = {
    kind,
    ids: [...ids],
    words: body.set,
    userId: ctx.user.id,
    requestId: ctx.requestId,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
  };
  const jobId = await ctx.app.jobs.enqueue(ctx.db, { kind: GOVERN_JOB, subject: ctx.app.ids.next(), payload, createBy: ctx.user.id });
  ctx.audit.note(`批量维护${kind === 'table' ? '数据表' : '字段'} ${ids.length} 个，后台执行`);
  return { changed: 0, jobId };
}

/** Works through a bulk edit in batches, each a transaction with its own row in the operation log; doing a batch twice changes nothing. */
export async function governJob(run: JobRun<Payload>): Promise<string> {
  const { app, payload, signal } = run;
  const route: AnyRoute = payload.kind === 'table' ? contract.tables : contract.columns;
  let changed = 0;
  for (let at = 0; at < payload.ids.length; at += BATCH) {
    signal.throwIfAborted();
    const begun = app.now().getTime();
    const user = await loadAccount(app.db, payload.userId);
    if (!user) throw new Error('账号已禁用，批量维护已停止');
    changed += await app.db.transaction().execute(async (db) => {
      const { requestId, ip, userAgent } = payload;
      const { ctx, trail } = detachedCtx(app, { user, route, db, signal, requestId, ip, userAgent });
      const done = await govern(ctx, payload.kind, payload.ids.slice(at, at + BATCH), payload.words);
      await writeOperLog(app, db, { ctx, trail, params: {}, body: {}, ms: app.now().getTime() - begun, error: null });
      return done;
    });
    const done = Math.min(at + BATCH, payload.ids.length);
    await run.progress(Math.round((done / payload.ids.length) * 100), `已处理 ${done} / ${payload.ids.length}`);
  }
  return `已维护 ${changed} 个对象`;
}
