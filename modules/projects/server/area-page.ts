import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import type { AreaInput, AreaRelease, AreaRow } from '../contract/area.ts';
import { lockAreas } from './area-refresh.ts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAX_RELEASES = 50;
const LEVELS: Readonly<Record<number, string>> = { 1: '省级', 2: '地级', 3: '县级' };

/** Every area, also those out of use, in the order of the codes. */
export async function areaRows(ctx: Ctx): Promise<z.input<typeof AreaRow>[]> {
  const rows = await ctx.db
    .selectFrom('sysArea')
    .select(['areaCode as code', 'parentCode', 'areaName as name', 'areaLevel as level', 'isPseudo', 'pinyin', 'fullPinyin'])
    .select(['lng', 'lat', 'status', 'version'])
    .orderBy('areaCode')
    .execute();
  return rows.map(({ isPseudo, lng, lat, ...row }) => ({
    ...row,
    pseudo: isPseudo === '1' ? '1' : '0',
    lng: lng === null ? null : Number(lng),
    lat: lat === null ? null : Number(lat),
  }));
}

/** The refreshes of the list, latest first. */
export const areaReleases = (ctx: Ctx): Promise<z.input<typeof AreaRelease>[]> =>
  ctx.db
    .selectFrom('sysAreaRelease as release')
    .leftJoin('sysUser', 'sysUser.id', 'release.createBy')
    .selectAll('release')
    .select('sysUser.nickname as createName')
    .orderBy('release.createTime', 'desc')
    .orderBy('release.id', 'desc')
    .limit(MAX_RELEASES)
    .execute();

/** Enables or disables an area and sets its coordinates. Throws entity.notFound, entity.versionConflict, rule.broken. */
export async function updateArea(ctx: Ctx, code: string, body: z.output<typeof AreaInput>): Promise<{ version: number; changed: number }> {
  await lockAreas(ctx.db);
  const before = await ctx.db.selectFrom('sysArea').selectAll().where('areaCode', '=', code).forUpdate().executeTakeFirst();
  if (!before) throw new AppError('entity.notFound', '区划代码不存在');
  assertVersion(before, body, { code, status: before.status, lng: before.lng, lat: before.lat, version: before.version });
  const { status, lng, lat } = body;
  const stamp = { version: sql<number>`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now };
  await ctx.db
    .updateTable('sysArea')
    .set({ status, lng, lat, ...stamp })
    .where('areaCode', '=', code)
    .execute();
  let changed = before.status === status ? 0 : 1;
  if (before.status !== status && status === '1' && before.parentCode !== null) {
    const parent = await ctx.db
      .selectFrom('sysArea')
      .select(['areaName', 'status'])
      .where('areaCode', '=', before.parentCode)
      .executeTakeFirst();
    if (parent?.status === '0') throw new AppError('rule.broken', `上级区划“${parent.areaName}”已禁用，请先启用上级`);
  }
  if (changed > 0 && (status === '0' || body.withBelow === '1')) {
    const { numUpdatedRows } = await ctx.db
      .updateTable('sysArea')
      .set({ status, ...stamp })
      .where('status', '!=', status)
      .where((e) =>
        e.or([
          e('parentCode', '=', code),
          e('parentCode', 'in', e.selectFrom('sysArea as child').select('child.areaCode').where('child.parentCode', '=', code)),
        ]),
      )
      .executeTakeFirst();
    changed += Number(numUpdatedRows);
  }
  ctx.audit.change({
    entity: '行政区划',
    id: code,
    name: before.areaName,
    before: {
      status: before.status,
      lng: before.lng === null ? null : Number(before.lng),
      lat: before.lat === null ? null : Number(before.lat),
    },
    after: { status, lng, lat },
  });
  if (changed > 1) ctx.audit.note(`同时${status === '1' ? '启用' : '禁用'}下级区划${changed - 1}个`);
  return { version: before.version + 1, changed };
}

const file = (
  name: string,
  titles: readonly (readonly [string, number])[],
  rows: Iterable<(string | number | null)[]>,
  fileName: string,
): StreamReply => ({
  body: Readable.from(workbook([{ name, columns: titles.map(([title, width]) => ({ title, width })), rows }])),
  type: XLSX_TYPE,
  fileName,
  headers: { 'cache-control': 'no-store' },
});

/** The whole list, in a form that a refresh reads again. */
export async function exportAreas(ctx: Ctx): Promise<StreamReply> {
  const rows = await areaRows(ctx);
  ctx.audit.note(`导出${rows.length}个区划`);
  const titles = [
    ['代码', 10],
    ['名称', 24],
    ['上级代码', 10],
    ['级别', 8],
    ['拼音', 28],
    ['经度', 12],
    ['纬度', 12],
    ['状态', 8],
  ] as const;
  const cells = rows.map((row) => [
    row.code,
    row.name,
    row.parentCode,
    LEVELS[row.level] ?? null,
    row.fullPinyin,
    row.lng,
    row.lat,
    row.status === '1' ? '启用' : '禁用',
  ]);
  return file('行政区划', titles, cells, '行政区划.xlsx');
}

/** An empty list with the columns of a refresh. */
export const areaTemplate = (): StreamReply =>
  file(
    '行政区划',
    [
      ['代码*', 12],
      ['名称*', 24],
      ['上级代码', 12],
      ['经度', 12],
      ['纬度', 12],
    ],
    [],
    '行政区划更新模板.xlsx',
  );
