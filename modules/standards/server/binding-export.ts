import type { Ctx } from '#kit/server/ctx.ts';
import { inBatches } from '#kit/server/excel/handlers.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import { STAT_VIEWS } from '../contract/binding.ts';
import { bindingFields, bindingRows, type BindingFilter } from './binding-rows.ts';
import { withResults } from './binding-state.ts';
import { summaryOf } from './binding-stat.ts';
import { afterCommit, bookOf } from './exports.ts';

const VIEW_NAMES = { source: '数据源', domain: '主题域', dept: '部门', element: '数据元', layer: '分层', owner: '负责人' } as const;
const STATE_NAMES = {
  conform: '合标',
  partial: '部分合标',
  bad: '不合标',
  retired: '标准已废止',
  exempt: '豁免',
  unread: '无法核对',
  open: '未核对',
} as const;
const COUNTS = [
  ['columns', '字段数'],
  ['bound', '已绑定'],
  ['conform', '合标'],
  ['partial', '部分合标'],
  ['bad', '不合标'],
  ['retired', '标准已废止'],
  ['exempt', '豁免'],
  ['unread', '无法核对'],
  ['percent', '合标率（%）'],
  ['boundPercent', '映射率（%）'],
] as const;
const TITLES = ['数据源', '模式', '表', '字段', '字段名称', '标识符', '数据元', '结论', '差在哪里', '豁免'];

async function* columnsOf(ctx: Ctx, filter: BindingFilter) {
  const batches = inBatches(async (after, limit) =>
    withResults(
      ctx,
      await bindingRows(ctx, filter)
        .select(bindingFields(ctx))
        .where('standardBinding.id', '>', after)
        .orderBy('standardBinding.id')
        .limit(limit)
        .execute(),
    ),
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
      STATE_NAMES[row.state],
      row.results.flatMap(({ isConform, say }) => (isConform === false ? (say ?? []) : [])).join('；'),
      row.exemptReason === null ? null : `${row.exemptReason}，至 ${row.exemptUntil ?? ''}`,
    ];
}

/** 落标统计 as a workbook: a sheet per view, and the columns behind the numbers. */
export async function exportStat(ctx: Ctx, filter: BindingFilter): Promise<StreamReply> {
  const views = [];
  for (const view of STAT_VIEWS) {
    const rows = await summaryOf(ctx, view);
    views.push({
      name: VIEW_NAMES[view],
      columns: [{ title: VIEW_NAMES[view], width: 24 }, ...COUNTS.map(([, title]) => ({ title, width: 14 }))],
      rows: rows.map((row) => [row.name, ...COUNTS.map(([name]) => row[name])]),
    });
  }
  const sheets = [
    ...views,
    { name: '字段', columns: TITLES.map((title) => ({ title, width: 20 })), rows: columnsOf(afterCommit(ctx), filter) },
  ];
  return bookOf(ctx, '落标统计', sheets);
}
