import * as z from 'zod';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '日期格式不正确');
const query = z.object({
  /** both days included, in Beijing time; the last 30 days unless given */
  from: day.optional().meta({ title: '开始日期' }),
  to: day.optional().meta({ title: '结束日期' }),
  businessCode: z.string().max(40).optional(),
});
const count = z.number().int();
/** Seconds; null when nothing was finished. */
const span = z.number().int().nullable();
const share = z.number().nullable();

/** How long work takes, for a node or a process. */
const durations = { done: count, median: span, p90: span, returned: count, returnRate: share, passed: count, passRate: share, late: count };

export const NodeFigure = z.object({
  key: z.string(),
  processName: z.string(),
  nodeKey: z.string(),
  name: z.string(),
  open: count,
  overdue: count,
  ...durations,
});
export const ProcessFigure = z.object({
  key: z.string(),
  name: z.string(),
  running: count,
  ended: count,
  approved: count,
  rejected: count,
  cancelled: count,
  median: span,
  p90: span,
  returned: count,
  returnRate: share,
});
export const PersonFigure = z.object({
  userId: z.string(),
  name: z.string().nullable(),
  deptName: z.string().nullable(),
  open: count,
  overdue: count,
  done: count,
  median: span,
});

/** 流程统计: figures over finished tasks and instances of a period, within the caller's data scope. */
export const statistics = defineContract({
  overview: route.get('/workflow/statistics', {
    summary: '流程统计',
    access: perm('workflow:statistics:list'),
    query,
    reply: z.object({
      from: z.string(),
      to: z.string(),
      started: count,
      ended: count,
      running: count,
      overdue: count,
      nodes: z.array(NodeFigure),
      processes: z.array(ProcessFigure),
      people: z.array(PersonFigure),
      trend: z.array(z.object({ day: z.string(), started: count, ended: count, done: count })),
    }),
  }),
  export: route.get('/workflow/statistics/export', {
    summary: '导出流程统计',
    access: perm('workflow:statistics:export'),
    query,
    replies: 'stream',
    reply: bytes,
  }),
});
