import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type * as z from 'zod';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { readSheet } from '#kit/server/excel/reader.ts';
import { uploadOf } from '#kit/server/upload.ts';
import type { AreaPreview } from '../contract/area.ts';
import { checkAreas, diffAreas, type AreaDiff, type AreaLine, type AreaProblem, type NextArea } from '../core/area-diff.ts';
import { linesOfJson, linesOfTable, parseCsv } from '../core/area-file.ts';
import { isPseudo } from '../core/areas.ts';
import { spellingsOf } from './area-pinyin.ts';

const MAX_MB = 5;
/** The whole country has about 3,400 areas down to the district. */
const MAX_ROWS = 20_000;
const SHOWN_ERRORS = 200;
const LOGGED_CHANGES = 200;
const BATCH = 500;

const unreadable = (why: string) => new AppError('input.invalid', why);
const tooMany = () => unreadable(`文件超过${MAX_ROWS}行`);

/** UTF-8, or GB 18030 as Chinese Excel writes CSV. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** Half of the lines may be empty; millions of them would fill the memory before anybody counts them. */
function csvText(bytes: Buffer): string {
  let ends = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) if (++ends > 2 * MAX_ROWS) throw tooMany();
  return textOf(bytes);
}

/** The lines of the uploaded list, whatever its format. Throws input.invalid for a file that is none. */
async function readLines(ctx: Ctx): Promise<{ lines: AreaLine[]; problems: AreaProblem[]; fileName: string }> {
  const upload = uploadOf(ctx, MAX_MB);
  const bytes = await readFile(upload.path);
  const { fileName } = upload;
  const kind = extname(fileName).toLowerCase();
  if (kind === '.json') {
    let parsed: unknown;
    try {
      parsed = JSON.parse(textOf(bytes).replace(/^\ufeff/, ''));
    } catch (error) {
      throw new AppError('input.invalid', '文件不是有效的 JSON', null, { cause: error });
    }
    const list = Array.isArray(parsed) ? parsed : (parsed as { areas?: unknown } | null)?.areas;
    if (Array.isArray(list) && list.length > MAX_ROWS) throw tooMany();
    const read = linesOfJson(parsed);
    if (!read) throw unreadable('JSON 应为区划数组，每项包含 code 和 name');
    return { ...read, fileName };
  }
  if (kind !== '.xlsx' && kind !== '.csv') throw unreadable('请上传 xlsx、csv 或 json 文件');
  const rows = kind === '.xlsx' ? (await readSheet(bytes, MAX_ROWS)).rows : parseCsv(csvText(bytes));
  const lines = linesOfTable(rows);
  if (!lines) throw unreadable('表头应包含“代码”和“名称”两列，可下载模板查看');
  return { lines, problems: [], fileName };
}

const currentOf = async (db: Db) =>
  (
    await db
      .selectFrom('sysArea')
      .select(['areaCode as code', 'areaName as name', 'parentCode', 'lng', 'lat', 'status'])
      .orderBy('areaCode')
      .execute()
  ).map(({ status, lng, lat, ...row }) => ({
    ...row,
    lng: lng === null ? null : Number(lng),
    lat: lat === null ? null : Number(lat),
    isActive: status === '1',
  }));

interface Read {
  areas: NextArea[];
  problems: AreaProblem[];
  diff: AreaDiff;
  fileName: string;
  basis: string;
}
async function readAndCompare(ctx: Ctx): Promise<Read> {
  const { lines, problems: unread, fileName } = await readLines(ctx);
  if (lines.length + unread.length === 0) throw unreadable('文件中没有区划数据');
  if (lines.length > MAX_ROWS) throw tooMany();
  const { areas, problems } = checkAreas(lines);
  const diff = diffAreas(await currentOf(ctx.db), areas);
  const basis = createHash('sha256')
    .update(JSON.stringify([areas, diff]))
    .digest('hex');
  return { areas, problems: [...unread, ...problems].sort((a, b) => a.row - b.row), diff, fileName, basis };
}

