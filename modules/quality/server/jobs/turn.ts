import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { defineProposals } from '#kit/server/proposals.ts';
import { scope } from '#kit/server/scope.ts';
import * as z from 'zod';
import { job as contract } from '../../contract/job.ts';
import { nextTimeOf } from './next-time.ts';
import { rulesOfPlan } from './rules-of.ts';

export const ENTITY = '质量定时任务';

/** Lets a plan run or pauses it. Throws entity.notFound for plans that the caller does not reach. */
export async function turn(ctx: Ctx, id: string, status: '0' | '1'): Promise<null> {
  const row = await ctx.db
    .selectFrom('qualityScheduleJob as job')
    .select(['job.id', 'job.jobName', 'job.status', 'job.cronExpression', 'job.nextTime', 'job.version'])
    .where('job.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'job.createDept', owner: 'job.createBy' }))
    .where('job.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  // what was due meanwhile is not made up for: the plan goes on with its next moment
  const next = status === '1' && row.cronExpression ? nextTimeOf(row.cronExpression, ctx.now) : row.nextTime;
  await ctx.db
    .updateTable('qualityScheduleJob')
    .set({ status, nextTime: next, version: row.version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  ctx.audit.change({ entity: ENTITY, id, name: row.jobName, before: { status: row.status }, after: { status } });
  return null;
}

const KINDS: Readonly<Record<string, string>> = { cron: '按计划', sync: '数据源同步后', upstream: '上游任务通过后', api: '接口调用' };

/** What approvers read of a plan: when it runs and what it checks; any of it that moves makes the approval void. */
async function described(db: Db, id: string) {
  const row = await db
    .selectFrom('qualityScheduleJob as job')
    .leftJoin('sysUser as u', 'u.id', 'job.ownerId')
    .selectAll('job')
    .select('u.nickname')
    .where('job.id', '=', id)
    .where('job.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '质量定时任务不存在或已删除');
  const { jobName, cronExpression, sourceIds, tableIds, ruleIds, remark } = row;
  return {
    jobName,
    triggerKind: KINDS[row.triggerKind] ?? row.triggerKind,
    cronExpression,
    ruleCount: (await rulesOfPlan(db, row)).length,
    owner: row.nickname,
    remark,
    content: JSON.stringify({ sourceIds, tableIds, ruleIds, sourceId: row.sourceId, upstreamJobId: row.upstreamJobId }),
  };
}

/** 质量定时任务启用: a plan runs by itself only after its approval, where a process approves plans. */
export const planApprovals = defineProposals<object>({
  code: 'quality.job',
  name: '质量定时任务启用',
  businessCode: '4014',
  withoutApproval: '直接启用',
  route: contract.resume,
  input: z.object({}),
  fields: [
    { name: 'jobName', label: '任务名称' },
    { name: 'triggerKind', label: '触发方式' },
    { name: 'cronExpression', label: '执行计划' },
    { name: 'ruleCount', label: '规则数' },
    { name: 'owner', label: '负责人' },
    { name: 'remark', label: '备注' },
  ],
  describe: ({ db }, { targetId }) => described(db, targetId),
  carryOut: (ctx, { targetId }) => turn(ctx, targetId, '1'),
});

/** Lets a plan run, or submits that where a process approves it. */
export async function turnOnOrAsk(ctx: Ctx, id: string) {
  const { flow } = await planApprovals.run(ctx, { targetId: id, input: {} }, () => turn(ctx, id, '1'));
  return { flow };
}
