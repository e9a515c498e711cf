import { wallClock, wallDay } from '#kit/core/text/wall-clock.ts';
import { Readable } from 'node:stream';
import { AppError } from '#kit/contract/errors.ts';
import { csvLine } from '#kit/core/text/csv.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import { implement } from '#kit/server/module.ts';
import { wordDocument } from '#kit/server/word/writer.ts';
import { reportFile as contract } from '../../contract/report-file.ts';
import { dayReport, reportBlocks, reportSheets } from './document.ts';
import { foundReport } from './index.ts';
import { badRows } from './rows.ts';

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const headers = { 'cache-control': 'no-store' };
/** Bad rows of one file; whoever has more mends rules before rows. */
const MAX_ROWS = 10_000;

const fileName = (name: string): string => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
const authorOf = (ctx: Ctx): string => `数智大脑　${ctx.user.nickname} 于 ${wallClock(ctx.now).slice(0, 16)} 导出`;
const textOf = (value: unknown): string | number | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : typeof value === 'number' ? value : String(value as string | boolean);
};

async function rowsFile(ctx: Ctx, id: string, format: 'csv' | 'xlsx'): Promise<StreamReply> {
  const report = await foundReport(ctx, id);
  if (report.state !== 'fail' && report.state !== 'warn') throw new AppError('rule.broken', '这次核查没有不合格的行');
  const { columns, rows } = await badRows(ctx, report, MAX_ROWS, 'export');
  ctx.audit.note(`规则“${report.ruleName}”的 ${rows.length} 行`);
  const name = fileName(`${report.ruleName}_不合格的行_${wallDay(ctx.now)}`);
  const lines = rows.map((row) => row.map(textOf));
  if (format === 'csv')
    return {
      body: `\ufeff${csvLine(columns.map((column) => column.name))}${lines.map(csvLine).join('')}`,
      type: 'text/csv; charset=utf-8',
      fileName: `${name}.csv`,
      headers,
    };
  const cut = rows.length === MAX_ROWS ? `　最多导出 ${MAX_ROWS} 行` : '';
  const sheet = {
    name: '不合格的行',
    columns: columns.map((column) => ({ title: column.comment ? `${column.name}（${column.comment}）` : column.name, width: 24 })),
    rows: lines,
    footer: `${authorOf(ctx)}${cut}`,
  };
  return { body: Readable.from(workbook([sheet])), type: XLSX_TYPE, fileName: `${name}.xlsx`, headers };
}

export const reportFiles = implement(contract, {
  async day(ctx, { body }) {
    const report = await dayReport(ctx, body.checkDate);
    const author = authorOf(ctx);
    const name = fileName(`数据质量报告_${body.checkDate}`);
    ctx.audit.note(`${body.checkDate} ${body.format === 'docx' ? 'Word' : 'Excel'}`);
    return body.format === 'docx'
      ? { body: Readable.from(wordDocument(author, reportBlocks(report, author))), type: DOCX_TYPE, fileName: `${name}.docx`, headers }
      : { body: Readable.from(workbook(reportSheets(report, author))), type: XLSX_TYPE, fileName: `${name}.xlsx`, headers };
  },
  rows: (ctx, { params, body }) => rowsFile(ctx, params.id, body.format),
});
