import type { AreaLine, AreaProblem } from './area-diff.ts';

type Cell = string | number | boolean | null;
interface Line {
  row: number;
  cells: readonly Cell[];
}

/** What the columns may be called. */
const TITLES: Readonly<Record<string, readonly string[]>> = {
  code: ['代码', '区划代码', '行政区划代码', 'code', 'areacode'],
  name: ['名称', '区划名称', '单位名称', 'name', 'areaname'],
  parentCode: ['上级代码', '父级代码', 'parentcode', 'parent'],
  lng: ['经度', 'lng', 'longitude'],
  lat: ['纬度', 'lat', 'latitude'],
  status: ['状态', 'status'],
};
const FIELDS = Object.keys(TITLES);

const textOf = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell).trim());
const titleOf = (cell: Cell | undefined): string =>
  textOf(cell)
    .replace(/[*\s_]/g, '')
    .toLowerCase();
/** Our own export also lists what is out of use. */
const OUT_OF_USE: readonly string[] = ['禁用', '停用'];
/** null for an empty cell, NaN for one that is no number. */
const numberOf = (cell: Cell | undefined): number | null => (textOf(cell) === '' ? null : Number(textOf(cell)));

/** RFC 4180: quoted cells, doubled quotes, line breaks inside quotes. */
export function parseCsv(text: string): Line[] {
  const lines: Line[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let row = 1;
  const endLine = () => {
    cells.push(cell);
    if (cells.some((one) => one !== '')) lines.push({ row, cells });
    cells = [];
    cell = '';
    row++;
  };
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[++at] as string;
      else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === ',') {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') endLine();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || cells.length > 0) endLine();
  return lines;
}

/** Rows of a sheet or CSV with a header → lines. Null when the header names no code or no name. */
export function linesOfTable(rows: readonly Line[]): AreaLine[] | null {
  const [header, ...body] = rows;
  const titles = (header?.cells ?? []).map(titleOf);
  const at = Object.fromEntries(FIELDS.map((field) => [field, titles.findIndex((title) => TITLES[field]?.includes(title))]));
  const cell = (line: Line, field: string): Cell | undefined => ((at[field] ?? -1) < 0 ? undefined : line.cells[at[field] as number]);
  if ((at['code'] ?? -1) < 0 || (at['name'] ?? -1) < 0) return null;
  return body
    .filter((line) => line.cells.some((one) => textOf(one) !== '') && !OUT_OF_USE.includes(textOf(cell(line, 'status'))))
    .map((line) => ({
      row: line.row,
      code: textOf(cell(line, 'code')),
      name: textOf(cell(line, 'name')),
      parentCode: textOf(cell(line, 'parentCode')) || null,
      lng: numberOf(cell(line, 'lng')),
      lat: numberOf(cell(line, 'lat')),
    }));
}

const isCell = (value: unknown): value is Cell => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/**
 * A parsed JSON list → lines: objects with code, name and perhaps parentCode, lng, lat, or pairs `["110000", "北京市"]`; the list itself or
 * under `areas`. Null when it is none of these.
 */
export function linesOfJson(value: unknown): { lines: AreaLine[]; problems: AreaProblem[] } | null {
  const list = Array.isArray(value) ? value : ((value as { areas?: unknown } | null)?.areas ?? null);
  if (!Array.isArray(list)) return null;
  const lines: AreaLine[] = [];
  const problems: AreaProblem[] = [];
  for (const [index, item] of (list as unknown[]).entries()) {
    const row = index + 1;
    const fields: Record<string, unknown> = Array.isArray(item)
      ? { code: item[0] as unknown, name: item[1] as unknown, parentCode: item[2] as unknown }
      : { ...(item as object | null) };
    const cell = (field: string): Cell => {
      const given = fields[field];
      return isCell(given) ? given : null;
    };
    if (textOf(cell('code')) === '' || textOf(cell('name')) === '') problems.push({ row, column: '代码', message: '缺少 code 或 name' });
    else
      lines.push({
        row,
        code: textOf(cell('code')),
        name: textOf(cell('name')),
        parentCode: textOf(cell('parentCode')) || null,
        lng: numberOf(cell('lng')),
        lat: numberOf(cell('lat')),
      });
  }
  return { lines, problems };
}
