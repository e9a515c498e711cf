import { AppError } from '#kit/contract/errors.ts';
import { wallClock, wallDay } from '#kit/core/text/wall-clock.ts';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { inBatches, XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import type { Reason } from '../core/match/codes.ts';
import { CONTRAST, contrastRows, shownColumns, type ContrastFilter } from './contrast-rows.ts';
import { PROPOSAL, proposalRows, type ProposalFilter } from './proposal-rows.ts';

/** Rows are read while the file is sent, when the transaction of the call is over. */
export const afterCommit = (ctx: Ctx): Ctx => Object.create(ctx, { db: { value: ctx.app.db } }) as Ctx;

type Sheets = Parameters<typeof workbook>[0];
export const bookOf = (ctx: Ctx, name: string, sheets: Sheets): StreamReply => ({
  body: Readable.from(workbook(sheets)),
  type: XLSX_TYPE,
  fileName: `${name}_${wallDay(ctx.now)}.xlsx`,
  headers: { 'cache-control': 'no-store' },
});
const titled = (titles: readonly string[]) => titles.map((title) => ({ title, width: 20 }));

const STATES: Readonly<Record<string, string>> = { open: '待处理', rejected: '已排除' };
const PROPOSAL_TITLES = ['数据源', '模式', '表', '字段', '字段名称', '标识符', '数据元', '得分', '理由', '状态'];

/** 落标建议 as a workbook: what the list shows, with every reason. */
export function exportProposals(ctx: Ctx, filter: ProposalFilter): StreamReply {
  const later = afterCommit(ctx);
  async function* rows() {
    const batches = inBatches((after, limit) =>
      proposalRows(later, filter)
        .select(PROPOSAL)
        .where('standardProposal.id', '>', after)
        .orderBy('standardProposal.id')
        .limit(limit)
        .execute(),
    );
    for await (const row of batches)
      yield [
        row.sourceName,
        row.schemaName,
        row.tableName,
        row.columnName,
        row.columnLabel,
        row.elementCode,
        row.elementName,
        row.score,
        (row.reasons as Reason[]).map(({ label }) => label).join('；'),
        STATES[row.state] ?? row.state,
      ];
  }
  return bookOf(ctx, '落标建议', [{ name: '落标建议', columns: titled(PROPOSAL_TITLES), rows: rows() }]);
}

const CONTRAST_TITLES = [
  '数据源',
  '模式',
  '表',
  '表名称',
  '字段',
  '字段名称',
  '标准类别编码',
  '标准类别',
  '采集时间',
  '采集行数',
  '空值行数',
];
const VALUE_TITLES = ['表', '字段', '取值', '含义', '行数', '标准编码', '标准名称', '对照', '依据'];
/** Contrasts that one workbook takes. */
const MAX = 2000;

/**
 * 对照表 as a workbook: the columns with their sets, and the values with what they stand for. Values of columns that the caller does not read whole
 * in the clear are left out, as they are on the pages.
 */
export async function exportContrasts(ctx: Ctx, filter: ContrastFilter): Promise<StreamReply> {
  const contrasts = await contrastRows(ctx, filter)
    .select(CONTRAST)
    .orderBy('standardContrast.id')
    .limit(MAX + 1)
    .execute();
  if (contrasts.length > MAX) throw new AppError('rule.broken', `一次最多导出${MAX}个对照表，请先按数据源、状态等条件查询，分次导出`);
  const shown = await shownColumns(ctx, contrasts);
  const later = afterCommit(ctx);
  async function* values() {
    for (const { id, tableName, columnName } of shown) {
      const batches = inBatches((after, limit) => valuesOf(later, id, after).limit(limit).execute());
      for await (const row of batches)
        yield [tableName, columnName, row.colCode, row.colName, Number(row.rowCount), row.gbCode, row.gbName, stateOf(row), row.reason];
    }
  }
  const rows = contrasts.map((row) => [
    row.sourceName,
    row.schemaName,
    row.tableName,
    row.tableComment,
    row.columnName,
    row.columnComment,
    row.gbTypeCode,
    row.gbTypeName,
    row.collectTime === null ? null : wallClock(row.collectTime),
    row.rowCount,
    row.nullCount,
  ]);
  return bookOf(ctx, '对照表', [
    { name: '对照表', columns: titled(CONTRAST_TITLES), rows },
    { name: '取值', columns: titled(VALUE_TITLES), rows: values() },
  ]);
}

const valuesOf = (ctx: Ctx, contrastId: string, after: string) =>
  ctx.db
    .selectFrom('standardContrastDict as v')
    .leftJoin('standardDict as item', 'item.id', 'v.contrastGbId')
    .select(['v.id', 'v.colCode', 'v.colName', 'v.rowCount', 'v.status', 'v.isIgnored', 'v.reason', 'item.gbCode', 'item.gbName'])
    .select(sql<boolean>`jsonb_array_length(v.candidates) > 0`.as('hasProposal'))
    .where('v.contrastId', '=', contrastId)
    .where('v.deletedAt', 'is', null)
    .where('v.id', '>', after)
    .orderBy('v.id');

function stateOf({ status, isIgnored, hasProposal }: { status: string; isIgnored: string; hasProposal: boolean }): string {
  if (status === '1') return '已对照';
  if (isIgnored === '1') return '不对照';
  return hasProposal ? '待确认' : '未对照';
}
