import type { Field } from '../../contract/field.ts';

/** Names of dimensions whose values follow each other, also where they are stored as text (2024年, Q3, 31-60天). */
const SEQUENCE = /(^|_)(year|quarter|month|week|weekday|day|hour|date|period|level|grade|rank|age)s?(_(no|num|name))?$/i;
const SEQUENCE_CN =
  /(^|[^\u4e00-\u9fff])[年季月周日时]$|(年度|年份|年月|季度|月份|月度|周次|星期|日期|小时|时段|年龄段?|账龄|工龄|司龄|等级|级别|职级|区间|期次|届次|名次)$/;
/** Numbers that only tell records apart. */
const CODE = /(^|_)(id|no|code|key|zip|phone|mobile|adcode)s?$/i;
const CODE_CN = /(编号|编码|代码|邮编|电话|手机|标识|工号)$/;

/** Whether the values of a dimension have an order of their own, in which people read an axis: time, years, months, levels, quantities. */
export function isSequence({ id, name, type }: Pick<Field, 'id' | 'name' | 'type'>): boolean {
  if (type === 'date' || type === 'datetime') return true;
  if (type === 'bool') return false;
  if (SEQUENCE.test(id) || SEQUENCE_CN.test(name)) return true;
  return type === 'number' && !CODE.test(id) && !CODE_CN.test(name);
}
