export type PagerItem = number | 'before' | 'after';

/**
 * The buttons of a pager: at most `count` page numbers (odd), the first and last page always, `before`/`after` for what is left out.
 *
 *     pagerItems(10, 50, 7)  // 1, 'before', 8, 9, 10, 11, 12, 'after', 50
 */
export function pagerItems(current: number, pages: number, count: number): PagerItem[] {
  const span = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  if (pages <= count) return span(1, pages);
  const half = (count - 1) / 2;
  const hasBefore = current > count - half;
  const hasAfter = current < pages - half;
  if (!hasBefore) return [...span(1, count - 1), 'after', pages];
  if (!hasAfter) return [1, 'before', ...span(pages - count + 2, pages)];
  const reach = Math.floor((count - 2) / 2);
  return [1, 'before', ...span(current - reach, current + reach), 'after', pages];
}

/** How many pages a total has; one when there are no rows. */
export const pageCount = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit));
