/** A column of an exported or imported sheet. */
export interface ExcelColumn {
  field: string;
  title: string;
  /** how the cell is written and read; text unless given */
  kind?: 'text' | 'number' | 'day' | 'time';
  /** dictionary code: cells show the label, imports accept label or code */
  dict?: string;
  required?: boolean;
  /** shown on the instruction sheet of the template */
  example?: string;
  /** characters */
  width?: number;
  /** leave the column out of the other direction */
  only?: 'export' | 'import';
  /** written whatever columns the list shows: without it an export cannot be imported again */
  always?: boolean;
}

/** Stored code → label. */
export type Labels = ReadonlyMap<string, string>;

/** A cell as the writer takes it; `serial` is Excel's day number. */
export type Cell = null | string | number | { serial: number; style: 'day' | 'time' };
/** A cell as the reader gives it. */
export type RawCell = string | number | boolean | null;

const DAY_MS = 86_400_000;
/** Excel's day number of 1970-01-01. */
const EPOCH_SERIAL = 25_569;
/** Days between Excel's two calendars, for workbooks made on old Macs. */
export const DAYS_1904 = 1462;
// wall clock of the people who read the sheet; China has had one zone without summer time since 1992
const SHANGHAI_MS = 8 * 3_600_000;
/** Excel keeps 15 significant digits. */
const SAFE_NUMBER = /^-?(?=[\d.]{1,16}$)\d{1,15}(\.\d+)?$/;

const serialOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS + EPOCH_SERIAL;

const asTime = (value: unknown): Date | null => {
  if (value instanceof Date) return value;
  if (typeof value !== 'string') return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time;
};

/** Value of a row → cell: numbers as numbers, long ids as text, dictionary codes as labels. */
export function toCell(value: unknown, column: ExcelColumn, labels?: Labels): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (column.dict) return labels?.get(String(value)) ?? String(value);
  if (column.kind === 'number') {
    const text = String(value);
    return SAFE_NUMBER.test(text) ? Number(text) : text;
  }
  if (column.kind === 'day' && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) {
    return { serial: serialOfDay(value), style: 'day' };
  }
  if (column.kind === 'day' || column.kind === 'time') {
    const time = asTime(value);
    if (time) {
      const serial = (time.getTime() + SHANGHAI_MS) / DAY_MS + EPOCH_SERIAL;
      return column.kind === 'day' ? { serial: Math.floor(serial), style: 'day' } : { serial, style: 'time' };
    }
  }
  return Array.isArray(value) ? value.join('、') : String(value);
}

/** Either the value for the input schema or a sentence that says what is wrong. */
export type Parsed = { value: unknown } | { error: string };

const two = (n: number): string => String(n).padStart(2, '0');

const fromSerial = (serial: number, kind: 'day' | 'time'): Parsed => {
  // 2,958,465 is 9999-12-31
  if (!(serial >= 1 && serial <= 2_958_465.99999)) return { error: '日期超出范围' };
  const wall = new Date(Math.round((serial - EPOCH_SERIAL) * DAY_MS));
  const day = wall.toISOString().slice(0, 10);
  return { value: kind === 'day' ? day : `${day}T${wall.toISOString().slice(11, 19)}+08:00` };
};

const fromDateText = (text: string, kind: 'day' | 'time'): Parsed => {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!found) return { error: kind === 'day' ? '日期格式应为 2026-01-31' : '时间格式应为 2026-01-31 08:30:00' };
  const day = `${found[1]}-${two(Number(found[2]))}-${two(Number(found[3]))}`;
  const time = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== day) return { error: '日期不存在' };
  if (kind === 'day') return { value: day };
  return { value: `${day}T${two(Number(found[4] ?? 0))}:${found[5] ?? '00'}:${found[6] ?? '00'}+08:00` };
};

const fromLabel = (text: string, labels: Labels): Parsed => {
  if (labels.has(text)) return { value: text };
  for (const [code, label] of labels) if (label === text) return { value: code };
  const shown = [...labels.values()].slice(0, 20).join('、');
  return { error: `“${text.slice(0, 20)}”不在可选值中，可填：${shown}` };
};

/** Cell of an import file → value for the input schema. An empty cell is null. */
export function fromCell(cell: RawCell, column: ExcelColumn, labels?: Labels): Parsed {
  const text = cell === null ? '' : String(cell).trim();
  if (text === '') return column.required ? { error: `${column.title}不能为空` } : { value: null };
  if (column.dict && labels) return fromLabel(text, labels);
  if (column.kind === 'number') {
    const number = typeof cell === 'number' ? cell : Number(text.replaceAll(',', ''));
    return Number.isFinite(number) ? { value: number } : { error: `${column.title}应为数字` };
  }
  if (column.kind === 'day' || column.kind === 'time') {
    return typeof cell === 'number' ? fromSerial(cell, column.kind) : fromDateText(text, column.kind);
  }
  // Excel has already dropped digits of a longer number: refuse instead of storing a wrong one
  if (typeof cell === 'number' && Math.abs(cell) >= 1e15) {
    return { error: `${column.title}位数过长，请将单元格设为文本格式后重新填写` };
  }
  return { value: text };
}
