import * as z from 'zod';
import { Id, Time, YesNo } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { ColumnStats } from '#modules/gate/contract/column-stats.ts';

export const ColumnProfile = z.object({
  columnId: Id,
  columnName: z.string(),
  columnComment: z.string().nullable(),
  dataType: z.string(),
  level: z.string().nullable(),
  rowCount: z.string().nullable(),
  isSampled: YesNo,
  profileTime: Time.nullable(),
  /** true = min, max, top values and the like are withheld */
  valuesHidden: z.boolean(),
  /** null = not profiled yet */
  stats: ColumnStats.nullable(),
});
const Job = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  percent: z.number(),
  text: z.string(),
  createTime: Time,
  endTime: Time.nullable(),
});

const base = '/data/metadata/profiles';
const runs = perm('metadata:datacolumn:profile');
/** 数据画像 */
export const profile = defineContract({
  table: route.get(`${base}/table/:id`, {
    summary: '表的数据画像',
    isPassive: true,
    access: perm('metadata:datacolumn:list', 'metadata:datacolumn:detail'),
    params: z.object({ id: Id }),
    reply: z.object({
      tableId: Id,
      profileTime: Time.nullable(),
      rowCount: z.string().nullable(),
      isSampled: YesNo,
      job: Job.nullable(),
      columns: z.array(ColumnProfile),
    }),
  }),
  run: route.post(`${base}/run`, {
    summary: '生成数据画像',
    access: runs,
    body: z
      .object({ sourceId: Id.optional(), tableId: Id.optional() })
      .refine((body) => (body.sourceId === undefined) !== (body.tableId === undefined), '请选择一个数据源或一张表'),
    reply: z.object({ jobId: z.string() }),
    audit: '生成数据画像',
  }),
  cancel: route.post(`${base}/cancel`, {
    summary: '停止数据画像',
    access: runs,
    body: z.object({ jobId: Id }),
    reply: z.null(),
    audit: '停止数据画像',
  }),
});
