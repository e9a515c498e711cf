import { readFile } from 'node:fs/promises';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { excelEntities, type ExcelEntity, type TransferCentre } from '#kit/server/excel/transfer.ts';
import { zipEntries } from '#kit/server/excel/zip.ts';
import { storeFile } from '#modules/files/server/index.ts';
import { queueTransfer } from './queue.ts';

function registered(ctx: Ctx, key: string): ExcelEntity {
  const entity = excelEntities(ctx.app.modules).get(key);
  if (!entity) throw new AppError('rule.broken', '该数据不支持后台导出和导入');
  return entity;
}

/** Refuses at once what no run could read. */
async function assertWorkbook(path: string): Promise<void> {
  const names = zipEntries(await readFile(path)).map((entry) => entry.name);
  if (!names.includes('xl/workbook.xml')) throw new AppError('file.wrongType', '请上传 xlsx 格式的 Excel 文件');
}

/** Queue of long exports and imports for all modules. */
export const centre: TransferCentre = {
  async queueExport(ctx, key, body) {
    const { label } = registered(ctx, key);
    const id = ctx.app.ids.next();
    const { expectedRows } = body;
    await queueTransfer(ctx, {
      id,
      kind: 'export',
      entity: key,
      entityLabel: label,
      request: body,
      sourceFile: null,
      sourceName: null,
      expectedRows: typeof expectedRows === 'number' ? expectedRows : null,
    });
    ctx.audit.note(`导出编号：${id}`);
    return { jobId: id };
  },

  async queueImport(ctx, key, upload, how) {
    const { label } = registered(ctx, key);
    await assertWorkbook(upload.path);
    const id = ctx.app.ids.next();
    const { fileName } = await storeFile(ctx.app, ctx.db, {
      path: upload.path,
      originalFilename: `${label}导入.xlsx`,
      contentType: XLSX_TYPE,
      createBy: null,
      createDept: null,
    });
    await queueTransfer(ctx, {
      id,
      kind: 'import',
      entity: key,
      entityLabel: label,
      request: how,
      sourceFile: fileName,
      sourceName: upload.fileName,
      expectedRows: null,
    });
    ctx.audit.note(`后台导入“${upload.fileName}”，编号 ${id}`);
    return { jobId: id };
  },
};
