import type { Db } from '#kit/server/ctx.ts';
import { fieldRefusal } from './record-rules.ts';

interface AreaPair {
  provinceCode: string | null;
  cityCode: string | null;
}

/** Province and city exist, are in use and belong together; a pair that the record already has stays allowed. Throws rule.broken. */
export async function assertAreaPair(db: Db, { provinceCode, cityCode }: AreaPair, before: AreaPair | null): Promise<void> {
  if (before?.provinceCode === provinceCode && before.cityCode === cityCode) return;
  if (provinceCode === null && cityCode === null) return;
  if (provinceCode === null) throw fieldRefusal('provinceCode', '请选择省份');
  if (cityCode !== null && cityCode.slice(0, 2) !== provinceCode.slice(0, 2)) throw fieldRefusal('cityCode', '所选城市不属于该省份');
  const rows = await db
    .selectFrom('sysArea')
    .select(['areaCode', 'areaLevel'])
    .where('areaCode', 'in', [provinceCode, ...(cityCode === null ? [] : [cityCode])])
    .where('status', '=', '1')
    .execute();
  if (!rows.some((row) => row.areaCode === provinceCode && row.areaLevel === 1))
    throw fieldRefusal('provinceCode', '所选省份不存在或已禁用');
  if (cityCode !== null && !rows.some((row) => row.areaCode === cityCode)) throw fieldRefusal('cityCode', '所选城市不存在或已禁用');
}

/** The codes that the cells of an import name, by name or code; a municipality is its own city. Throws rule.broken. */
export async function areaPairByName(db: Db, provinceName: string, cityName: string | null) {
  const named = (name: string) =>
    db
      .selectFrom('sysArea')
      .select(['areaCode', 'areaLevel'])
      .where('status', '=', '1')
      .where((e) => e.or([e('areaName', '=', name), e('areaCode', '=', name)]));
  const province = await named(provinceName).where('areaLevel', '=', 1).executeTakeFirst();
  if (!province) throw fieldRefusal('provinceName', `省份“${provinceName}”不存在，请填写全称，如 浙江省`);
  const provinceCode = province.areaCode;
  if (cityName === null || cityName === provinceName) return { provinceCode, cityCode: provinceCode };
  const city = await named(cityName)
    .where('areaCode', 'like', `${provinceCode.slice(0, 2)}%`)
    .orderBy('areaLevel')
    .orderBy('areaCode')
    .executeTakeFirst();
  if (!city) throw fieldRefusal('cityName', `${provinceName}没有名为“${cityName}”的城市`);
  return { provinceCode, cityCode: city.areaCode };
}
