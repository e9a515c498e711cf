import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { defineTask, type ScheduleSeed } from '#kit/server/tasks.ts';
import { clearHistory } from './housekeeping.ts';

const housekeeping = defineTask({
  name: '清理任务日志',
  summary: '按每个任务设置的保留天数和保留条数删除过期的任务日志。',
  params: z.object({}),
  run: clearHistory,
});

const example = defineTask({
  name: '示例：写日志',
  summary: '逐行写入日志，用于试用任务调度，不修改任何业务数据。',
  params: z.object({
    text: z
      .string()
      .trim()
      .min(1, '日志内容不能为空')
      .max(200, '日志内容不能超过200个字符')
      .default('你好，任务调度')
      .meta({ title: '日志内容' }),
    lines: z.number().int().min(1, '行数应在 1 到 500 之间').max(500, '行数应在 1 到 500 之间').default(5).meta({ title: '行数' }),
    seconds: z
      .number()
      .min(0, '间隔秒数应在 0 到 60 之间')
      .max(60, '间隔秒数应在 0 到 60 之间')
      .default(1)
      .meta({ title: '间隔秒数', description: '每写一行等待的时间' }),
    level: z.enum(['普通', '提醒']).default('普通').meta({ title: '级别' }),
    shouldFail: z.boolean().default(false).meta({ title: '以失败结束', description: '用于试用重试和失败通知' }),
  }),
  async run({ params, signal, log, progress }) {
    for (let line = 1; line <= params.lines; line++) {
      if (line > 1) await sleep(params.seconds * 1000, undefined, { signal });
      signal.throwIfAborted();
      log(`${params.level === '提醒' ? '【提醒】' : ''}${params.text}（${line}/${params.lines}）`);
      progress((line / params.lines) * 100);
    }
    if (params.shouldFail) throw new Error('按参数要求以失败结束');
    return `已写入 ${params.lines} 行日志`;
  },
});

export const tasks = { 'scheduler.housekeeping': housekeeping, 'scheduler.example': example };

export const schedules: readonly ScheduleSeed[] = [
  {
    code: 'scheduler.housekeeping',
    name: '清理任务日志',
    task: 'scheduler.housekeeping',
    cron: '0 20 3 * * ?',
    remark: '按各任务的保留天数和保留条数清理',
  },
];
