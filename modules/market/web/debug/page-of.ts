import * as z from 'zod';

const Page = z.object({ total: z.number().optional(), data: z.array(z.record(z.string(), z.unknown())) });

/** The page inside an answer. */
export function pageOf(data: unknown): { rows: readonly Record<string, unknown>[]; total: number | null } {
  const parsed = Page.safeParse(data);
  return parsed.success ? { rows: parsed.data.data, total: parsed.data.total ?? null } : { rows: [], total: null };
}
