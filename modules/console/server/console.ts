import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { cappedTotal, contains, sortOrders } from '#kit/server/crud.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { console as contract, MAX_ROWS, type StatementResult } from '../contract/console.ts';
import { paramNames, uniqueNames } from '#modules/gate/core/index.ts';
import { SourceError, catalogOfSource, mayChangeData } from '#modules/sources/server/index.ts';
import {
  ofVisibleColumn,
  ofVisibleTable,
  parser,
  openData,
  positionOf,
  toCallerError,
  type GuardedSource,
  type CheckedStatement,
  prepare,
  type Prepared,
} from '#modules/gate/server/index.ts';
import { exportOf, readExport, rowLimit } from './export.ts';
import { stoppable, stopRun } from './runs.ts';
import { noteRun } from './saved.ts';

type Result = z.input<typeof StatementResult>;
const TIMEOUT_MS = 60_000;
const LOG_CAP = 10_000;
const DEFAULT_DAYS = 7;

const empty = (passed: CheckedStatement, script: string) => ({
  sql: script.slice(passed.statement.start, passed.statement.end).trim(),
  start: passed.statement.start + (passed.statement.tokens[0]?.start ?? 0),
  columnList: [],
  dataList: [],
  columns: [],
  truncated: false,
  kind: passed.checked.kind,
});

function failure(passed: CheckedStatement, script: string, error: SourceError, ms: number): Result {
  const raw = error.raw && error.raw !== error.message ? `${error.message}（${error.raw}）` : error.message;
  const position = error.offset === null ? null : positionOf(script, passed.statement.start + error.offset);
  return { ...empty(passed, script), time: Math.round(ms), success: false, count: 0, error: { message: raw, code: error.code, position } };
}

async function readOne(guarded: GuardedSource, { passed, params, script }: Prepared, sqlKey: string, signal: AbortSignal): Promise<Result> {
  const started = performance.now();
  try {
    const { columns, rows, truncated } = await guarded.run(passed, params, {
      purpose: 'console',
      sqlKey,
      maxRows: MAX_ROWS,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    const names = uniqueNames(columns.map((column) => column.name));
    return {
      ...empty(passed, script),
      time: Math.round(performance.now() - started),
      success: true,
      count: rows.length,
      columnList: names,
      dataList: rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]]))),
      columns: columns.map((column, i) => ({ ...column, name: names[i]! })),
      truncated,
      error: null,
    };
  } catch (error) {
    if (error instanceof SourceError) {
      if (error.kind === 'unreachable') throw toCallerError(error);
      return failure(passed, script, error, performance.now() - started);
    }
    if ((error as Error)?.name === 'AbortError')
      return failure(passed, script, new SourceError('cancelled', '查询已停止'), performance.now() - started);
    throw error;
  }
}

async function writeAll(
  guarded: GuardedSource,
  passed: readonly CheckedStatement[],
  script: string,
  options: { sqlKey: string; confirmed: boolean; signal: AbortSignal },
): Promise<Result[]> {
  if (passed.some(({ checked }) => checked.kind === 'read'))
    throw new AppError('gate.refused', '修改语句请单独执行，不要与查询语句放在一起');
  const started = performance.now();
  try {
    // Runs the statement in a transaction that is rolled back: the only way to know the exact number of rows.
    const { counts, ms } = await guarded.write(passed, {
      commit: options.confirmed,
      timeoutMs: TIMEOUT_MS,
      signal: options.signal,
      sqlKey: options.sqlKey,
    });
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (!options.confirmed)
      throw new AppError('console.confirmRequired', `该操作将影响 ${total} 行数据，请确认后执行`, {
        count: total,
        statements: passed.map(({ statement }, i) => ({ sql: statement.text.trim(), count: counts[i] ?? 0 })),
      });
    return passed.map((one, i) => ({
      ...empty(one, script),
      time: Math.round(ms[i] ?? 0),
      success: true,
      count: counts[i] ?? 0,
      error: null,
    }));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.kind === 'unreachable') throw toCallerError(error);
    return [failure(passed[error.index] ?? passed[0]!, script, error, performance.now() - started)];
  }
}

const daysAgo = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);

