import type { OrderBy } from '../contract/api.ts';
import { bind, raw, sql, type Sql, type SqlDialect } from '#modules/datasets/core/index.ts';
import { isExactTextType, isMomentType } from './values.ts';

/** Whether values of a column come back from an answer as what they were: only by those can a list be gone on with. */
export const isKeysetType = (type: string, dialect: SqlDialect['name']): boolean =>
  isExactTextType(type) || (isMomentType(type) && dialect === 'postgres');

/**
 * The rows that follow one in an order, by the values that it is ordered by. The first column stands alone before the rest, so that an index
 * over it is used.
 */
export function rowsAfter(
  orders: readonly { readonly sql: string; readonly direction: OrderBy['direction'] }[],
  values: readonly string[],
): Sql {
  const value = (i: number): Sql => bind(values[i]!, 'value');
  const after = (i: number): Sql => {
    const { direction } = orders[i]!;
    const column = raw(orders[i]!.sql);
    const beyond = sql`${column} ${raw(direction === 'asc' ? '>' : '<')} ${value(i)}`;
    return i === orders.length - 1 ? beyond : sql`(${beyond} or (${column} = ${value(i)} and ${after(i + 1)}))`;
  };
  const [first] = orders;
  if (!first || orders.length === 1) return after(0);
  return sql`${raw(first.sql)} ${raw(first.direction === 'asc' ? '>=' : '<=')} ${value(0)} and ${after(0)}`;
}
