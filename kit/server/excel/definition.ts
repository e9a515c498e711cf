import { wallClock } from '#kit/core/text/wall-clock.ts';
import { readFile } from 'node:fs/promises';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { ImportError, ImportMode } from '#kit/contract/excel.ts';
import type { Ctx, Db } from '../ctx.ts';
import { tryOut } from '../try-out.ts';
import { toCell, type Cell, type ExcelColumn, type Labels } from './column.ts';
import { createRows, keysOf, ORIGIN, parseRows, type CreateRow, type Outcome, type ParsedRow, type RowImport, titlesOf } from './import.ts';
import { readSheet, type SheetContent } from './reader.ts';
import type { Sheet } from './writer.ts';

const MAX_ROWS = 50_000;
/** Rows between two checks for cancellation. */
const PREPARED_AT_ONCE = 40;

/** What an entity says about its workbooks. */
export interface ExcelOptions<Input extends z.ZodType> {
  /** Chinese name of the entity, also the file name */
  label: string;
  /** key for background transfers, for entities that share one permission; derived from the permission otherwise */
  key?: string;
  columns: readonly ExcelColumn[];
  /** rows of an export: filtered by `query` (with `ids` when rows were chosen), limited to the caller's scope, in small batches */
  rows: (ctx: Ctx, query: any) => AsyncIterable<Record<string, unknown>>;
  /** schema of one imported row, usually that of POST */
  input: Input;
  /**
   * column titles that only occur in the workbook of another list → the Chinese sentence that points there; other unknown columns are
   * ignored
   */
  elsewhere?: Readonly<Record<string, string>>;
  create?: CreateRow<z.output<Input>>;
  /**
   * Replaces `create`: loads once what all rows of a file need and answers how rows are written. With `isCheck` everything is rolled back,
   * so expensive steps that cannot fail (hashing) are skipped.
   */
  begin?: (ctx: Ctx, rows: readonly ParsedRow<any>[], how: { isCheck: boolean }) => Promise<RowImport<z.output<Input>, any>>;
  /**
   * Expensive work that needs no database (hashing), for a batch of new rows before the transaction; results are remembered per row. Small
   * synchronous imports may skip it.
   */
  prepare?: (rows: readonly z.output<Input>[], signal: AbortSignal) => Promise<void>;
  /** rows are identified by `key` (unique within a file) and may be updated by imports (`updates` of `excelRoutes`) */
  changes?: { key: string; input: z.ZodType; existing: (db: Db, keys: readonly string[]) => Promise<ReadonlySet<string>> };
  /**
   * What besides the caller's permissions and data scope gives it rows and values of an export, one text for each right. A file that was
   * made with one that the caller no longer has is not handed out any more.
   */
  reach?: (ctx: Ctx) => Promise<readonly string[]>;
  /** items of a dictionary; needed when a column has one */
  readDict?: (db: Db, code: string) => Promise<readonly { itemText: string; itemValue: string }[]>;
}

/** A parsed import file. */
export interface ReadFile {
  readonly fileName: string;
  readonly total: number;
  readonly rows: readonly ParsedRow<any>[];
  /** errors found before the database is involved */
  readonly errors: readonly ImportError[];
  readonly header: readonly string[];
  readonly content: SheetContent;
}

/** Progress callback; throwing aborts the work. */
export type OnRows = (done: number) => Promise<void> | void;

/** The workbooks of one entity, for a call and for a job alike. */
export interface ExcelDefinition {
  readonly label: string;
  readonly key: string | null;
  readonly columns: readonly ExcelColumn[];
  /** The export sheet; rows are streamed over `ctx.app.db` with the rights of `ctx.user`. */
  exportSheet(ctx: Ctx, body: ExportBody, number: string, onRows?: OnRows): Promise<Sheet>;
  /** `reach` of the options, empty without one. */
  reach(ctx: Ctx): Promise<readonly string[]>;
  template(ctx: Ctx): Promise<Sheet[]>;
  /** Reads a file; throws import.invalid when the header does not fit or nothing is in it, file.tooLarge, file.wrongType. */
  read(db: Db, path: string, fileName: string, mode?: ImportMode): Promise<ReadFile>;
  /** Runs `prepare` ahead of the transaction; false when there was nothing to prepare. */
  prepare(file: ReadFile, signal: AbortSignal, onRows: OnRows): Promise<boolean>;
  /** Creates all rows inside the transaction of `ctx.db` and reports what was refused; the caller commits or rolls back. */
  create(ctx: Ctx, file: ReadFile, onRows?: OnRows): Promise<Outcome>;
  /** Dry run: like `create`, always rolled back. */
  check(ctx: Ctx, file: ReadFile): Promise<Outcome>;
  /** The file again with an added column of error messages. */
  errorSheet(file: ReadFile, errors: readonly ImportError[]): Sheet;
}

/** Body of an export: columns, selected rows, and the filter of the list. */
export interface ExportBody {
  readonly columns?: readonly string[] | null;
  readonly [filter: string]: unknown;
}

const widthOf = (column: ExcelColumn): number => column.width ?? Math.min(40, Math.max(12, column.title.length * 2 + 4));

const inOrder = (errors: readonly ImportError[]): ImportError[] => [...errors].sort((a, b) => a.row - b.row);

