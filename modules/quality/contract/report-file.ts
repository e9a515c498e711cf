import * as z from 'zod';
import { Day, Id } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';

const base = '/data/quality/checkReports';
const access = perm('quality:report:export');

/** Files of reports: the report of a day, and the rows that break a rule. */
export const reportFile = defineContract({
  day: route.post(`${base}/document`, {
    summary: '导出质量报告',
    access,
    body: z.object({ checkDate: Day, format: z.enum(['docx', 'xlsx']).default('docx') }),
    reply: bytes,
    replies: 'stream',
    audit: '导出质量报告',
    timeoutMs: 300_000,
  }),
  rows: route.post(`${base}/:id/rows/export`, {
    summary: '导出不合格的行',
    access,
    params: z.object({ id: Id }),
    body: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }),
    reply: bytes,
    replies: 'stream',
    audit: '导出不合格的行',
    timeoutMs: 300_000,
  }),
});
