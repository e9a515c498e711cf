import { wallClock, wallDay } from '#kit/core/text/wall-clock.ts';
import { Readable } from 'node:stream';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { implement } from '#kit/server/module.ts';
import { wordDocument } from '#kit/server/word/writer.ts';
import { DB_KINDS } from '#modules/sources/contract/db-types.ts';
import { document as contract } from '../../contract/document.ts';
import { loadSource } from '#modules/sources/server/index.ts';
import { dictionarySheets } from './excel.ts';
import { documentTables, tablesInScope, type DocumentScope } from './read.ts';
import { wordBlocks } from './word.ts';

const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const NO_STORE = { 'cache-control': 'no-store' };

const cleanName = (name: string) => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
const footerOf = (ctx: Ctx) => `数智大脑　${ctx.user.nickname} 于 ${wallClock(ctx.now).slice(0, 16)} 导出`;

async function countOf(ctx: Ctx, scope: DocumentScope): Promise<number> {
  const { n } = await tablesInScope(ctx, scope)
    .select((e) => e.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Refuses an export without any table instead of producing an empty file. */
async function assertSome(ctx: Ctx, scope: DocumentScope): Promise<number> {
  const count = await countOf(ctx, scope);
  if (count === 0) throw new AppError('rule.broken', '该范围内没有可以导出的数据表，请先同步元数据或调整范围');
  ctx.audit.note(`共 ${count} 张表`);
  return count;
}

/** The file is written after the transaction of the call has ended. */
const reading = (ctx: Ctx): Ctx => Object.create(ctx, { db: { value: ctx.app.db } }) as Ctx;

function dictionary(ctx: Ctx, scope: DocumentScope, fileName: string) {
  return {
    body: Readable.from(workbook(dictionarySheets(() => documentTables(reading(ctx), scope), footerOf(ctx)))),
    type: XLSX_TYPE,
    fileName,
    headers: NO_STORE,
  };
}

export const documents = implement(contract, {
  async word(ctx, { params, query }) {
    const source = await loadSource(ctx, params.id);
    const scope = { sourceId: source.id, schemaName: query.schemaName ?? null };
    const count = await assertSome(ctx, scope);
    ctx.audit.note(source.name);
    const day = wallDay(ctx.now);
    const fileName = `${cleanName(source.name)}_数据库文档_${day}.${query.format}`;
    if (query.format === 'xlsx') return dictionary(ctx, scope, fileName);
    const cover = {
      title: `${source.name}　数据库文档`,
      facts: [
        `数据库类型：${DB_KINDS.get(source.row.dbType)?.label ?? source.row.dbType}`,
        `数据库：${source.row.dbName}`,
        `范围：${query.schemaName ? `模式 ${query.schemaName}` : '全部模式'}，${count} 张表`,
        `元数据同步时间：${source.row.syncTime ? wallClock(source.row.syncTime) : '尚未同步'}`,
        `导出：${ctx.user.nickname}，${wallClock(ctx.now)}`,
      ],
    };
    return {
      body: Readable.from(wordDocument(footerOf(ctx), wordBlocks(cover, documentTables(reading(ctx), scope)))),
      type: DOCX_TYPE,
      fileName,
      headers: NO_STORE,
    };
  },
  async dictionary(ctx, { body }) {
    await assertSome(ctx, body);
    return dictionary(ctx, body, `数据字典_${wallDay(ctx.now)}.xlsx`);
  },
});
