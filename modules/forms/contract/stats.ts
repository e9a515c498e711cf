import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { FieldId } from './field.ts';
import { FormSchema } from './schema.ts';

/** What the filled-in values of one field are like. */
export const FieldStat = z.object({
  fieldId: FieldId,
  /** of a column of a sub-table: the name of the sub-table first, `明细·等级` */
  label: z.string(),
  kind: z.enum(['choice', 'number', 'day', 'other']),
  filled: z.number().int(),
  blank: z.number().int(),
  /** the reader sees its values masked: nothing is told about them */
  isMasked: z.boolean(),
  /** the most frequent ones; `others` counts the rest */
  choices: z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
  others: z.number().int(),
  /** of numbers; of days the first and the last */
  min: z.string().nullable(),
  max: z.string().nullable(),
  mean: z.string().nullable(),
  sum: z.string().nullable(),
  /** equal parts between the least and the greatest number */
  bins: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
});
export type FieldStat = z.output<typeof FieldStat>;

export const RecordStats = z.object({
  total: z.number().int(),
  byDay: z.array(z.object({ day: z.string(), count: z.number().int() })),
  byDept: z.array(z.object({ deptName: z.string().nullable(), count: z.number().int() })),
  fields: z.array(FieldStat),
});
export type RecordStats = z.output<typeof RecordStats>;

const params = z.object({ id: Id });
const reads = perm('filling:record:list');

/** What becomes of what was filled in: figures, data sets, and what the pages of records are drawn from. */
export const stats = defineContract({
  forms: route.get('/data/filling/records/forms', {
    summary: '有填报数据的表单',
    access: reads,
    reply: z.array(z.object({ id: Id, formName: z.string() })),
  }),
  fields: route.get('/data/filling/forms/:id/records/fields', {
    summary: '填报数据的字段',
    access: reads,
    params,
    /** `masked`: fields that the reader sees masked in records of others */
    reply: z.object({ id: Id, formName: z.string(), versionNo: z.number().int(), schema: FormSchema, masked: z.array(FieldId) }),
  }),
  read: route.get('/data/filling/forms/:id/records/stats', {
    summary: '填报统计',
    access: reads,
    params,
    query: z.object({ beginTime: z.string().max(30).optional(), endTime: z.string().max(30).optional() }),
    reply: RecordStats,
    timeoutMs: 60_000,
  }),
  makeSet: route.post('/data/filling/forms/:id/dataSet', {
    summary: '用填报数据建数据集',
    access: perm('visual:set:add'),
    params,
    body: z.object({
      setName: z.string().trim().min(1, '请填写数据集名称').max(50, '数据集名称不能超过50个字符').optional(),
      /** id of a sub-table: its rows with the record that they belong to; absent: the records */
      subId: FieldId.optional(),
    }),
    reply: z.object({ id: Id, setName: z.string() }),
    audit: '用填报数据建数据集',
    timeoutMs: 60_000,
  }),
});
