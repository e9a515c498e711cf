import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { ImportError, ImportResult } from '#kit/contract/excel.ts';
import type { Ctx, Db } from '../ctx.ts';
import type { StreamReply } from '../http/stream-reply.ts';
import { uploadOf } from '../upload.ts';
import { toCell, type Cell, type ExcelColumn, type Labels } from './column.ts';
import { createRows, ORIGIN, parseRows, type CreateRow, type Outcome } from './import.ts';
import { readSheet } from './reader.ts';
import { workbook, type Sheet } from './writer.ts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAX_MB = 20;
const MAX_ROWS = 50_000;
const SHOWN_ERRORS = 200;

interface Options<Input extends z.ZodType> {
  /** Chinese name of the entity, also the file name */
  label: string;
  columns: readonly ExcelColumn[];
  /** rows of an export: filtered by `query` (with `ids` when rows were chosen), limited to the caller's scope, in small batches */
  rows: (ctx: Ctx, query: any) => AsyncIterable<Record<string, unknown>>;
  /** schema of one imported row, usually that of POST */
  input: Input;
  create: CreateRow<z.output<Input>>;
  /** items of a dictionary; needed when a column has one */
  readDict?: (db: Db, code: string) => Promise<readonly { itemText: string; itemValue: string }[]>;
}

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

const widthOf = (column: ExcelColumn): number => column.width ?? Math.min(40, Math.max(12, column.title.length * 2 + 4));
const asFile = (sheets: readonly Sheet[], fileName: string): StreamReply => ({
  body: Readable.from(workbook(sheets)),
  type: XLSX_TYPE,
  fileName,
  headers: { 'cache-control': 'no-store' },
});
// the edge of the product speaks Shanghai time
const wallClock = (time: Date): string => new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

class RollBack extends Error {}

