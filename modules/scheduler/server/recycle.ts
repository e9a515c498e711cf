import { AppError } from '#kit/contract/errors.ts';
import type { Recyclable } from '#kit/server/module.ts';

/** Restored jobs are paused, so that nothing runs unexpectedly; purging a job deletes its history. */
export const recycle: readonly Recyclable[] = [
  {
    table: 'schedulerJob',
    label: '定时任务',
    nameField: 'jobName',
    code: 'scheduler:job',
    scope: { dept: 'createDept', owner: 'createBy' },
    labels: {
      retryDelaySeconds: '首次重试间隔（秒）',
      retryFactor: '间隔倍数',
      retryCapSeconds: '最长重试间隔（秒）',
      alertAfter: '连续失败次数达到时提醒',
      keepDays: '日志保留天数',
      keepRuns: '日志保留条数',
    },
    async beforeRestore(ctx, id) {
      const row = await ctx.db.selectFrom('schedulerJob').select('jobName').where('id', '=', id).executeTakeFirstOrThrow();
      const taken = await ctx.db
        .selectFrom('schedulerJob')
        .select('id')
        .where('jobName', '=', row.jobName)
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      if (taken) throw new AppError('entity.duplicate', `任务名称“${row.jobName}”已被使用，请先修改现有任务的名称`);
    },
    async beforePurge(ctx, id) {
      const open = await ctx.db
        .selectFrom('schedulerRun')
        .select('id')
        .where('jobId', '=', id)
        .where('state', 'in', ['waiting', 'running'])
        .executeTakeFirst();
      if (open) throw new AppError('entity.inUse', '该任务仍在执行，请等待结束或取消后再彻底删除');
      await ctx.db.deleteFrom('schedulerRun').where('jobId', '=', id).execute();
      await ctx.db.deleteFrom('schedulerDay').where('jobId', '=', id).execute();
    },
  },
];
