import * as z from 'zod';

const Page = z.object({ total: z.number().optional(), nextCursor: z.string().nullish(), data: z.array(z.record(z.string(), z.unknown())) });

interface ShownPage {
  rows: readonly Record<string, unknown>[];
  total: number | null;
  /** where the next page begins; null = there is none, or pages go by number */
  nextCursor: string | null;
}
/** The page inside an answer. */
export function pageOf(data: unknown): ShownPage {
  const parsed = Page.safeParse(data);
  if (!parsed.success) return { rows: [], total: null, nextCursor: null };
  const { data: rows, total, nextCursor } = parsed.data;
  return { rows, total: total ?? null, nextCursor: nextCursor ?? null };
}
