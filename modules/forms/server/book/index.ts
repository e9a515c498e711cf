import { wallDay } from '#kit/core/text/wall-clock.ts';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '#kit/contract/errors.ts';
import type { ImportError } from '#kit/contract/excel.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { importResultOf, XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { ORIGIN } from '#kit/server/excel/import.ts';
import { workbook, type Sheet } from '#kit/server/excel/writer.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import { implement } from '#kit/server/module.ts';
import { uploadOf } from '#kit/server/upload.ts';
import { book as contract } from '../../contract/book.ts';
import type { RecordSearch } from '../../contract/record.ts';
import { fillableForms, versionOf, visibleForms } from '../load.ts';
import { maskOthers } from '../masked.ts';
import { labelsOf } from '../options/labels.ts';
import { foundRecords } from '../records.ts';
import { valuesOf } from '../store.ts';
import { judgeRecords, type Judged } from './judge.ts';
import { resolveNames } from './names.ts';
import { readRecords, type BookRecord } from './read.ts';
import { roundToImport } from '../tasks/window.ts';
import { takeRecords } from './take.ts';
import { exportSheets, templateSheets, type Written } from './write.ts';

const MAX_MB = 20;
const BATCH = 500;

/** A published form that the caller manages with the permission of the call, or is to fill in. Throws entity.notFound. */
async function openForm(ctx: Ctx, id: string) {
  const columns = ['fillingForm.id', 'fillingForm.formName', 'fillingForm.versionNo'] as const;
  const managed = await visibleForms(ctx)
    .select(columns)
    .where('fillingForm.id', '=', id)
    .where('fillingForm.status', '=', '1')
    .executeTakeFirst();
  const row = managed ?? (await fillableForms(ctx).select(columns).where('fillingForm.id', '=', id).executeTakeFirst());
  if (!row || row.versionNo === null) throw new AppError('entity.notFound', '表单不存在、已禁用或没有权限');
  return { ...row, versionNo: row.versionNo, ...(await versionOf(ctx.db, row.id, row.versionNo)) };
}
type OpenForm = Awaited<ReturnType<typeof openForm>>;

const asFile = (sheets: readonly Sheet[], fileName: string): StreamReply => ({
  body: Readable.from(workbook(sheets)),
  type: XLSX_TYPE,
  fileName,
  headers: { 'cache-control': 'no-store' },
});
const errorsOf = (records: readonly BookRecord[]): ImportError[] =>
  records.flatMap(({ errors }) => errors).toSorted((a, b) => a.row - b.row);

async function judgedFile(ctx: Ctx, form: OpenForm): Promise<{ fileName: string; judged: Judged[]; errors: ImportError[] }> {
  const upload = uploadOf(ctx, MAX_MB);
  const records = await readRecords(await readFile(upload.path), form.schema);
  await resolveNames(ctx, form.schema, records);
  const judged = await judgeRecords(ctx, form.id, form.schema, records);
  return { fileName: upload.fileName, judged, errors: errorsOf(records) };
}

interface Import {
  params: { id: string; roundId?: string };
  query: { commit: '0' | '1' };
}
async function importRows(ctx: Ctx, { params, query }: Import) {
  const form = await openForm(ctx, params.id);
  const roundId = params.roundId === undefined ? null : await roundToImport(ctx, form.id, params.roundId);
  const { fileName, judged, errors } = await judgedFile(ctx, form);
  const result = importResultOf({ total: judged.length, errors });
  if (query.commit === '0') {
    ctx.audit.note(`校验“${fileName}”：共${result.total}行，可导入${result.valid}行，未写入`);
    return result;
  }
  if (errors.length > 0) throw new AppError('import.invalid', undefined, result);
  await takeRecords(ctx, form, form.schema, { judged, roundId });
  ctx.audit.note(`向“${form.formName}”导入“${fileName}”：共${result.total}行`);
  return result;
}

async function importErrors(ctx: Ctx, { params }: { params: { id: string } }): Promise<StreamReply> {
  const form = await openForm(ctx, params.id);
  const { errors } = await judgedFile(ctx, form);
  const titles = ['行号', '列', '错误原因'];
  const columns = titles.map((title, at) => ({ title, width: [10, 24, 80][at]! }));
  return asFile(
    [{ name: '错误清单', columns, rows: errors.map(({ row, column, message }) => [row, column, message]) }],
    '填报导入错误清单.xlsx',
  );
}

type ExportQuery = RecordSearch & { ids?: readonly string[] | null | undefined };
async function exportRows(ctx: Ctx, { params, body }: { params: { id: string }; body: ExportQuery }): Promise<StreamReply> {
  const number = ctx.app.ids.next();
  // rows are streamed after the call's own transaction has ended
  const reading = Object.create(ctx, { db: { value: ctx.app.db } }) as Ctx;
  const { form, rows } = await foundRecords(reading, params.id, body);
  const { schema } = form;
  if (!schema) throw new AppError('rule.broken', '表单还没有发布，没有可以导出的数据');
  async function* records(): AsyncGenerator<Written> {
    for (let after = ''; ;) {
      ctx.signal.throwIfAborted();
      let query = rows().where('fillingRecord.id', '>', after);
      if (body.ids) query = query.where('fillingRecord.id', 'in', [...body.ids]);
      const heads = await query.orderBy('fillingRecord.id').limit(BATCH).execute();
      const ids = heads.map(({ id }) => id);
      const values = await valuesOf(reading.db, form.id, schema!, ids);
      const hidden = await maskOthers(reading, form.id, schema!, heads, values);
      const labels = await labelsOf(reading, schema!, [...values.values()], hidden);
      for (const head of heads) yield { ...head, values: values.get(head.id) ?? {}, labels };
      const last = heads.at(-1);
      if (!last || heads.length < BATCH) return;
      after = last.id;
    }
  }
  ctx.audit.note(`${ORIGIN}${number}`);
  return asFile(exportSheets(ctx, schema, number, records), `${form.formName}_${wallDay(ctx.now)}.xlsx`);
}

/** Workbooks of records: filled in by many at once, checked row by row, taken whole or not at all. */
export const books = implement(contract, {
  importTemplate: async (ctx, { params }) => {
    const form = await openForm(ctx, params.id);
    return asFile(await templateSheets(ctx, form.schema), `${form.formName}导入模板.xlsx`);
  },
  importRows,
  importRound: importRows,
  importErrors,
  exportRows,
});
