import * as z from 'zod';

/** How a rule ended; 执行失败 is never 不通过. */
export const ReportState = z.enum(['pass', 'warn', 'fail', 'error', 'skip']);
export type ReportState = z.output<typeof ReportState>;
/** How a batch stands. */
export const RunState = z.enum(['waiting', 'running', 'done', 'error', 'cancelled']);
export type RunState = z.output<typeof RunState>;
/** What started a batch. */
export const RunCause = z.enum(['manual', 'cron', 'sync', 'upstream', 'api']);
export type RunCause = z.output<typeof RunCause>;
