import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';

/** Kind of the job that runs one transfer. */
export const TRANSFER_JOB = 'exports.transfer';
/** Exports and imports of one person that run at the same time; the rest wait their turn. */
const RUNNING_PER_PERSON = 2;
const WAITING_PER_PERSON = 20;
/** Limit of stored transfers per account: they are outside the quota, and repeated failing imports must not fill the disk. */
const KEPT_PER_PERSON = 200;

/** Fields of a new transfer. */
interface NewTransfer {
  readonly id: string;
  readonly kind: 'export' | 'import';
  readonly entity: string;
  readonly entityLabel: string;
  readonly request: Record<string, unknown>;
  readonly sourceFile: string | null;
  readonly sourceName: string | null;
  readonly expectedRows: number | null;
}

const requestPurpose = (id: string): string => `exports.request:${id}`;
/** What an export was asked for. */
export const requestOf = (app: App, { id, request }: { id: string; request: unknown }): Record<string, unknown> => {
  const { sealed } = request as { sealed?: string };
  // waiting since before requests were sealed
  if (sealed === undefined) return request as Record<string, unknown>;
  return JSON.parse(app.secrets.open(sealed, requestPurpose(id))) as Record<string, unknown>;
};

/** Writers of one person's queue come one after the other. */
const lockQueue = (db: Db, userId: string) =>
  db.selectFrom('sysUser').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

/** Appends a transfer to the caller's queue. Throws throttle.exceeded when too many wait already or too many files are stored. */
export async function queueTransfer(ctx: Ctx, transfer: NewTransfer): Promise<void> {
  const { user } = ctx;
  await lockQueue(ctx.db, user.id);
  const { open } = await ctx.db
    .selectFrom('sysTransfer')
    .select((e) => e.fn.countAll<string>().as('open'))
    .where('createBy', '=', user.id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  if (Number(open) >= RUNNING_PER_PERSON + WAITING_PER_PERSON)
    throw new AppError('throttle.exceeded', `已有${open}个导出或导入任务在排队，请等待完成或取消后再试`);
  const { kept } = await ctx.db
    .selectFrom('sysTransfer')
    .select((e) => e.fn.countAll<string>().as('kept'))
    .where('createBy', '=', user.id)
    .where((e) => e.or([e('sourceFile', 'is not', null), e('resultFile', 'is not', null)]))
    .executeTakeFirstOrThrow();
  if (Number(kept) >= KEPT_PER_PERSON)
    throw new AppError('throttle.exceeded', `您在导出中心已保留${kept}个任务的文件，请先删除不再需要的任务`);
  await ctx.db
    .insertInto('sysTransfer')
    .values({
      ...transfer,
      // filters may contain personal data such as identity numbers
      request: JSON.stringify({ sealed: ctx.app.secrets.seal(JSON.stringify(transfer.request), requestPurpose(transfer.id)) }),
      text: '等待执行',
      remoteAddr: ctx.ip,
      userAgent: ctx.userAgent,
      requestId: ctx.requestId,
      createBy: user.id,
      createDept: user.deptId,
      createTime: ctx.now,
    })
    .execute();
  await startNext(ctx.app, ctx.db, user.id);
}

/** Hands the oldest waiting transfers of a person to the job queue, as many as may run at once. */
export async function startNext(app: App, db: Db, userId: string): Promise<void> {
  await lockQueue(db, userId);
  const open = db.selectFrom('sysTransfer').where('createBy', '=', userId).where('state', 'in', ['waiting', 'running']);
  const { started } = await open
    .where('jobId', 'is not', null)
    .select((e) => e.fn.countAll<string>().as('started'))
    .executeTakeFirstOrThrow();
  const free = RUNNING_PER_PERSON - Number(started);
  if (free <= 0) return;
  const next = await open.where('jobId', 'is', null).select('id').orderBy('createTime').orderBy('id').limit(free).execute();
  for (const { id } of next) {
    const jobId = await app.jobs.enqueue(db, { kind: TRANSFER_JOB, subject: id, payload: { transferId: id }, createBy: userId });
    await db.updateTable('sysTransfer').set({ jobId }).where('id', '=', id).execute();
  }
}

/** Pushes the state of a transfer to its owner's browsers. */
export async function pushState(app: App, db: Db, id: string): Promise<void> {
  const row = await db
    .selectFrom('sysTransfer')
    .select(['id', 'state', 'percent', 'text', 'createBy'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  const { createBy, ...data } = row;
  await app.push.send(db, { accounts: [createBy] }, { kind: 'job', data: { ...data, job: TRANSFER_JOB } });
}

/**
 * Ends transfers whose job ended without them (its node died three times, or it was cancelled before it began), and starts what waits
 * although a place is free. Runs on every node every few seconds.
 */
export async function reconcile(app: App): Promise<void> {
  const lost = await app.db
    .selectFrom('sysTransfer as t')
    .leftJoin('kitJob as j', 'j.id', 't.jobId')
    .select(['t.id', 't.createBy', 'j.state', 'j.text'])
    .where('t.state', 'in', ['waiting', 'running'])
    .where('t.jobId', 'is not', null)
    .where((e) => e.or([e('j.id', 'is', null), e('j.state', 'in', ['done', 'failed', 'cancelled'])]))
    .limit(100)
    .execute();
  for (const { id, state, text } of lost)
    await app.db
      .updateTable('sysTransfer')
      .set({
        state: state === 'cancelled' ? 'cancelled' : 'failed',
        text: state === 'cancelled' ? '已取消' : state === 'failed' && text ? text : '执行中断，请重试',
        attempt: null,
        endTime: app.now(),
        version: sql<number>`version + 1`,
      })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .execute();
  const waiting = await app.db
    .selectFrom('sysTransfer')
    .select('createBy')
    .distinct()
    .where('state', '=', 'waiting')
    .where('jobId', 'is', null)
    .limit(200)
    .execute();
  for (const userId of new Set([...lost, ...waiting].map((row) => row.createBy)))
    await app.db.transaction().execute((db) => startNext(app, db, userId));
}
