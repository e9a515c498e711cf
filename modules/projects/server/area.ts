import { readFile } from 'node:fs/promises';
import { pinyin } from 'pinyin-pro';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { area, type Area, type AreaNode } from '../contract/area.ts';
import { isPseudo, levelOf, parentOf } from '../core/areas.ts';

interface AreaFile {
  vintage: string;
  sources: string[];
  gaps: string[];
  areas: [code: string, name: string][];
}
const fileUrl = new URL('./data/areas.json', import.meta.url);
const readAreas = async (): Promise<AreaFile> => JSON.parse(await readFile(fileUrl, 'utf8')) as AreaFile;

const initials = (name: string): string => pinyin(name, { pattern: 'first', toneType: 'none', type: 'array' }).join('');

/** Fills the table from the committed list; rows that are there stay as they are. */
export async function seedAreas(db: Db): Promise<void> {
  const { areas } = await readAreas();
  const rows = areas.map(([code, name]) => ({
    areaCode: code,
    parentCode: parentOf(code),
    areaName: name,
    areaLevel: levelOf(code),
    isPseudo: isPseudo(code, name) ? '1' : '0',
    pinyin: initials(name),
  }));
  // parents first: the list is sorted by code, and a parent's code is the smaller one
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto('sysArea')
      .values(rows.slice(from, from + 500))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const areasOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('sysArea')
    .select(['areaCode as code', 'parentCode', 'areaName as name', 'areaLevel as level', 'isPseudo as pseudo', 'pinyin'])
    .select((eb) =>
      eb
        .not(eb.exists(eb.selectFrom('sysArea as below').select('below.areaCode').whereRef('below.parentCode', '=', 'sysArea.areaCode')))
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

export const areas = implement(area, {
  async tree(ctx) {
    const rows = (await areasOf(ctx).execute()).map(toArea);
    const children = byParent(rows);
    const grow = (row: Area): AreaNode => (row.leaf ? row : { ...row, children: (children.get(row.code) ?? []).map(grow) });
    return (children.get(null) ?? []).map(grow);
  },
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
    const { vintage, sources, gaps } = await readAreas();
    const { total } = await ctx.db
      .selectFrom('sysArea')
      .select((eb) => eb.fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return { vintage, sources, gaps, total: Number(total) };
  },
});
