import { AppError } from '#kit/contract/errors.ts';
import type { ImportError } from '#kit/contract/excel.ts';
import { ORIGIN, titlesOf } from '#kit/server/excel/import.ts';
import { readBook, type SheetContent } from '#kit/server/excel/reader.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { PARENT_NUMBER, RECORD_NUMBER, sheetsOf, subforms, valueOfText, type Sheet } from '../../core/index.ts';
import { hasLostDigits, textOfCell } from './cells.ts';

/** Records of one file, and rows of one of its sub-tables. */
export const MAX_RECORDS = 20_000;
const MAX_ROWS = 50_000;

/** A record of a file: where it stands, what was given, what is wrong with it so far. */
export interface BookRecord {
  /** number of the row that Excel shows */
  readonly row: number;
  readonly values: Record<string, unknown>;
  readonly errors: ImportError[];
  /** where the rows of its sub-tables stand, by the sub-table's key */
  readonly places: Map<string, number[]>;
}
interface Row {
  readonly row: number;
  readonly number: string;
  readonly values: Record<string, unknown>;
  readonly errors: { column: string; message: string }[];
}

/** The rows of a sheet; `numberTitle` names the column that tells records apart. */
function rowsOf(sheet: Sheet, content: SheetContent, numberTitle: string): Row[] {
  const [header, ...body] = content.rows;
  const titles = titlesOf(header);
  const columns = titles.map((title) => sheet.columns.find((column) => column.header === title && column.isGiven) ?? null);
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at);
  if (twice) throw new AppError('import.invalid', `工作表“${sheet.name}”的表头中“${twice.header}”重复，请删除多余的列`);
  const lost = sheet.columns.filter((column) => column.isGiven && column.field.required === true && !columns.includes(column));
  if (lost.length > 0 || columns.every((column) => column === null))
    throw new AppError(
      'import.invalid',
      `工作表“${sheet.name}”的表头缺少：${lost.map((column) => column.header).join('、') || '模板中的列'}，请使用下载的模板填写`,
    );
  const numberAt = titles.indexOf(numberTitle);
  return body
    .filter(({ cells }) => !String(cells[0] ?? '').startsWith(ORIGIN))
    .map(({ row, cells }) => {
      const values: Record<string, unknown> = {};
      const errors: Row['errors'] = [];
      for (const [at, column] of columns.entries()) {
        const cell = cells[at] ?? null;
        if (!column || cell === null) continue;
        if (hasLostDigits(column.field, cell))
          errors.push({ column: column.header, message: '位数过长，请将单元格设为文本格式后重新填写' });
        else values[column.field.key] = valueOfText(column.field, textOfCell(column.field, cell, content.dayShift));
      }
      return { row, number: numberAt < 0 ? '' : String(cells[numberAt] ?? '').trim(), values, errors };
    });
}

/** Puts the rows of a sub-table under the records whose number they name. */
function attach(
  sub: { key: string; name: string },
  rows: readonly Row[],
  records: readonly BookRecord[],
  byNumber: ReadonlyMap<string, BookRecord>,
): void {
  for (const { row, number, values, errors } of rows) {
    const record = byNumber.get(number);
    if (!record) {
      // a row that belongs to nothing stands with the first record, so that the file is not taken without it
      const message = `工作表“${sub.name}”第 ${row} 行：${number === '' ? `没有填写${PARENT_NUMBER}` : `没有编号为“${number}”的记录`}`;
      records[0]?.errors.push({ row: records[0].row, column: PARENT_NUMBER, message });
      continue;
    }
    const list = (record.values[sub.key] ??= []) as unknown[];
    list.push(values);
    const places = record.places.get(sub.key) ?? [];
    places.push(row);
    record.places.set(sub.key, places);
    for (const { column, message } of errors)
      record.errors.push({ row: record.row, column: `${sub.name}·${column}`, message: `工作表“${sub.name}”第 ${row} 行：${message}` });
  }
}

/**
 * The records of a workbook: the first sheet holds the records, a sheet by the name of a sub-table its rows, which name their record by its
 * number. Throws import.invalid when a header does not fit or nothing is in it, file.wrongType, file.tooLarge.
 */
export async function readRecords(bytes: Buffer, schema: FormSchema): Promise<BookRecord[]> {
  const [main, ...subs] = sheetsOf(schema);
  const contents = await readBook(bytes, (name, at) => (at === 0 ? MAX_RECORDS : subs.some((sub) => sub.name === name) ? MAX_ROWS : null));
  const rows = rowsOf(main!, contents.values().next().value!, RECORD_NUMBER);
  if (rows.length === 0) throw new AppError('import.invalid', '文件中没有数据，请填写后重新上传');
  const byNumber = new Map<string, BookRecord>();
  const records = rows.map(({ row, number, values, errors }): BookRecord => {
    const record: BookRecord = { row, values, errors: errors.map((one) => ({ row, ...one })), places: new Map() };
    if (number !== '' && byNumber.has(number))
      record.errors.push({ row, column: RECORD_NUMBER, message: `编号“${number}”与第 ${byNumber.get(number)!.row} 行重复` });
    else if (number !== '') byNumber.set(number, record);
    return record;
  });
  for (const sheet of subs) {
    const content = contents.get(sheet.name);
    const field = subforms(schema).find(({ id }) => id === sheet.subId);
    if (!content || !field || content.rows.length < 2) continue;
    // without it no row can be told to which record it belongs: one sentence instead of one for every row
    if (!titlesOf(content.rows[0]).includes(PARENT_NUMBER))
      throw new AppError('import.invalid', `工作表“${sheet.name}”的表头缺少：${PARENT_NUMBER}，请使用下载的模板填写`);
    attach({ key: field.key, name: sheet.name }, rowsOf(sheet, content, PARENT_NUMBER), records, byNumber);
  }
  return records;
}
