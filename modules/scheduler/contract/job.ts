import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { CronText } from '#kit/contract/cron.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, Time, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { DEFAULT_ZONE, ParamsText, RunState, TaskKey, TimeZone } from './fields.ts';

export const MisfirePolicy = z.enum(['once', 'skip', 'all'], { error: '错过处理只能是补执行一次、跳过或全部补执行' });
export const OverlapPolicy = z.enum(['skip', 'queue', 'parallel', 'cancel'], { error: '重叠处理只能是跳过、排队、并行或取消上一次' });
/** 0 暂停, 1 运行 (dictionary sys_job_status) */
export const JobStatus = z.enum(['0', '1']);
const whole = (label: string, min: number, max: number) =>
  z
    .number({ error: `${label}应为数字` })
    .int(`${label}应为整数`)
    .min(min, `${label}应在 ${min} 到 ${max} 之间`)
    .max(max, `${label}应在 ${min} 到 ${max} 之间`);
const DAY_SECONDS = 86_400;

/** 定时任务 */
export const JobInput = z.object({
  jobName: requiredText(50, '任务名称'),
  beanName: TaskKey,
  /** a task has one method; the family's field stays */
  methodName: z.literal('run', { error: '方法名只能是 run' }).default('run'),
  methodParams: ParamsText.default('{}'),
  cronExpression: CronText,
  timeZone: TimeZone.default(DEFAULT_ZONE),
  status: JobStatus.default('1'),
  misfirePolicy: MisfirePolicy.default('once'),
  overlapPolicy: OverlapPolicy.default('skip'),
  timeoutSeconds: whole('超时时间', 1, DAY_SECONDS).default(3600),
  retryCount: whole('重试次数', 0, 10).default(0),
  retryDelaySeconds: whole('首次重试间隔', 1, DAY_SECONDS).default(10),
  retryFactor: z.number({ error: '间隔倍数应为数字' }).min(1, '间隔倍数应在 1 到 10 之间').max(10, '间隔倍数应在 1 到 10 之间').default(2),
  retryCapSeconds: whole('最长重试间隔', 1, DAY_SECONDS).default(600),
  alertUserIds: z.array(Id).max(50, '最多选择50个通知对象').default([]),
  alertAfter: whole('连续失败次数', 1, 100).default(1),
  keepDays: whole('保留天数', 1, 3650).default(30),
  keepRuns: whole('保留条数', 1, 100_000).default(1000),
  remark: optionalText(500, '备注'),
});

export const Job = z.object({
  ...rowFields,
  jobName: z.string(),
  beanName: z.string(),
  /** Chinese name of the task, null when its module no longer registers it */
  taskName: z.string().nullable(),
  methodName: z.string(),
  methodParams: z.string(),
  cronExpression: z.string(),
  cronText: z.string(),
  timeZone: z.string(),
  status: JobStatus,
  misfirePolicy: MisfirePolicy,
  overlapPolicy: OverlapPolicy,
  timeoutSeconds: z.number().int(),
  retryCount: z.number().int(),
  retryDelaySeconds: z.number().int(),
  retryFactor: z.number(),
  retryCapSeconds: z.number().int(),
  alertUserIds: z.array(z.string()),
  alertUserNames: z.array(z.string()),
  alertAfter: z.number().int(),
  keepDays: z.number().int(),
  keepRuns: z.number().int(),
  remark: z.string().nullable(),
  /** null while paused */
  nextTime: Time.nullable(),
  lastTime: Time.nullable(),
  lastState: RunState.nullable(),
  lastRunId: z.string().nullable(),
  /** failures in a row */
  failures: z.number().int(),
});
export const JobSearch = z.object({
  jobName: z.string().max(50).optional(),
  beanName: z.string().max(60).optional(),
  status: JobStatus.optional(),
  lastState: RunState.optional(),
});

export const JobOption = Job.pick({ id: true, jobName: true, status: true });

/** A registered task, as a form needs it. */
export const TaskOption = z.object({
  key: z.string(),
  name: z.string(),
  summary: z.string(),
  /** JSON schema of the parameters */
  schema: z.record(z.string(), z.unknown()),
});

const base = '/quartz/jobs';
const params = z.object({ id: Id });
const { exportRows, exportJob } = excelRoutes(base, '定时任务', 'scheduler:job', { search: JobSearch });

export const job = defineContract({
  ...crudRoutes(base, '定时任务', 'scheduler:job', { row: Job, input: JobInput, search: JobSearch }),
  exportRows,
  exportJob,
  /** for pickers: jobs that the caller may list */
  list: route.get(`${base}/list`, { summary: '定时任务下拉', access: signedIn, reply: z.array(JobOption) }),
  pause: route.post(`${base}/pause/:id`, {
    summary: '暂停定时任务',
    access: perm('scheduler:job:pause'),
    params,
    reply: z.null(),
    audit: '暂停定时任务',
  }),
  resume: route.post(`${base}/resume/:id`, {
    summary: '恢复定时任务',
    access: perm('scheduler:job:resume'),
    params,
    reply: z.null(),
    audit: '恢复定时任务',
  }),
  run: route.post(`${base}/run/:id`, {
    summary: '立即执行定时任务',
    access: perm('scheduler:job:run'),
    params,
    /** parameters for this run alone; those of the job unless given */
    body: z.object({ methodParams: ParamsText.nullish() }),
    reply: z.object({ id: Id }),
    audit: '立即执行定时任务',
  }),
  tasks: route.get('/quartz/tasks', {
    summary: '可调度的任务类型',
    access: perm('scheduler:job:list', 'scheduler:job:add', 'scheduler:job:edit', 'scheduler:job:run', 'scheduler:job:detail'),
    reply: z.array(TaskOption),
  }),
  preview: route.post('/quartz/cron/preview', {
    summary: '预览执行时间',
    access: perm('scheduler:job:list', 'scheduler:job:add', 'scheduler:job:edit', 'scheduler:job:detail'),
    body: z.object({ cronExpression: CronText, timeZone: TimeZone.default(DEFAULT_ZONE) }),
    reply: z.object({ text: z.string(), times: z.array(Time) }),
  }),
});
