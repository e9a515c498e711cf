import * as z from 'zod';
import { ImportResult } from '#kit/contract/excel.ts';
import { Id } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';
import { RecordSearch } from './record.ts';

const base = '/data/filling/forms/:id/records';
const params = z.object({ id: Id });
const MINUTES_5 = 300_000;
const takes = perm('filling:record:import');

/** 填报数据的工作簿: its columns follow from the fields of the form, each sub-table has a sheet of its own. */
export const book = defineContract({
  exportRows: route.post(`${base}/export`, {
    summary: '导出填报数据',
    access: perm('filling:record:export'),
    params,
    body: RecordSearch.extend({ ids: z.array(Id).min(1).max(500, '一次最多导出500条选中记录').nullish() }),
    replies: 'stream',
    reply: bytes,
    audit: '导出填报数据',
    timeoutMs: MINUTES_5,
  }),
  importTemplate: route.post(`${base}/import/template`, {
    summary: '下载填报导入模板',
    access: takes,
    params,
    replies: 'stream',
    reply: bytes,
  }),
  importRows: route.post(`${base}/import`, {
    summary: '导入填报数据',
    access: takes,
    params,
    accepts: 'multipart',
    query: z.object({ commit: z.enum(['0', '1']).default('0') }),
    reply: ImportResult,
    audit: '导入填报数据',
    timeoutMs: MINUTES_5,
  }),
  /** as `importRows`, for the round of a running task */
  importRound: route.post('/data/filling/forms/:id/rounds/:roundId/import', {
    summary: '向填报轮次导入数据',
    access: takes,
    params: params.extend({ roundId: Id }),
    accepts: 'multipart',
    query: z.object({ commit: z.enum(['0', '1']).default('0') }),
    reply: ImportResult,
    audit: '向填报轮次导入数据',
    timeoutMs: MINUTES_5,
  }),
  importErrors: route.post(`${base}/import/errors`, {
    summary: '下载填报导入错误清单',
    access: takes,
    params,
    accepts: 'multipart',
    replies: 'stream',
    reply: bytes,
    timeoutMs: MINUTES_5,
  }),
});