export const consoleRoutes = implement(contract, {
  async run(ctx, { body }) {
    const guarded = await openData(ctx, body.sourceId);
    const mayWrite = await mayChangeData(ctx, body.sourceId);
    const prepared = await prepare(guarded, body.sqlText, body.params, { mayWrite, purpose: 'console', sqlKey: body.sqlKey });
    if (body.queryId) await noteRun(ctx, body.queryId);
    return stoppable(ctx, body.sqlKey, body.sourceId, async (signal) => {
      const passed = prepared.map((one) => one.passed);
      if (passed.some(({ checked }) => checked.kind === 'write'))
        return writeAll(guarded, passed, body.sqlText, { sqlKey: body.sqlKey, confirmed: body.confirmed, signal });
      const results: Result[] = [];
      for (const one of prepared) {
        const result = await readOne(guarded, one, body.sqlKey, signal);
        results.push(result);
        if (!result.success) break;
      }
      return results;
    });
  },
  stop: (ctx, { body }) => stopRun(ctx, body.sqlKey),
  async format(ctx, { body }) {
    const dialect = body.sourceId ? (await openData(ctx, body.sourceId)).source.adapter.dialect : 'postgres';
    // Formatting must not lose anything: comments are beyond the formatter, so a script that has some stays as it is.
    const made = /--|\/\*/.test(body.sqlText) ? null : await parser.format(body.sqlText, dialect);
    if (made === null)
      throw new AppError('rule.broken', /--|\/\*/.test(body.sqlText) ? '含有注释的SQL暂不支持格式化' : 'SQL存在语法错误，无法格式化');
    return { sqlText: made };
  },
  async check(ctx, { body }) {
    const guarded = await openData(ctx, body.sourceId);
    try {
      // what a parameter will hold does not matter for the check
      const blanks = Object.fromEntries(paramNames(body.sqlText).map((name) => [name, null]));
      const prepared = await prepare(guarded, body.sqlText, blanks, { mayWrite: await mayChangeData(ctx, body.sourceId) });
      return {
        errors: [],
        statements: prepared.map(({ passed: { statement, checked } }) => ({
          start: statement.start + statement.tokens[0]!.start,
          end: statement.end,
          kind: checked.kind,
          tables: checked.tables.map((table) => `${table.schema}.${table.name}`),
        })),
      };
    } catch (error) {
      if (!(error instanceof AppError) || error.key !== 'gate.refused') throw error;
      const detail = error.detail as { message: string; position: { offset: number; line: number; column: number } | null } | null;
      return { errors: [{ message: detail?.message ?? error.message, code: null, position: detail?.position ?? null }], statements: [] };
    }
  },
  async completion(ctx, { query }) {
    const { source } = await openData(ctx, query.sourceId);
    const { searchPath } = await catalogOfSource(ctx.db, source);
    const tables = await ctx.db
      .selectFrom('metadataTable')
      .select(['id', 'schemaName', 'tableName', 'tableComment'])
      .where('sourceId', '=', source.id)
      .where('deletedAt', 'is', null)
      .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'query'))
      .orderBy('schemaName')
      .orderBy('tableName')
      .limit(2000)
      .execute();
    const columns =
      tables.length === 0
        ? []
        : await ctx.db
            .selectFrom('metadataColumn')
            .select(['tableId', 'columnName', 'dataType', 'columnComment'])
            .where(
              'tableId',
              'in',
              tables.map((table) => table.id),
            )
            .where('deletedAt', 'is', null)
            .where(
              ofVisibleColumn(
                ctx,
                { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' },
                'query',
              ),
            )
            .orderBy('tableId')
            .orderBy('columnPosition')
            .execute();
    const byTable = new Map<string, { name: string; type: string; comment: string | null }[]>();
    for (const { tableId, columnName, dataType, columnComment } of columns) {
      const list = byTable.get(tableId) ?? [];
      list.push({ name: columnName, type: dataType, comment: columnComment });
      byTable.set(tableId, list);
    }
    return {
      dialect: source.adapter.dialect,
      searchPath: [...searchPath],
      tables: tables.map((table) => ({ ...table, columns: byTable.get(table.id) ?? [] })),
    };
  },
  async history(ctx, { query }) {
    const { pageNum, pageSize } = pageOf(query);
    let rows = ctx.db
      .selectFrom('metadataSqlHistory')
      .where('createTime', '>=', query.beginTime ? new Date(query.beginTime) : daysAgo(ctx.now, DEFAULT_DAYS));
    // Statements of other accounts are for auditors only, within their data scope.
    rows = holds(ctx.user, 'metadata:sqlconsole:audit')
      ? rows.where(scope(ctx, { dept: 'metadataSqlHistory.createDept', owner: 'metadataSqlHistory.userId' }, ['metadata:sqlconsole:audit']))
      : rows.where('userId', '=', ctx.user.id);
    if (query.endTime) rows = rows.where('createTime', '<=', new Date(query.endTime));
    if (query.sourceId) rows = rows.where('sourceId', '=', query.sourceId);
    if (query.outcome) rows = rows.where('outcome', '=', query.outcome);
    if (query.purpose) rows = rows.where('purpose', '=', query.purpose);
    if (query.sqlText) rows = rows.where('sqlText', 'ilike', contains(query.sqlText));
    let list = rows.selectAll();
    for (const [field, direction] of sortOrders(query.sort, ['createTime', 'timeMs', 'rowCount'], '-createTime'))
      list = list.orderBy(field as 'createTime' | 'timeMs' | 'rowCount' | 'id', direction);
    const data = await list
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    const total = await cappedTotal(rows.select('id'), ctx.db as never, LOG_CAP);
    return {
      pageNum,
      pageSize,
      ...total,
      data: data.map((row) => ({
        ...row,
        tables: row.tables as string[],
        columns: row.columns as string[],
        masked: row.masked as string[],
      })),
    };
  },
  async export(ctx, { body }) {
    const guarded = await openData(ctx, body.sourceId);
    const prepared = await prepare(guarded, body.sqlText, body.params, { purpose: 'export' });
    if (prepared.length !== 1) throw new AppError('gate.refused', '一次只能导出一条查询语句的结果');
    return exportOf(ctx, guarded, prepared[0]!, { format: body.format, fileName: body.fileName, sqlKey: body.sqlKey });
  },
  exportLimit: async (ctx) => ({ maxRows: await rowLimit(ctx) }),
  exported: (ctx, { params }) => readExport(ctx, params.sqlKey),
});
