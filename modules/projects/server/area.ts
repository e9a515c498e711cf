import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { area, type Area, type AreaNode } from '../contract/area.ts';
import { gapsOf } from '../core/area-gaps.ts';
import { isPseudo, levelOf, parentOf } from '../core/areas.ts';
import { areaNames } from './area-names.ts';
import { areaReleases, areaRows, areaTemplate, exportAreas, updateArea } from './area-page.ts';
import { spellingsOf } from './area-pinyin.ts';
import { previewRefresh, refreshAreas } from './area-refresh.ts';

interface AreaFile {
  vintage: string;
  sources: string[];
  gaps: string[];
  areas: [code: string, name: string][];
}
const fileUrl = new URL('./data/areas.json', import.meta.url);
const readAreas = async (): Promise<AreaFile> => JSON.parse(await readFile(fileUrl, 'utf8')) as AreaFile;

const BATCH = 500;

/** Fills the table from the committed list; rows that are there stay as they are, but for a spelling that they lack. */
export async function seedAreas(db: Db): Promise<void> {
  const there = new Set((await db.selectFrom('sysArea').select('areaCode').execute()).map((row) => row.areaCode));
  // after a refresh the list in the table is newer than the committed one
  const isRefreshed = (await db.selectFrom('sysAreaRelease').select('id').limit(1).executeTakeFirst()) !== undefined;
  const rows = isRefreshed ? [] : (await readAreas()).areas.filter(([code]) => !there.has(code));
  // parents first: the list is sorted by code, and a parent's code is the smaller one
  for (let from = 0; from < rows.length; from += BATCH) {
    await db
      .insertInto('sysArea')
      .values(
        rows.slice(from, from + BATCH).map(([code, name]) => ({
          areaCode: code,
          parentCode: parentOf(code),
          areaName: name,
          areaLevel: levelOf(code),
          isPseudo: isPseudo(code, name) ? '1' : '0',
          ...spellingsOf(name),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const unspelled = await db.selectFrom('sysArea').select(['areaCode', 'areaName']).where('fullPinyin', 'is', null).execute();
  for (let from = 0; from < unspelled.length; from += BATCH) {
    const some = unspelled.slice(from, from + BATCH);
    await sql`update sys_area set full_pinyin = spelled.text
      from unnest(${some.map((row) => row.areaCode)}::text[], ${some.map((row) => spellingsOf(row.areaName).fullPinyin)}::text[]) as spelled (code, text)
      where area_code = spelled.code`.execute(db);
  }
}

const areasOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('sysArea')
    .select(['areaCode as code', 'parentCode', 'areaName as name', 'areaLevel as level', 'isPseudo as pseudo', 'pinyin'])
    .select((eb) =>
      eb
        .not(
          eb.exists(
            eb
              .selectFrom('sysArea as below')
              .select('below.areaCode')
              .whereRef('below.parentCode', '=', 'sysArea.areaCode')
              .where('below.status', '=', '1'),
          ),
        )
        .as('leaf'),
    )
    .where('status', '=', '1')
    .orderBy('areaCode');

type Row = Awaited<ReturnType<ReturnType<typeof areasOf>['execute']>>[number];
const toArea = (row: Row): Area => ({
  ...row,
  id: row.code,
  label: row.name,
  pseudo: row.pseudo === '1' ? '1' : '0',
  leaf: Boolean(row.leaf),
});

function byParent(rows: readonly Area[]): Map<string | null, Area[]> {
  const groups = new Map<string | null, Area[]>();
  for (const row of rows) {
    const group = groups.get(row.parentCode);
    if (group) group.push(row);
    else groups.set(row.parentCode, [row]);
  }
  return groups;
}

/** The areas in use, each with those below it. */
export async function areaTree(ctx: Ctx): Promise<AreaNode[]> {
  const rows = (await areasOf(ctx).execute()).map(toArea);
  const children = byParent(rows);
  const grow = (row: Area): AreaNode => (row.leaf ? row : { ...row, children: (children.get(row.code) ?? []).map(grow) });
  return (children.get(null) ?? []).map(grow);
}

export const areas = implement(area, {
  tree: areaTree,
  provinces: async (ctx) => (await areasOf(ctx).where('areaLevel', '=', 1).execute()).map(toArea),
  async cities(ctx, { query }) {
    const code = query.code ?? query.provinceCode;
    if (!code) throw new AppError('input.invalid', '请给出区划代码 code', [{ path: 'code', message: '请给出区划代码' }]);
    const rows = await areasOf(ctx).where('parentCode', '=', code).execute();
    if (rows.length === 0 && !(await areasOf(ctx).where('areaCode', '=', code).executeTakeFirst()))
      throw new AppError('entity.notFound', '区划代码不存在');
    return rows.map(toArea);
  },
  async source(ctx) {
    const { total } = await ctx.db
      .selectFrom('sysArea')
      .select((eb) => eb.fn.countAll().as('total'))
      .where('status', '=', '1')
      .executeTakeFirstOrThrow();
    const [release] = await areaReleases(ctx);
    if (!release) {
      const { vintage, sources, gaps } = await readAreas();
      return { vintage, sources, gaps, total: Number(total) };
    }
    const rows = (await areaRows(ctx)).filter((row) => row.status === '1');
    const gaps = gapsOf(rows.map((row) => ({ ...row, isPseudo: row.pseudo === '1' })));
    return { vintage: release.vintage, sources: [`${release.source}（${release.fileName}）`], gaps, total: Number(total) };
  },
  async names(ctx, { query: { codes } }) {
    const names = await areaNames(ctx.db, codes);
    const rows = await ctx.db
      .selectFrom('sysArea')
      .select(['areaCode as code', 'areaName', 'status'])
      .where('areaCode', 'in', codes)
      .execute();
    return rows.map(({ code, areaName, status }) => ({ code, name: names.get(code) || areaName, status }));
  },
  rows: (ctx) => areaRows(ctx),
  releases: (ctx) => areaReleases(ctx),
  update: (ctx, { params, body }) => updateArea(ctx, params.code, body),
  preview: (ctx) => previewRefresh(ctx),
  refresh: (ctx, { body }) => refreshAreas(ctx, body),
  importTemplate: () => areaTemplate(),
  exportRows: (ctx) => exportAreas(ctx),
});
