import { levelOf, parentOf } from './areas.ts';

/** A line of a refreshed list as it was read, with the number that people see. */
export interface AreaLine {
  row: number;
  code: string;
  name: string;
  /** null = follows from the code */
  parentCode: string | null;
  lng: number | null;
  lat: number | null;
}
export interface AreaProblem {
  row: number;
  column: string;
  message: string;
}
/** An area of the new list, its parent found. */
export interface NextArea {
  code: string;
  name: string;
  parentCode: string | null;
  level: 1 | 2 | 3;
  /** null = the list does not say: what is known stays */
  lng: number | null;
  lat: number | null;
}
/** An area as it is stored. */
export interface StoredArea {
  code: string;
  name: string;
  parentCode: string | null;
  lng: number | null;
  lat: number | null;
  isActive: boolean;
}

const CODE = /^[1-9]\d{5}$/;
const LONGEST_NAME = 50;
// control characters and marks that turn the direction of reading
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Co}]/u;

const nameProblem = (name: string): string | null => {
  if (name === '') return '名称不能为空';
  if (name.length > LONGEST_NAME) return `名称不能超过${LONGEST_NAME}个字符`;
  return UNREADABLE.test(name) ? '名称含有不可见字符' : null;
};
const outside = (value: number | null, most: number): boolean => value !== null && !(Math.abs(value) <= most);

/**
 * The parent of an area within a list: the one that is named, else the one that the code says, else the province (lists without the
 * headings 市辖区 and 县). Undefined when the list has none of them.
 */
function parentIn(line: AreaLine, codes: ReadonlySet<string>): string | null | undefined {
  if (line.parentCode !== null) return codes.has(line.parentCode) ? line.parentCode : undefined;
  const byCode = parentOf(line.code);
  if (byCode === null || codes.has(byCode)) return byCode;
  const province = `${line.code.slice(0, 2)}0000`;
  return codes.has(province) ? province : undefined;
}

/** Checks a whole list: codes of six digits, each once, readable names, every parent present and above. Finds the parents. */
export function checkAreas(lines: readonly AreaLine[]): { areas: NextArea[]; problems: AreaProblem[] } {
  const problems: AreaProblem[] = [];
  const areas: NextArea[] = [];
  const codes = new Set(lines.map((line) => line.code));
  const firstRow = new Map<string, number>();
  for (const line of lines) {
    const { row, code, name } = line;
    const found = problems.length;
    const report = (column: string, message: string) => problems.push({ row, column, message });
    if (!CODE.test(code)) report('代码', '区划代码应为6位数字');
    const earlier = firstRow.get(code);
    if (earlier === undefined) firstRow.set(code, row);
    else report('代码', `与第${earlier}行重复`);
    const wrongName = nameProblem(name);
    if (wrongName) report('名称', wrongName);
    if (outside(line.lng, 180)) report('经度', '经度应在-180到180之间');
    if (outside(line.lat, 90)) report('纬度', '纬度应在-90到90之间');
    if (problems.length > found) continue;
    const level = levelOf(code);
    const parentCode = parentIn(line, codes);
    if (parentCode === undefined) report('上级代码', `上级 ${line.parentCode ?? parentOf(code) ?? ''} 不在文件中`);
    else if (level === 1 && parentCode !== null) report('上级代码', '省级区划没有上级');
    else if (parentCode !== null && (levelOf(parentCode) >= level || parentCode.slice(0, 2) !== code.slice(0, 2)))
      report('上级代码', `${parentCode} 不能作为 ${code} 的上级`);
    else areas.push({ code, name, parentCode, level, lng: line.lng, lat: line.lat });
  }
  return { areas, problems };
}

export interface AreaChange {
  code: string;
  name: string;
  /** what is different, as people read it: 名称 密云县 → 密云区 */
  detail: string;
}
export interface AreaDiff {
  added: AreaChange[];
  changed: AreaChange[];
  /** in use now and missing in the list: will be disabled */
  removed: AreaChange[];
  unchanged: number;
}

const differs = (given: number | null, stored: number | null): boolean =>
  given !== null && (stored === null || Math.abs(given - stored) >= 0.000_001);

/** What a new list would change, each part in the order of the codes. */
export function diffAreas(current: readonly StoredArea[], next: readonly NextArea[]): AreaDiff {
  const stored = new Map(current.map((area) => [area.code, area]));
  const listed = new Set(next.map((area) => area.code));
  const diff: AreaDiff = { added: [], changed: [], removed: [], unchanged: 0 };
  for (const { code, name, parentCode, lng, lat } of next) {
    const before = stored.get(code);
    if (!before) {
      diff.added.push({ code, name, detail: parentCode === null ? '省级' : `上级 ${parentCode}` });
      continue;
    }
    const parts = [
      before.name !== name && `名称 ${before.name} → ${name}`,
      before.parentCode !== parentCode && `上级 ${before.parentCode ?? '无'} → ${parentCode ?? '无'}`,
      !before.isActive && '恢复启用',
      (differs(lng, before.lng) || differs(lat, before.lat)) && '坐标更新',
    ].filter((part) => part !== false);
    if (parts.length === 0) diff.unchanged++;
    else diff.changed.push({ code, name, detail: parts.join('；') });
  }
  for (const { code, name, isActive } of current)
    if (isActive && !listed.has(code)) diff.removed.push({ code, name, detail: '禁用，保留名称' });
  const byCode = (a: AreaChange, b: AreaChange) => (a.code < b.code ? -1 : 1);
  for (const list of [diff.added, diff.changed, diff.removed]) list.sort(byCode);
  return diff;
}
