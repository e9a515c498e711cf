import * as z from 'zod';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Id, Ids, PageQuery, Time, TimeInput, pageReply } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';
import { RunCause, RunState } from './fields.ts';

/** 任务日志: one run of a job */
export const Run = z.object({
  id: Id,
  jobId: Id,
  jobName: z.string(),
  beanName: z.string(),
  taskName: z.string().nullable(),
  state: RunState,
  /** 1 成功, 0 失败, null while it is open (family) */
  status: z.enum(['0', '1']).nullable(),
  /** result or error in one sentence */
  msg: z.string().nullable(),
  cause: RunCause,
  attempt: z.number().int(),
  percent: z.number().int(),
  node: z.number().int().nullable(),
  dueTime: Time,
  startTime: Time.nullable(),
  endTime: Time.nullable(),
  durationMs: z.number().int().nullable(),
  createTime: Time,
});
export const RunDetail = Run.extend({
  /** the same for a run and its retries: what handlers are idempotent by */
  rootId: Id,
  methodParams: z.string(),
  timeoutSeconds: z.number().int(),
  /** nodes that have started it; more than one = taken over after a crash */
  claims: z.number().int(),
  lineCount: z.number().int(),
  /** the failed run that a person has tried again with this one */
  retryOf: Id.nullable(),
  /** the run with which a person has tried this one again */
  retriedBy: Id.nullable(),
  /** who pressed 立即执行 or 重试 */
  createByName: z.string().nullable(),
});
export const RunSearch = z.object({
  jobId: Id.optional(),
  jobName: z.string().max(50).optional(),
  beanName: z.string().max(60).optional(),
  state: RunState.optional(),
  status: z.enum(['0', '1']).optional(),
  cause: RunCause.optional(),
  /** the last seven days unless given */
  beginTime: TimeInput.optional(),
  endTime: TimeInput.optional(),
});

/** One line of a run's log, as the stream sends it. */
export const RunLine = z.object({ seq: z.number().int(), time: Time, text: z.string() });
/** What the stream says about the run itself. */
export const RunProgress = Run.pick({
  state: true,
  percent: true,
  msg: true,
  node: true,
  startTime: true,
  endTime: true,
  durationMs: true,
});

export const RunStats = z.object({
  days: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  skipped: z.number().int(),
  /** of 100; null when nothing ended */
  successRate: z.number().nullable(),
  meanMs: z.number().nullable(),
  running: z.number().int(),
  waiting: z.number().int(),
});

const base = '/quartz/logs';
const params = z.object({ id: Id });
const { exportRows, exportJob } = excelRoutes(base, '任务日志', 'scheduler:log', { search: RunSearch });

export const run = defineContract({
  page: route.get(`${base}/page`, {
    summary: '任务日志分页',
    access: perm('scheduler:log:list'),
    query: PageQuery.extend(RunSearch.shape),
    reply: pageReply(Run),
  }),
  stats: route.get(`${base}/stats`, {
    summary: '任务执行统计',
    isPassive: true,
    access: perm('scheduler:log:list', 'scheduler:job:list'),
    query: z.object({ jobId: Id.optional() }),
    reply: RunStats,
  }),
  get: route.get(`${base}/:id`, { summary: '任务日志详情', access: perm('scheduler:log:detail'), params, reply: RunDetail }),
  stream: route.get(`${base}/:id/stream`, {
    summary: '任务实时日志',
    access: perm('scheduler:log:detail'),
    params,
    replies: 'events',
    reply: bytes,
  }),
  cancel: route.post(`${base}/cancel/:id`, {
    summary: '取消任务执行',
    access: perm('scheduler:job:cancel'),
    params,
    reply: z.null(),
    audit: '取消任务执行',
  }),
  retry: route.post(`${base}/retry/:id`, {
    summary: '重试失败的任务执行',
    access: perm('scheduler:job:run'),
    params,
    reply: z.object({ id: Id }),
    audit: '重试任务执行',
  }),
  remove: route.delete(`${base}/:id`, {
    summary: '删除任务日志',
    access: perm('scheduler:log:remove'),
    params,
    reply: z.null(),
    audit: '删除任务日志',
  }),
  removeBatch: route.delete(`${base}/batch/:ids`, {
    summary: '批量删除任务日志',
    access: perm('scheduler:log:remove'),
    params: z.object({ ids: Ids }),
    reply: z.null(),
    audit: '批量删除任务日志',
  }),
  exportRows,
  exportJob,
});
