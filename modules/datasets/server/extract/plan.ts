import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { CronProblem } from '#kit/contract/cron.ts';
import { nextTime, paceOf } from '#kit/core/cron/times.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import { namesIn } from '../../core/sets/bind-names.ts';
import { extractRoot } from './files.ts';
import { recoverExtracts, queueExtract } from './progress.ts';
import { INTERVAL_CONFIG, INTERVAL_MINUTES } from './settings.ts';

const ZONE = 'Asia/Shanghai';

/** When a plan is due next, null without one. Throws CronProblem. */
export const nextExtract = (cron: string | null | undefined, after: Date): Date | null => (cron ? nextTime(cron, ZONE, after) : null);

/** What a plan must keep to: a plain query without parameters, fields of the set, an expression that comes due, not too often. */
export async function assertPlan(ctx: Ctx, model: SetModel): Promise<void> {
  const plan = model.extract;
  if (!plan) return;
  const wrong = (message: string) => new AppError('input.invalid', message, [{ path: 'model.extract', message }]);
  if (model.origin.kind === 'file' || model.origin.kind === 'platform') throw wrong('上传文件和平台数据不需要抽取');
  if (model.origin.kind === 'sql' && namesIn(model.origin.sql).length > 0) throw wrong('带参数的数据集不能抽取，请去掉参数或改为实时查询');
  const columns = model.fields.filter((field) => !field.expr);
  for (const id of plan.key) if (!columns.some((field) => field.id === id)) throw wrong(`抽取的主键字段“${id}”不存在`);
  if (plan.mode === 'incremental') {
    const field = columns.find((one) => one.id === plan.watermark);
    if (!field) throw wrong('增量抽取需要选择增量字段');
    if (!['number', 'date', 'datetime'].includes(field.type)) throw wrong('增量字段只能是数值、日期或日期时间');
  }
  if (!plan.cron) return;
  const least = await readNumberConfig(ctx.db, INTERVAL_CONFIG, INTERVAL_MINUTES);
  try {
    if (paceOf(plan.cron, ZONE, ctx.now).shortestMs < least * 60_000) throw wrong(`抽取计划过密，两次之间至少${least}分钟`);
  } catch (error) {
    if (error instanceof CronProblem) throw wrong(error.message);
    throw error;
  }
}

/** Keeps the time of the plan beside the set, in the transaction that saves it. A set without a plan keeps no time. */
export async function savePlan(ctx: Ctx, setId: string, model: SetModel, before: SetModel | null): Promise<void> {
  const cron = model.extract?.cron ?? null;
  if (!model.extract && !before?.extract) return;
  if (before?.extract && (before.extract.cron ?? null) === cron && model.extract) return;
  const next = nextExtract(cron, ctx.now);
  await ctx.db
    .insertInto('visualExtract')
    .values({ setId, nextTime: next, updateTime: ctx.now })
    .onConflict((conflict) => conflict.column('setId').doUpdateSet({ nextTime: next, updateTime: ctx.now }))
    .execute();
}

/** Queues one due extract; false when another node was faster or the plan was changed meanwhile. */
async function startDue(app: App, row: { setId: string; nextTime: Date | null; createBy: string | null; model: unknown }, now: Date) {
  const cron = (row.model as SetModel).extract?.cron ?? null;
  return app.db.transaction().execute(async (db) => {
    const taken = await db
      .updateTable('visualExtract')
      .set({ nextTime: nextExtract(cron, now) })
      .where('setId', '=', row.setId)
      .where('nextTime', '=', row.nextTime)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n || cron === null) return false;
    await queueExtract(app, db, { setId: row.setId, userId: row.createBy ?? 'system', trigger: 'plan', full: false });
    return true;
  });
}

/** Starts the extracts that are due, each once however many nodes look, and mends those whose node died. */
export const extractPlanned = defineTask({
  name: '按计划抽取数据集',
  summary: '启动到期的数据集抽取，并修复因节点停止而中断的抽取',
  params: z.object({}),
  async run({ app, dueTime, signal, log }) {
    await recoverExtracts(app);
    const now = app.now() > dueTime ? app.now() : dueTime;
    const due = await app.db
      .selectFrom('visualExtract')
      .innerJoin('visualDataSet', 'visualDataSet.id', 'visualExtract.setId')
      .select(['setId', 'nextTime', 'visualDataSet.createBy', 'setName', 'model'])
      .where('nextTime', '<=', now)
      .where('visualDataSet.deletedAt', 'is', null)
      .where('visualDataSet.status', '=', '1')
      .orderBy('nextTime')
      .orderBy('setId')
      .limit(200)
      .execute();
    let count = 0;
    for (const row of due) {
      signal.throwIfAborted();
      if (!(await startDue(app, row, now))) continue;
      count++;
      log(`开始抽取“${row.setName}”`);
    }
    return count === 0 ? null : `启动 ${count} 个数据集的抽取`;
  },
});

/** Removes what runs that died left on this node, and the files of sets that are gone. */
export async function sweepExtracts(app: App): Promise<void> {
  const root = extractRoot(app);
  const folders = (await readdir(root, { withFileTypes: true }).catch(() => [])).filter((entry) => entry.isDirectory());
  for (const { name } of folders) {
    const folder = join(root, name);
    const keep =
      name === 'files'
        ? null
        : await app.db
            .selectFrom('visualExtract')
            .innerJoin('visualDataSet', 'visualDataSet.id', 'visualExtract.setId')
            .select('snapshot')
            .where('setId', '=', name)
            .executeTakeFirst();
    if (name !== 'files' && !keep) {
      await rm(folder, { recursive: true, force: true });
      continue;
    }
    for (const file of await readdir(folder))
      if (file.startsWith('part-') || (keep && file !== `${keep.snapshot}.duckdb`)) await rm(join(folder, file), { force: true });
  }
}
