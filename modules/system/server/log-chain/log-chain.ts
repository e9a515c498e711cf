import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { resumesElsewhere, type JobHandler } from '#kit/server/jobs.ts';
import { verifyLogs, type Anchor } from '#kit/server/log-chain/verify.ts';
import { implement } from '#kit/server/module.ts';
import { logChain, type LogCheck, type LogCheckRow, type LogProblem } from '../../contract/log-chain.ts';
import { readNumberConfig } from '../config-values.ts';

export const VERIFY_JOB = 'system.verifyLogs';
export const KEEP_DAYS = 'log.operKeepDays';
export const DEFAULT_KEEP_DAYS = 400;
const SUBJECT = 'oper';
/** A verification without progress for this long has lost its node. */
const LOST_MS = 60_000;

/** Days that operation logs are kept. */
export const keepDays = (db: Db): Promise<number> => readNumberConfig(db, KEEP_DAYS, DEFAULT_KEEP_DAYS);

async function latestCheck(app: App, db: Db): Promise<LogCheckRow | null> {
  const row = await db
    .selectFrom('kitLogCheck')
    .leftJoin('sysUser', 'sysUser.id', 'kitLogCheck.createBy')
    .select(['kitLogCheck.id', 'state', 'checked', 'problemCount', 'problems', 'headSeq', 'headHash', 'kitLogCheck.createTime', 'endTime'])
    .select('sysUser.username as createBy')
    .orderBy('kitLogCheck.createTime', 'desc')
    .orderBy('kitLogCheck.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const job = row.state === 'running' ? await app.jobs.latest(db, VERIFY_JOB, SUBJECT) : null;
  const isLost =
    row.state === 'running' &&
    (!job || (job.state !== 'running' && job.state !== 'waiting')) &&
    app.now().getTime() - row.createTime.getTime() > LOST_MS;
  return {
    id: row.id,
    state: isLost ? 'failed' : (row.state as LogCheck['state']),
    percent: row.state === 'running' ? (job?.percent ?? 0) : 100,
    checked: Number(row.checked),
    problemCount: row.problemCount,
    problems: row.problems as LogProblem[],
    headSeq: Number(row.headSeq),
    headHash: row.headHash,
    createBy: row.createBy ?? '',
    createTime: row.createTime,
    endTime: row.endTime,
  };
}

export const logChains = implement(logChain, {
  async state(ctx) {
    const head = await ctx.db.selectFrom('kitLogChainHead').select(['seq', 'hash', 'baseSeq']).where('id', '=', 'oper').executeTakeFirst();
    const first = await ctx.db
      .selectFrom('sysOperLog')
      .select('createTime')
      .orderBy('createTime')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return {
      linked: Number(head?.seq ?? 0) - Number(head?.baseSeq ?? 0),
      headSeq: Number(head?.seq ?? 0),
      headHash: head?.hash ?? '',
      removed: Number(head?.baseSeq ?? 0),
      oldest: first?.createTime ?? null,
      keepDays: await keepDays(ctx.db),
      latest: await latestCheck(ctx.app, ctx.db),
    };
  },
  async verify(ctx, { body }) {
    const latest = await latestCheck(ctx.app, ctx.db);
    if (latest?.state === 'running') throw new AppError('entity.inUse', '操作日志正在校验，请等待完成');
    const id = ctx.app.ids.next();
    await ctx.db.insertInto('kitLogCheck').values({ id, state: 'running', createBy: ctx.user.id, createTime: ctx.now }).execute();
    const payload: VerifyPayload = { id, anchors: body.anchor ? [body.anchor] : [] };
    await ctx.app.jobs.enqueue(ctx.db, { kind: VERIFY_JOB, subject: SUBJECT, payload, createBy: ctx.user.id });
    return { id };
  },
});

interface VerifyPayload {
  id: string;
  anchors: Anchor[];
}

/** Runs one verification and stores the result. */
export const verifyJob: JobHandler<VerifyPayload> = async ({ app, payload, signal, progress, end }) => {
  const finish = (values: object, text: string, state: 'done' | 'failed') =>
    app.db.transaction().execute(async (db) => {
      await db
        .updateTable('kitLogCheck')
        .set({ ...values, state, endTime: app.now() })
        .where('id', '=', payload.id)
        .execute();
      await end(db, text, state);
    });
  try {
    const result = await verifyLogs(app, { anchors: payload.anchors, signal, progress: (percent) => progress(percent, '正在校验') });
    const { checked, problemCount, problems, headSeq, headHash } = result;
    const text = problemCount === 0 ? `校验${checked}条，未发现问题` : `校验${checked}条，发现${problemCount}处问题`;
    await finish(
      { checked: String(checked), problemCount, problems: JSON.stringify(problems), headSeq: String(headSeq), headHash },
      text,
      'done',
    );
    return text;
  } catch (error) {
    if (!resumesElsewhere(signal)) await finish({}, error instanceof Error ? error.message : String(error), 'failed');
    throw error;
  }
};
