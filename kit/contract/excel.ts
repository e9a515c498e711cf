import * as z from 'zod';
import { Id } from './fields.ts';
import { bytes, perm, route } from './route.ts';

/** One thing wrong in an import file; `row` is the row number that the person sees in Excel. */
export const ImportError = z.object({ row: z.number().int(), column: z.string(), message: z.string() });
export type ImportError = z.output<typeof ImportError>;

/** What the check of an import file found; `errors` holds the first 200. */
export const ImportResult = z.object({
  total: z.number().int(),
  valid: z.number().int(),
  errors: z.array(ImportError),
});
export type ImportResult = z.output<typeof ImportResult>;

/** What an export accepts besides the search fields: chosen rows, and which columns in which order. */
const ExportChoice = z.object({
  ids: z.array(Id).min(1).max(500, '一次最多导出500条选中记录').nullish(),
  columns: z.array(z.string().max(50)).min(1).max(200).nullish(),
});

// a check creates every row and rolls back, so it takes as long as the import itself
const MINUTES_5 = 300_000;

/**
 * The four calls of Excel export and import. Spread them beside `crudRoutes`; `excelHandlers` answers them.
 *
 *     ...excelRoutes('/system/posts', '岗位', 'system:post', { search: PostSearch }),
 */
export function excelRoutes<Search extends z.ZodObject>(base: string, label: string, code: string, shape: { search: Search }) {
  return {
    exportRows: route.post(`${base}/export`, {
      summary: `导出${label}`,
      access: perm(`${code}:export`),
      body: ExportChoice.extend(shape.search.shape) as z.ZodObject<(typeof ExportChoice)['shape'] & Search['shape']>,
      replies: 'stream',
      reply: bytes,
      audit: `导出${label}`,
      timeoutMs: MINUTES_5,
    }),
    importTemplate: route.post(`${base}/import/template`, {
      summary: `下载${label}导入模板`,
      access: perm(`${code}:import`),
      replies: 'stream',
      reply: bytes,
    }),
    importRows: route.post(`${base}/import`, {
      summary: `导入${label}`,
      access: perm(`${code}:import`),
      accepts: 'multipart',
      query: z.object({ commit: z.enum(['0', '1']).default('0') }),
      reply: ImportResult,
      audit: `导入${label}`,
      timeoutMs: MINUTES_5,
    }),
    importErrors: route.post(`${base}/import/errors`, {
      summary: `下载${label}导入错误清单`,
      access: perm(`${code}:import`),
      accepts: 'multipart',
      replies: 'stream',
      reply: bytes,
      timeoutMs: MINUTES_5,
    }),
  };
}
