import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { inBatches, XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { implement } from '#kit/server/module.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';
import { naming } from '../contract/house.ts';
import type { NameProblem } from '../core/naming-check.ts';
import { englishName } from '../core/naming.ts';
import { NAMING_JOB, rootIndex, type NamingPayload } from './naming.ts';

interface Filter {
  sourceId?: string | undefined;
  kind?: 'table' | 'column' | undefined;
  rule?: string | undefined;
  keyword?: string | undefined;
}
const PERMS = ['standard:naming:list', 'standard:naming:run', 'standard:naming:export'];
const TABLE = { table: 'standardNamingIssue.tableId', source: 'standardNamingIssue.sourceId' };

/** Names that were found wrong and whose table and column the caller sees. */
function issueRows(ctx: Ctx, { sourceId, kind, rule, keyword }: Filter) {
  let rows = ctx.db
    .selectFrom('standardNamingIssue')
    .innerJoin('metadataSource', 'metadataSource.id', 'standardNamingIssue.sourceId')
    .innerJoin('metadataTable', 'metadataTable.id', 'standardNamingIssue.tableId')
    .leftJoin('metadataColumn', 'metadataColumn.id', 'standardNamingIssue.columnId')
    .where('metadataSource.deletedAt', 'is', null)
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataColumn.deletedAt', 'is', null)
    .where(
      sql<boolean>`case when standard_naming_issue.column_id is null then ${ofVisibleTable(ctx, TABLE, 'meta', PERMS)}
        else ${ofVisibleColumn(ctx, { ...TABLE, column: 'standardNamingIssue.columnId' }, 'meta', PERMS)} end`,
    );
  if (sourceId) rows = rows.where('standardNamingIssue.sourceId', '=', sourceId);
  if (kind) rows = rows.where('standardNamingIssue.columnId', kind === 'table' ? 'is' : 'is not', null);
  if (rule) rows = rows.where(sql<boolean>`standard_naming_issue.problems @> ${JSON.stringify([{ rule }])}::jsonb`);
  if (keyword)
    rows = rows.where((e) =>
      e.or(
        ['metadataTable.tableName', 'metadataColumn.columnName', 'metadataTable.cnName', 'metadataColumn.cnName'].map(
          (column) => containsText(column, keyword) as never,
        ),
      ),
    );
  return rows;
}
const ISSUE = [
  'standardNamingIssue.id',
  'standardNamingIssue.sourceId',
  'metadataSource.sourceName',
  'standardNamingIssue.tableId',
  'metadataTable.schemaName',
  'metadataTable.tableName',
  'metadataTable.tier',
  'standardNamingIssue.columnId',
  'metadataColumn.columnName',
  'standardNamingIssue.problems',
  'standardNamingIssue.suggestion',
  'standardNamingIssue.checkTime',
  sql<string | null>`case when standard_naming_issue.column_id is null then coalesce(metadata_table.cn_name, metadata_table.table_comment)
    else coalesce(metadata_column.cn_name, metadata_column.column_comment) end`.as('label'),
] as const;
const typed = <Row extends { problems: unknown }>(row: Row) => ({ ...row, problems: row.problems as NameProblem[] });

async function seenSources(ctx: Ctx) {
  return ctx.db
    .selectFrom('metadataSource')
    .leftJoin('standardNamingRun as run', 'run.sourceId', 'metadataSource.id')
    .select(['metadataSource.id as sourceId', 'metadataSource.sourceName', 'run.checkTime'])
    .select(sql<number>`coalesce(run.checked, 0)`.as('checked'))
    .where('metadataSource.deletedAt', 'is', null)
    .where((e) =>
      e.exists(
        e
          .selectFrom('metadataTable')
          .select('metadataTable.id')
          .whereRef('metadataTable.sourceId', '=', 'metadataSource.id')
          .where('metadataTable.deletedAt', 'is', null)
          .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'meta', PERMS)),
      ),
    )
    .orderBy('metadataSource.sourceName')
    .orderBy('metadataSource.id')
    .limit(500)
    .execute();
}

export const namingCalls = implement(naming, {
  english: async (ctx, { query }) => {
    const made = englishName(query.name, await rootIndex(ctx.db), query.style);
    return { ...made, parts: [...made.parts], unknown: [...made.unknown] };
  },
  async page(ctx, { query }) {
    const rows = issueRows(ctx, query);
    let list = rows.select(ISSUE);
    for (const [field, direction] of sortOrders(query.sort, ['checkTime'], '-checkTime'))
      list = list.orderBy(`standardNamingIssue.${field}` as never, direction);
    const page = await pageRows(query, list, rows);
    return { ...page, data: page.data.map(typed) };
  },
  async sources(ctx) {
    const sources = await seenSources(ctx);
    const counts = await issueRows(ctx, {})
      .select(['standardNamingIssue.sourceId', sql<number>`count(*)::int`.as('issues')])
      .groupBy('standardNamingIssue.sourceId')
      .execute();
    return sources.map((source) => ({ ...source, issues: counts.find((one) => one.sourceId === source.sourceId)?.issues ?? 0 }));
  },
  async run(ctx, { body }) {
    const seen = await seenSources(ctx);
    const sourceIds = seen.map(({ sourceId }) => sourceId).filter((id) => !body.sourceId || id === body.sourceId);
    if (sourceIds.length === 0) throw new AppError('entity.notFound', '数据源不存在或没有查看权限');
    const payload: NamingPayload = { sourceIds };
    const subject = body.sourceId ?? 'all';
    return { jobId: await ctx.app.jobs.enqueue(ctx.db, { kind: NAMING_JOB, subject, payload, createBy: ctx.user.id }) };
  },
  async running(ctx, { params }) {
    const job = await ctx.app.jobs.get(ctx.db, params.id);
    if (job?.kind !== NAMING_JOB) throw new AppError('entity.notFound');
    return { state: job.state, percent: job.percent, text: job.text };
  },
  exportRows(call, { body }) {
    // the file is written after the transaction of the call has ended
    const ctx = Object.create(call, { db: { value: call.app.db } }) as Ctx;
    const rows = inBatches((after, limit) =>
      issueRows(ctx, body)
        .select(ISSUE)
        .where('standardNamingIssue.id', '>', after)
        .orderBy('standardNamingIssue.id')
        .limit(limit)
        .execute(),
    );
    async function* cells() {
      for await (const row of rows)
        yield [
          row.sourceName,
          row.schemaName,
          row.tableName,
          row.columnName ?? '',
          row.label ?? '',
          row.tier?.toUpperCase() ?? '',
          typed(row)
            .problems.map(({ say }) => say)
            .join('；'),
          row.suggestion ?? '',
        ];
    }
    const sheet = { name: '命名检查', columns: COLUMNS, rows: cells() };
    return Promise.resolve({
      body: Readable.from(workbook([sheet])),
      type: XLSX_TYPE,
      fileName: '命名检查.xlsx',
      headers: { 'cache-control': 'no-store' },
    });
  },
});
const COLUMNS = [
  { title: '数据源', width: 20 },
  { title: '模式', width: 14 },
  { title: '数据表', width: 28 },
  { title: '字段', width: 24 },
  { title: '中文名', width: 24 },
  { title: '分层', width: 8 },
  { title: '不符合', width: 60 },
  { title: '建议名称', width: 28 },
];
