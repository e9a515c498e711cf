import * as z from 'zod';
import { Id, PageQuery, Time, TimeInput, pageReply } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';
import { ColumnInfo } from '#modules/sources/contract/column-info.ts';
import { Position, ParamValues } from '#modules/gate/contract/statement.ts';
/** Rows that one statement of the console answers at most. */
export const MAX_ROWS = 1000;
/** Rows of one export at most; config `metadata.exportMaxRows` may lower it. */
export const MAX_EXPORT_ROWS = 2_000_000;
/** Tabs that one person keeps open in the console. */
export const MAX_TABS = 20;

const SqlText = z.string('请输入SQL语句').min(1, '请输入SQL语句').max(1_000_000, 'SQL语句过长');
export const SqlKey = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, '执行编号格式不正确');

export const ConsoleError = z.object({ message: z.string(), code: z.string().nullable(), position: Position.nullable() });

/** What one statement answered. `dataList` is keyed by `columnList`; equal names get `_2`, `_3`. */
export const StatementResult = z.object({
  sql: z.string(),
  /** where the statement begins in the sent text */
  start: z.number().int(),
  time: z.number(),
  success: z.boolean(),
  count: z.number().int(),
  columnList: z.array(z.string()),
  dataList: z.array(z.record(z.string(), z.unknown())),
  columns: z.array(ColumnInfo),
  /** more rows exist than were sent */
  truncated: z.boolean(),
  kind: z.enum(['read', 'write']),
  error: ConsoleError.nullish(),
});
export type StatementResult = z.output<typeof StatementResult>;

export const HistoryRow = z.object({
  id: Id,
  purpose: z.string(),
  userId: z.string(),
  username: z.string(),
  sourceId: z.string(),
  sourceName: z.string(),
  kind: z.enum(['read', 'write']),
  sqlText: z.string(),
  tables: z.array(z.string()),
  columns: z.array(z.string()),
  masked: z.array(z.string()),
  rowCount: z.string().nullable(),
  timeMs: z.number(),
  outcome: z.enum(['success', 'failed', 'refused', 'cancelled', 'timeout']),
  message: z.string().nullable(),
  createTime: Time,
});

export const Completion = z.object({
  dialect: z.string(),
  /** schemas searched for names without one, in order */
  searchPath: z.array(z.string()),
  tables: z.array(
    z.object({
      id: Id,
      schemaName: z.string(),
      tableName: z.string(),
      tableComment: z.string().nullable(),
      columns: z.array(z.object({ name: z.string(), type: z.string(), comment: z.string().nullable() })),
    }),
  ),
});

const run = perm('metadata:sqlconsole:run');
const base = '/data/console/sql';

/** SQL工作台 */
export const console = defineContract({
  run: route.post(`${base}/run`, {
    summary: '执行SQL',
    access: run,
    body: z.object({
      sqlKey: SqlKey,
      sourceId: Id,
      sqlText: SqlText,
      params: ParamValues.default({}),
      /** the saved query that the text came from */
      queryId: Id.nullish(),
      confirmed: z.boolean().default(false),
    }),
    reply: z.array(StatementResult),
    timeoutMs: 120_000,
  }),
  stop: route.post(`${base}/stop`, {
    summary: '停止执行',
    access: run,
    body: z.object({ sqlKey: SqlKey }),
    reply: z.boolean(),
  }),
  format: route.post(`${base}/format`, {
    summary: '格式化SQL',
    access: run,
    body: z.object({ sqlText: SqlText, sourceId: Id.optional() }),
    reply: z.object({ sqlText: z.string() }),
  }),
  check: route.post(`${base}/check`, {
    summary: '检查SQL',
    access: run,
    body: z.object({ sourceId: Id, sqlText: SqlText }),
    reply: z.object({
      errors: z.array(ConsoleError),
      statements: z.array(
        z.object({ start: z.number().int(), end: z.number().int(), kind: z.enum(['read', 'write']), tables: z.array(z.string()) }),
      ),
    }),
  }),
  completion: route.get(`${base}/completion`, {
    summary: '补全目录',
    access: run,
    query: z.object({ sourceId: Id }),
    reply: Completion,
  }),
  history: route.get(`${base}/history/page`, {
    summary: 'SQL执行记录',
    access: perm('metadata:sqlconsole:list'),
    query: PageQuery.extend({
      sourceId: Id.optional(),
      sqlText: z.string().max(200).optional(),
      outcome: HistoryRow.shape.outcome.optional(),
      purpose: z.string().max(20).optional(),
      beginTime: TimeInput.optional(),
      endTime: TimeInput.optional(),
    }),
    reply: pageReply(HistoryRow),
  }),
  export: route.post(`${base}/export`, {
    summary: '导出查询结果',
    access: perm('metadata:sqlconsole:export'),
    body: z.object({
      sqlKey: SqlKey.optional(),
      sourceId: Id,
      sqlText: SqlText,
      params: ParamValues.default({}),
      format: z.enum(['csv', 'xlsx']).default('csv'),
      fileName: z.string().max(100).optional(),
    }),
    reply: bytes,
    replies: 'stream',
    timeoutMs: 600_000,
  }),
  exportLimit: route.get(`${base}/exportLimit`, {
    summary: '导出行数上限',
    access: perm('metadata:sqlconsole:export'),
    reply: z.object({ maxRows: z.number().int() }),
  }),
  exported: route.get(`${base}/exports/:sqlKey`, {
    summary: '导出的行数和是否截断',
    access: perm('metadata:sqlconsole:export'),
    params: z.object({ sqlKey: SqlKey }),
    /** `note` says what was left out, null = the file has all rows */
    reply: z.object({ rowCount: z.number().int(), note: z.string().nullable() }),
  }),
});
