import { wallDay } from '#kit/core/text/wall-clock.ts';
import { Readable } from 'node:stream';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { ImportMode, ImportResult, QueuedTransfer, WrongRows } from '#kit/contract/excel.ts';
import type { Ctx } from '../ctx.ts';
import type { StreamReply } from '../http/stream-reply.ts';
import { uploadOf } from '../upload.ts';
import { defineExcel, type ExcelOptions } from './definition.ts';
import { ORIGIN, type Outcome } from './import.ts';
import { carryDefinition, centreOf } from './transfer.ts';
import { workbook, type Sheet } from './writer.ts';

/** Media type of a workbook. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAX_MB = 20;
const SHOWN_ERRORS = 200;

/**
 * Walks a table in batches by id, so that an export holds neither all rows nor a transaction:
 *
 *     rows: (ctx, query) => inBatches((after, limit) => posts(ctx, query).where('id', '>', after).orderBy('id').limit(limit).execute()),
 */
export async function* inBatches<Row extends { id: string }>(
  load: (afterId: string, limit: number) => Promise<Row[]>,
  size = 1000,
): AsyncGenerator<Row> {
  for (let after = ''; ;) {
    const rows = await load(after, size);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.id;
  }
}

const asFile = (sheets: readonly Sheet[], fileName: string): StreamReply => ({
  body: Readable.from(workbook(sheets)),
  type: XLSX_TYPE,
  fileName,
  headers: { 'cache-control': 'no-store' },
});

/** Check result for people: number of valid rows and the first errors. */
export const importResultOf = ({ total, errors }: Outcome): ImportResult => ({
  total,
  valid: total - new Set(errors.map((error) => error.row)).size,
  errors: errors.slice(0, SHOWN_ERRORS),
});

/** Chinese note about skipped rows; empty when all rows were imported. */
export const skippedText = ({ total, valid }: ImportResult): string =>
  valid === total ? '' : `，已导入${valid}行，跳过有误的${total - valid}行`;

/**
 * Handlers for `excelRoutes`. A check creates every row in a transaction that is rolled back, so it reports exactly what the import would.
 * Throws import.invalid (with the first errors) when a commit is requested and a row is invalid: all rows or none. With `wrongRows: 'skip'`
 * valid rows are kept and the reply names the skipped ones; a file without any valid row is refused.
 */
export function excelHandlers<Input extends z.ZodType>(options: ExcelOptions<Input>) {
  const definition = defineExcel(options);
  const { label } = definition;
  const read = (ctx: Ctx, mode: ImportMode | undefined) => {
    const upload = uploadOf(ctx, MAX_MB);
    return definition.read(ctx.db, upload.path, upload.fileName, mode);
  };

  return {
    async exportRows(ctx: Ctx, { body }: { body: any }): Promise<StreamReply> {
      const number = ctx.app.ids.next();
      const sheet = await definition.exportSheet(ctx, body, number);
      ctx.audit.note(`${ORIGIN}${number}`);
      return asFile([sheet], `${label}_${wallDay(ctx.now)}.xlsx`);
    },

    exportJob: carryDefinition((ctx: Ctx, { body }: { body: any }): Promise<QueuedTransfer> => {
      const { centre, entity } = centreOf(ctx.app, ctx.route, definition);
      return centre.queueExport(ctx, entity, body);
    }, definition),

    importJob: carryDefinition(
      async (ctx: Ctx, { query }: { query: { mode?: ImportMode; wrongRows?: WrongRows } }): Promise<QueuedTransfer> => {
        const { centre, entity } = centreOf(ctx.app, ctx.route, definition);
        const { mode = 'create', wrongRows = 'refuse' } = query;
        return centre.queueImport(ctx, entity, uploadOf(ctx, MAX_MB), { mode, wrongRows });
      },
      definition,
    ),

    importTemplate: async (ctx: Ctx): Promise<StreamReply> => asFile(await definition.template(ctx), `${label}导入模板.xlsx`),

    async importRows(
      ctx: Ctx,
      { query }: { query: { commit: '0' | '1'; mode?: ImportMode; wrongRows?: WrongRows } },
    ): Promise<ImportResult> {
      const file = await read(ctx, query.mode);
      if (query.commit === '0') {
        const result = importResultOf(await definition.check(ctx, file));
        ctx.audit.note(`校验“${file.fileName}”：共${result.total}行，可导入${result.valid}行，未写入`);
        return result;
      }
      const skips = query.wrongRows === 'skip';
      const outcome =
        file.errors.length > 0 && !skips ? { total: file.total, errors: [...file.errors] } : await definition.create(ctx, file);
      const result = importResultOf(outcome);
      if (result.errors.length > 0 && (!skips || result.valid === 0)) throw new AppError('import.invalid', undefined, result);
      ctx.audit.note(`导入“${file.fileName}”：共${result.total}行${skippedText(result)}`);
      return result;
    },

    async importErrors(ctx: Ctx, { query }: { query: { mode?: ImportMode } }): Promise<StreamReply> {
      const file = await read(ctx, query.mode);
      const { errors } = await definition.check(ctx, file);
      return asFile([definition.errorSheet(file, errors)], `${label}导入错误清单.xlsx`);
    },
  };
}
