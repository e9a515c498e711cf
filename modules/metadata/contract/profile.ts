import * as z from 'zod';
import { Id, Time, YesNo } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** Statistics of one column; what does not apply to its kind, or must not be shown, is null. */
export const ColumnStats = z.object({
  kind: z.enum(['number', 'text', 'time', 'boolean', 'other']),
  /** null of a sensitive column with too few rows */
  nulls: z.number().nullable(),
  /** null where the source cannot compare its values */
  distinct: z.number().nullable(),
  min: z.string().nullable(),
  max: z.string().nullable(),
  mean: z.number().nullable(),
  stdev: z.number().nullable(),
  /** 25 %, 50 %, 75 % */
  quantiles: z.array(z.number()).nullable(),
  minLength: z.number().nullable(),
  meanLength: z.number().nullable(),
  maxLength: z.number().nullable(),
  /** most frequent values of the sample with their counts */
  top: z.array(z.object({ value: z.string(), count: z.number() })).nullable(),
  /** shapes of values of the sample: A letter, 9 digit, 字 Chinese */
  patterns: z.array(z.object({ mask: z.string(), count: z.number() })),
  histogram: z.object({ low: z.number(), high: z.number(), counts: z.array(z.number()) }).nullable(),
  /** rows that the scan saw: all of them unless sampled */
  scanned: z.number(),
  /** rows with a value that top values, shapes, quantiles and the histogram were made from */
  sampled: z.number(),
  /** false: those rows are the first that the source gave, not chosen by chance; profiles of before may be such */
  isRandomSample: z.boolean().default(false),
});
export type ColumnStats = z.output<typeof ColumnStats>;

/** Fields that hold or betray values: absent for sensitive columns and for who may not preview the table. */
export const VALUE_FIELDS = ['min', 'max', 'mean', 'stdev', 'quantiles', 'top', 'histogram'] as const;

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