/** Joins what an entity says with what all workbooks have in common. */
export function defineExcel<Input extends z.ZodType>(options: ExcelOptions<Input>): ExcelDefinition {
  const { label, columns, input, changes, reach = () => Promise.resolve([]) } = options;
  const begin = async (ctx: Ctx, rows: readonly ParsedRow<any>[], how: { isCheck: boolean }): Promise<RowImport<z.output<Input>, any>> => {
    if (options.begin) return options.begin(ctx, rows, how);
    if (!options.create) throw new Error(`excelHandlers of ${label}: neither create nor begin`);
    return { create: options.create };
  };
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

  return {
    label,
    key: options.key ?? null,
    columns,
    reach,
    async exportSheet(ctx, body, number, onRows) {
      const { columns: wanted, ...query } = body;
      const named = wanted ? wanted.flatMap((field) => exported.find((column) => column.field === field) ?? []) : exported;
      if (named.length === 0) throw new AppError('input.invalid', '请至少选择一列导出');
      const chosen = [...named, ...exported.filter((column) => column.always && !named.includes(column))];
      const labels = await labelsOf(ctx.db, chosen);
      // rows are streamed after the call's own transaction has ended
      const reading = Object.create(ctx, { db: { value: ctx.app.db } }) as Ctx;
      async function* cells(): AsyncGenerator<Cell[]> {
        let done = 0;
        for await (const row of options.rows(reading, query)) {
          ctx.signal.throwIfAborted();
          yield chosen.map((column) => toCell(row[column.field], column, labels.get(column.dict ?? '')));
          if (onRows) await onRows(++done);
        }
      }
      return {
        name: label,
        columns: chosen.map((column) => ({ title: column.title, width: widthOf(column) })),
        rows: cells(),
        footer: `${ORIGIN}${number}　导出人：${ctx.user.nickname}（${ctx.user.username}）　导出时间：${wallClock(ctx.now)}`,
      };
    },

    async template(ctx) {
      const labels = await labelsOf(ctx.db, imported);
      return templateSheets({ labels, label, imported });
    },

    async read(db, path, fileName, mode = 'create') {
      const content = await readSheet(await readFile(path), MAX_ROWS);
      if (mode !== 'create' && !changes) throw new AppError('rule.broken', `${label}只能导入新增，不能用文件更新`);
      const title = titlesOf(content.rows[0]).find((text) => options.elsewhere?.[text]);
      if (title) throw new AppError('import.invalid', options.elsewhere?.[title]);
      const known = mode === 'upsert' && changes ? await changes.existing(db, keysOf(content, imported, changes.key)) : new Set<string>();
      const reading = changes ? { mode, key: changes.key, input: changes.input, known } : null;
      const parsed = parseRows(content, imported, await labelsOf(db, imported), input, reading);
      if (parsed.total === 0) throw new AppError('import.invalid', '文件中没有数据，请填写后重新上传');
      return { ...parsed, content, fileName };
    },

    async prepare(file, signal, onRows) {
      const { prepare } = options;
      const fresh = file.rows.filter((parsed) => !parsed.isChange);
      if (!prepare || fresh.length === 0) return false;
      for (let from = 0; from < fresh.length; from += PREPARED_AT_ONCE) {
        signal.throwIfAborted();
        const some = fresh.slice(from, from + PREPARED_AT_ONCE);
        await prepare(
          some.map((parsed) => parsed.value),
          signal,
        );
        await onRows(from + some.length);
      }
      return true;
    },

    async create(ctx, file, onRows) {
      const rows = file.rows as readonly ParsedRow<z.output<Input>>[];
      const refused = await createRows(ctx, rows, await begin(ctx, rows, { isCheck: false }), titles, onRows);
      return { total: file.total, errors: inOrder([...file.errors, ...refused]) };
    },

    async check(ctx, file) {
      const rows = file.rows as readonly ParsedRow<z.output<Input>>[];
      const refused = await tryOut(ctx, async (trying) => {
        return createRows(trying, rows, await begin(trying, rows, { isCheck: true }), titles);
      });
      return { total: file.total, errors: inOrder([...file.errors, ...refused]) };
    },

    errorSheet(file, errors) {
      return errorSheetOf({ errors, imported, file });
    },
  };
}

/** The empty form, and a sheet that explains its columns. */
function templateSheets({
  labels,
  label,
  imported,
}: {
  labels: Map<string, Labels>;
  label: string;
  imported: readonly ExcelColumn[];
}): Sheet[] {
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
  return [form, help];
}

/** The file again, each row with what is wrong with it. */
function errorSheetOf({
  errors,
  imported,
  file,
}: {
  errors: readonly ImportError[];
  imported: readonly ExcelColumn[];
  file: ReadFile;
}): Sheet {
  const byRow = new Map<number, string[]>();
  for (const { row, column, message } of errors)
    byRow.set(row, [...(byRow.get(row) ?? []), column && !message.includes(column) ? `${column}：${message}` : message]);
  const dateColumns = new Map(
    imported.filter((column) => column.kind === 'day' || column.kind === 'time').map((column) => [column.title, column.kind]),
  );
  const rows = file.content.rows.slice(1).map(({ row, cells }): Cell[] => [
    ...file.header.map((title, index): Cell => {
      const cell = cells[index] ?? null;
      const style = dateColumns.get(title.replace(/\*$/, ''));
      if (typeof cell === 'number') return style === 'day' || style === 'time' ? { serial: cell + file.content.dayShift, style } : cell;
      return cell === null ? null : String(cell);
    }),
    byRow.get(row)?.join('；') ?? null,
  ]);
  return {
    name: '错误清单',
    columns: [...file.header.map((title) => ({ title, width: 18 })), { title: '错误原因', width: 60 }],
    rows,
  };
}
