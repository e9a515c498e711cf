import * as z from 'zod';
import { WhereType } from './api.ts';

/** One condition on a column of the API's table: a value that is bound, never a text of SQL. */
export const RowCondition = z.object({
  columnName: z.string({ error: '请选择字段' }).min(1, '请选择字段').max(200).meta({ title: '字段名' }),
  whereType: WhereType.meta({ title: '操作符' }),
  /** none for 为空 and 不为空, several for IN */
  values: z
    .array(z.string().trim().min(1, '取值不能为空').max(500, '取值最多500个字符'))
    .max(200, '最多200个取值')
    .default([])
    .meta({ title: '取值' }),
});
export type RowCondition = z.output<typeof RowCondition>;

/** Rows that a subscription gets: those that meet every condition; null = all. */
export const RowFilter = z
  .array(RowCondition)
  .max(10, '最多10个条件')
  .nullish()
  .transform((conditions) => (conditions && conditions.length > 0 ? conditions : null));
export type RowFilter = z.output<typeof RowFilter>;
