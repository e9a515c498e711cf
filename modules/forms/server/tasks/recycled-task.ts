import type { Db } from '#kit/server/ctx.ts';
import type { Recyclable } from '#kit/server/module.ts';

async function dropRounds(db: Db, taskId: string): Promise<void> {
  const rounds = db.selectFrom('fillingRound').select('id').where('taskId', '=', taskId);
  await db.deleteFrom('fillingRoundPerson').where('roundId', 'in', rounds).execute();
  await db.updateTable('fillingRecord').set({ roundId: null }).where('roundId', 'in', rounds).execute();
  await db.deleteFrom('fillingRound').where('taskId', '=', taskId).execute();
  await db.deleteFrom('sysAudienceTarget').where('recordId', '=', taskId).execute();
}

/** Removes the tasks of a form that goes for good. */
export async function dropTasksOf(db: Db, formId: string): Promise<void> {
  const tasks = await db.selectFrom('fillingTask').select('id').where('formId', '=', formId).execute();
  for (const { id } of tasks) await dropRounds(db, id);
  await db.deleteFrom('fillingTask').where('formId', '=', formId).execute();
}

/** Deleted tasks: what was filled in for them stays with the form. */
export const recycledTask: Recyclable = {
  table: 'fillingTask',
  label: '填报任务',
  nameField: 'taskName',
  code: 'filling:task',
  scope: { dept: 'createDept', owner: 'createBy' },
  labels: {
    taskName: '任务名称',
    formId: '表单编号',
    beginTime: '开始时间',
    endTime: '截止时间',
    cronExpression: '填报计划',
    durationHours: '每轮填报时长（小时）',
    repeatKind: '填报次数',
    remindHours: '截止前提醒（小时）',
    carryOver: '沿用上期内容',
    roundCount: '轮次',
    publishScope: '填报范围',
    withBelow: '包含下级',
  },
  beforePurge: (ctx, id) => dropRounds(ctx.db, id),
};