/** Runs work whose writes are always undone: inside the transaction of the call if it has one, else in its own. */
async function tryOut<T>(ctx: Ctx, work: (db: Db) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) {
    await sql`savepoint import_check`.execute(ctx.db);
    const value = await work(ctx.db);
    await sql`rollback to savepoint import_check`.execute(ctx.db);
    return value;
  }
  const done: T[] = [];
  try {
    await ctx.db.transaction().execute(async (db) => {
      done.push(await work(db));
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
  }
  return done[0] as T;
}

/** The same caller and call over another connection, without traces in the operation log. */
const silent = (ctx: Ctx, db: Db): Ctx =>
  Object.create(ctx, {
    db: { value: db },
    audit: { value: { change: () => undefined, note: () => undefined } },
    afterCommit: { value: () => undefined },
  }) as Ctx;

const inOrder = (errors: ImportError[]): ImportError[] => errors.sort((a, b) => a.row - b.row);

/**
 * Answers the calls of `excelRoutes`. A check creates every row in a transaction that is rolled back, so it finds what the import would find.
 * Throws import.invalid (with the first errors) when a commit is asked for and a row is wrong: all rows or none.
 */
export function excelHandlers<Input extends z.ZodType>(options: Options<Input>) {
  const { label, columns, input, create } = options;
  const exported = columns.filter((column) => column.only !== 'import');
  const imported = columns.filter((column) => column.only !== 'export');
  const titles = new Map(columns.map((column) => [column.field, column.title]));
  if (columns.some((column) => column.dict) && !options.readDict)
    throw new Error(`excelHandlers of ${label}: a column has a dict, so readDict is needed`);

  const labelsOf = async (db: Db, some: readonly ExcelColumn[]): Promise<Map<string, Labels>> => {
    const found = new Map<string, Labels>();
    for (const code of new Set(some.flatMap((column) => column.dict ?? []))) {
      const items = (await options.readDict?.(db, code)) ?? [];
      found.set(code, new Map(items.map((item) => [item.itemText, item.itemValue])));
    }
    return found;
  };

  const read = async (ctx: Ctx) => {
    const upload = uploadOf(ctx, MAX_MB);
    const content = await readSheet(await readFile(upload.path), MAX_ROWS);
    const parsed = parseRows(content, imported, await labelsOf(ctx.db, imported), input);
    if (parsed.total === 0) throw new AppError('import.invalid', '文件中没有数据，请填写后重新上传');
    return { ...parsed, content, fileName: upload.fileName };
  };
  type Read = Awaited<ReturnType<typeof read>>;

  const check = async (ctx: Ctx, parsed: Read): Promise<Outcome> => {
    const refused = await tryOut(ctx, (db) => createRows(silent(ctx, db), parsed.rows, create, titles));
    return { total: parsed.total, errors: inOrder([...parsed.errors, ...refused]) };
  };
  const resultOf = ({ total, errors }: Outcome): ImportResult => ({
    total,
    valid: total - new Set(errors.map((error) => error.row)).size,
    errors: errors.slice(0, SHOWN_ERRORS),
  });

  return {
    async exportRows(ctx: Ctx, { body }: { body: any }): Promise<StreamReply> {
      const { columns: wanted, ...query } = body as { columns?: string[] | null; ids?: string[] | null };
      const chosen = wanted ? wanted.flatMap((field) => exported.find((column) => column.field === field) ?? []) : exported;
      if (chosen.length === 0) throw new AppError('input.invalid', '请至少选择一列导出');
      const labels = await labelsOf(ctx.db, chosen);
      const number = ctx.app.ids.next();
      const { user } = ctx;
      const origin = `${ORIGIN}${number}　导出人：${user.nickname}（${user.username}）　导出时间：${wallClock(ctx.now)}`;
      ctx.audit.note(`${ORIGIN}${number}`);
      // the rows flow after the call's own transaction has ended
      const reading = Object.create(ctx, { db: { value: ctx.app.db } }) as Ctx;
      async function* cells(): AsyncGenerator<Cell[]> {
        for await (const row of options.rows(reading, query)) {
          ctx.signal.throwIfAborted();
          yield chosen.map((column) => toCell(row[column.field], column, labels.get(column.dict ?? '')));
        }
      }
      const sheet = {
        name: label,
        columns: chosen.map((column) => ({ title: column.title, width: widthOf(column) })),
        rows: cells(),
        footer: origin,
      };
      return asFile([sheet], `${label}_${wallClock(ctx.now).slice(0, 10)}.xlsx`);
    },

    async importTemplate(ctx: Ctx): Promise<StreamReply> {
      const labels = await labelsOf(ctx.db, imported);
      const choicesOf = (column: ExcelColumn) => [...(labels.get(column.dict ?? '')?.values() ?? [])];
      const form = {
        name: label,
        columns: imported.map((column) => ({
          title: `${column.title}${column.required ? '*' : ''}`,
          width: widthOf(column),
          choices: choicesOf(column),
        })),
        rows: [],
      };
      const kinds = { text: '文本', number: '数字', day: '日期，如 2026-01-31', time: '时间，如 2026-01-31 08:30:00' };
      const help = {
        name: '填写说明',
        columns: [
          { title: '列名', width: 20 },
          { title: '是否必填', width: 10 },
          { title: '格式', width: 32 },
          { title: '可选值', width: 50 },
          { title: '示例', width: 24 },
        ],
        rows: imported.map((column) => [
          column.title,
          column.required ? '必填' : '选填',
          column.dict ? '填写可选值之一' : kinds[column.kind ?? 'text'],
          choicesOf(column).join('、'),
          column.example ?? '',
        ]),
      };
      return asFile([form, help], `${label}导入模板.xlsx`);
    },

    async importRows(ctx: Ctx, { query }: { query: { commit: '0' | '1' } }): Promise<ImportResult> {
      const parsed = await read(ctx);
      if (query.commit === '0') {
        const result = resultOf(await check(ctx, parsed));
        ctx.audit.note(`校验“${parsed.fileName}”：共${result.total}行，可导入${result.valid}行，未写入`);
        return result;
      }
      const refused = parsed.errors.length > 0 ? [] : await createRows(ctx, parsed.rows, create, titles);
      const result = resultOf({ total: parsed.total, errors: inOrder([...parsed.errors, ...refused]) });
      if (result.errors.length > 0) throw new AppError('import.invalid', undefined, result);
      ctx.audit.note(`导入“${parsed.fileName}”：共${result.total}行`);
      return result;
    },

    async importErrors(ctx: Ctx): Promise<StreamReply> {
      const parsed = await read(ctx);
      const { errors } = await check(ctx, parsed);
      const byRow = new Map<number, string[]>();
      for (const { row, column, message } of errors)
        byRow.set(row, [...(byRow.get(row) ?? []), column && !message.includes(column) ? `${column}：${message}` : message]);
      const dateColumns = new Map(
        imported.filter((column) => column.kind === 'day' || column.kind === 'time').map((column) => [column.title, column.kind]),
      );
      const rows = parsed.content.rows.slice(1).map(({ row, cells }): Cell[] => [
        ...parsed.header.map((title, index): Cell => {
          const cell = cells[index] ?? null;
          const style = dateColumns.get(title.replace(/\*$/, ''));
          if (typeof cell === 'number')
            return style === 'day' || style === 'time' ? { serial: cell + parsed.content.dayShift, style } : cell;
          return cell === null ? null : String(cell);
        }),
        byRow.get(row)?.join('；') ?? null,
      ]);
      const sheet = {
        name: '错误清单',
        columns: [...parsed.header.map((title) => ({ title, width: 18 })), { title: '错误原因', width: 60 }],
        rows,
      };
      return asFile([sheet], `${label}导入错误清单.xlsx`);
    },
  };
}
