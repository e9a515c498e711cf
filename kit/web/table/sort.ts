export interface SortOrder {
  field: string;
  direction: 'asc' | 'desc';
}

/** `-createTime,name` → orders. */
export const parseSort = (text: string): SortOrder[] =>
  text
    .split(',')
    .filter(Boolean)
    .map((part) => (part.startsWith('-') ? { field: part.slice(1), direction: 'desc' } : { field: part, direction: 'asc' }));

const sortText = (orders: readonly SortOrder[]): string =>
  orders.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(',');

/** Next sort order after clicking a header: none → ascending → descending → none. With `keepOthers` (Shift) it becomes a secondary sort. */
export function nextSort(text: string, field: string, keepOthers: boolean): string {
  const orders = parseSort(text);
  const present = orders.find((order) => order.field === field);
  const next: SortOrder[] = present?.direction === 'desc' ? [] : [{ field, direction: present ? 'desc' : 'asc' }];
  if (!keepOthers) return sortText(next);
  if (!present) return sortText([...orders, ...next]);
  return sortText(orders.flatMap((order) => (order.field === field ? next : [order])));
}
