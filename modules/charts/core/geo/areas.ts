import table from './areas.json' with { type: 'json' };
import type { Position } from './geo-json.ts';

/** A province, a city, or a district directly below a province, in the division of 2023. */
export interface KnownArea {
  readonly adcode: string;
  readonly name: string;
  readonly center: Position;
}
export const NATION = '100000';

const rows = table.areas as unknown as readonly (readonly [adcode: string, name: string, lng: number, lat: number])[];
/** All areas that maps show, by code. */
export const AREAS: ReadonlyMap<string, KnownArea> = new Map(
  rows.map(([adcode, name, lng, lat]) => [adcode, { adcode, name, center: [lng, lat] as const }]),
);
/** The 34 provinces, autonomous regions, municipalities and special administrative regions. */
export const PROVINCES: readonly KnownArea[] = [...AREAS.values()].filter(({ adcode }) => adcode.endsWith('0000'));

export const isProvince = (adcode: string): boolean => adcode.endsWith('0000') && adcode !== NATION;
/** 330106 → 330000 */
export const provinceOf = (adcode: string): string => `${adcode.slice(0, 2)}0000`;

const TAIL = /(?:壮族|回族|维吾尔)?(?:特别行政区|自治区|省|市)$/;
const CITY_TAIL =
  /(?:(?:(?:土家|苗|布依|侗|藏|羌|彝|蒙古|回|朝鲜|傣|景颇|傈僳|白|壮|哈萨克|柯尔克孜|黎|哈尼)族)*(?:蒙古)?自治[州县]|地区|盟|市|特别行政区|林区)$/;

/** The name as it stands on a map: 浙江, 内蒙古, 杭州, 恩施. */
export function shortName(adcode: string, name: string): string {
  if (adcode.endsWith('0000')) return name.replace(TAIL, '');
  const cut = name.replace(CITY_TAIL, '');
  return cut.length >= 2 ? cut : name;
}
