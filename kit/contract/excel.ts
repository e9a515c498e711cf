import * as z from 'zod';
import { Id } from './fields.ts';
import { bytes, perm, route } from './route.ts';

/** One thing wrong in an import file; `row` is the row number that the person sees in Excel. */
export const ImportError = z.object({ row: z.number().int(), column: z.string(), message: z.string() });
export type ImportError = z.output<typeof ImportError>;

/** What the check of an import file found, or the import took: `valid` rows, all but those named in `errors` (the first 200). */
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
/** Row count shown by the list, used only for the progress bar of the job. */
const expectedRows = z.number().int().min(0).max(1_000_000_000).nullish();

/** A long export or import that goes on without the caller; `jobId` is its row in the export centre and the number that the file carries. */
export const QueuedTransfer = z.object({ jobId: Id });
export type QueuedTransfer = z.output<typeof QueuedTransfer>;

/** What an import does with rows: only new ones, only known ones, or both. Known rows are found by the key of the entity. */
export const ImportMode = z.enum(['create', 'update', 'upsert']);
export type ImportMode = z.output<typeof ImportMode>;

/** What becomes of a file with wrong rows: nothing of it is taken, or all rows but those. */
export const WrongRows = z.enum(['refuse', 'skip']);
export type WrongRows = z.output<typeof WrongRows>;

const commit = z.enum(['0', '1']).default('0');
const mode = ImportMode.default('create');
const Mode = z.object({ mode });
const wrongRows = WrongRows.default('refuse');
const Taking = z.object({ wrongRows });
/** Adds `mode` to the query of entities whose imports may update rows; typed as if always present. */
const withMode = (updates: boolean | undefined) => (updates ? Mode : z.object({})) as typeof Mode;
/** Adds `wrongRows` for entities whose imports may skip invalid rows. */
const withSkips = (skips: boolean | undefined) => (skips ? Taking : z.object({})) as typeof Taking;

// a check inserts every row and rolls back, so it takes as long as the import itself
const MINUTES_5 = 300_000;

/**
 * The calls of Excel export and import, at once and as a job of the export centre. Spread them beside `crudRoutes`; `excelHandlers`
 * answers them.
 *
 *     ...excelRoutes('/system/posts', '岗位', 'system:post', { search: PostSearch }),
 *
 * `updates`: imports may change rows as well; the entity says how (`changes` of its workbooks). `skips`: its rows stand for themselves, so
 * people may choose to take the good ones of a file and leave the wrong ones out.
 */
export function excelRoutes<Search extends z.ZodObject>(
  base: string,
  label: string,
  code: string,
  shape: { search: Search; updates?: boolean; skips?: boolean },
) {
  const search = ExportChoice.extend(shape.search.shape) as z.ZodObject<(typeof ExportChoice)['shape'] & Search['shape']>;
  return {
    exportRows: route.post(`${base}/export`, {
      summary: `导出${label}`,
      access: perm(`${code}:export`),
      body: search,
      replies: 'stream',
      reply: bytes,
      audit: `导出${label}`,
      timeoutMs: MINUTES_5,
    }),
    exportJob: route.post(`${base}/export/job`, {
      summary: `后台导出${label}`,
      access: perm(`${code}:export`),
      body: search.extend({ expectedRows }) as z.ZodObject<
        (typeof ExportChoice)['shape'] & Search['shape'] & { expectedRows: typeof expectedRows }
      >,
      reply: QueuedTransfer,
      audit: `后台导出${label}`,
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
      query: withMode(shape.updates).extend(withSkips(shape.skips).shape).extend({ commit }),
      reply: ImportResult,
      audit: `导入${label}`,
      timeoutMs: MINUTES_5,
    }),
    importJob: route.post(`${base}/import/job`, {
      summary: `后台导入${label}`,
      access: perm(`${code}:import`),
      accepts: 'multipart',
      query: withMode(shape.updates).extend(withSkips(shape.skips).shape),
      reply: QueuedTransfer,
      audit: `后台导入${label}`,
      timeoutMs: MINUTES_5,
    }),
    importErrors: route.post(`${base}/import/errors`, {
      summary: `下载${label}导入错误清单`,
      access: perm(`${code}:import`),
      accepts: 'multipart',
      query: withMode(shape.updates),
      replies: 'stream',
      reply: bytes,
      timeoutMs: MINUTES_5,
    }),
  };
}
