import type { Db } from '#kit/server/ctx.ts';

/**
 * The names of areas as people read them, 浙江省 / 杭州市 / 西湖区, by code; codes that are no longer in use keep theirs. Headings of the
 * list (市辖区) are left out, unknown codes are missing.
 */
export async function areaNames(db: Db, codes: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(codes)];
  const paths = wanted.map((code) => [...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])]);
  const all = [...new Set(paths.flat())];
  if (all.length === 0) return new Map();
  const rows = await db.selectFrom('sysArea').select(['areaCode', 'areaName', 'isPseudo']).where('areaCode', 'in', all).execute();
  const byCode = new Map(rows.map((row) => [row.areaCode, row]));
  return new Map(
    wanted.flatMap((code, index) => {
      if (!byCode.has(code)) return [];
      const names = (paths[index] ?? []).flatMap((part) => {
        const row = byCode.get(part);
        return row && row.isPseudo === '0' ? [row.areaName] : [];
      });
      return [[code, names.join(' / ')] as const];
    }),
  );
}