/** What the uploaded list would change; nothing is written. */
export async function previewRefresh(ctx: Ctx): Promise<z.input<typeof AreaPreview>> {
  const { areas, problems, diff, basis } = await readAndCompare(ctx);
  const isGood = problems.length === 0;
  return {
    total: areas.length,
    added: isGood ? diff.added : [],
    changed: isGood ? diff.changed : [],
    removed: isGood ? diff.removed : [],
    unchanged: isGood ? diff.unchanged : 0,
    errors: problems.slice(0, SHOWN_ERRORS),
    errorCount: problems.length,
    basis: isGood ? basis : '',
  };
}

/** One refresh or change at a time: whoever writes areas holds the rows of the provinces. */
export const lockAreas = (db: Db) =>
  db.selectFrom('sysArea').select('areaCode').where('areaLevel', '=', 1).orderBy('areaCode').forUpdate().execute();

/**
 * Makes the uploaded list the one in use, all of it or nothing: new codes are added, changed ones follow, missing ones are disabled and
 * keep their names. Throws import.invalid for a list with errors and rule.broken when the difference is not the one that was confirmed.
 */
export async function refreshAreas(ctx: Ctx, body: { vintage: string; source: string; basis: string }) {
  await lockAreas(ctx.db);
  const { areas, problems, diff, fileName, basis } = await readAndCompare(ctx);
  if (problems.length > 0)
    throw new AppError('import.invalid', `文件有${problems.length}处错误，请修改后重新上传`, problems.slice(0, SHOWN_ERRORS));
  if (basis !== body.basis) throw new AppError('rule.broken', '区划数据或文件在预览之后有变化，请重新预览后确认');
  await write(ctx, areas, diff);
  const counts = { added: diff.added.length, changed: diff.changed.length, removed: diff.removed.length, total: areas.length };
  await ctx.db
    .insertInto('sysAreaRelease')
    .values({
      id: ctx.app.ids.next(),
      vintage: body.vintage,
      source: body.source,
      fileName,
      ...counts,
      createBy: ctx.user.id,
      createTime: ctx.now,
    })
    .execute();
  for (const [list, verb] of [
    [diff.added, '新增'],
    [diff.changed, '变更'],
    [diff.removed, '禁用'],
  ] as const)
    for (const { code, name, detail } of list.slice(0, LOGGED_CHANGES))
      ctx.audit.change({ entity: '行政区划', id: code, name, before: { [verb]: null }, after: { [verb]: detail } });
  ctx.audit.note(
    `“${fileName}”（${body.vintage}）：新增${counts.added}、变更${counts.changed}、禁用${counts.removed}、共${counts.total}个区划`,
  );
  return counts;
}

async function write(ctx: Ctx, areas: readonly NextArea[], diff: AreaDiff): Promise<void> {
  const byCode = new Map(areas.map((area) => [area.code, area]));
  const stamp = { updateBy: ctx.user.id, updateTime: ctx.now };
  const columns = (area: NextArea) => ({
    areaName: area.name,
    parentCode: area.parentCode,
    isPseudo: isPseudo(area.code, area.name) ? '1' : '0',
    ...spellingsOf(area.name),
    ...stamp,
  });
  const added = diff.added.flatMap(({ code }) => byCode.get(code) ?? []).sort((a, b) => a.level - b.level);
  for (let from = 0; from < added.length; from += BATCH)
    await ctx.db
      .insertInto('sysArea')
      .values(
        added.slice(from, from + BATCH).map((area) => ({
          areaCode: area.code,
          areaLevel: area.level,
          lng: area.lng,
          lat: area.lat,
          ...columns(area),
        })),
      )
      .execute();
  for (const { code } of diff.changed) {
    const area = byCode.get(code);
    if (!area) continue;
    await ctx.db
      .updateTable('sysArea')
      .set({
        ...columns(area),
        ...(area.lng !== null && { lng: area.lng }),
        ...(area.lat !== null && { lat: area.lat }),
        status: '1',
        version: sql`version + 1`,
      })
      .where('areaCode', '=', code)
      .execute();
  }
  for (let from = 0; from < diff.removed.length; from += BATCH)
    await ctx.db
      .updateTable('sysArea')
      .set({ status: '0', version: sql`version + 1`, ...stamp })
      .where(
        'areaCode',
        'in',
        diff.removed.slice(from, from + BATCH).map((one) => one.code),
      )
      .execute();
}
