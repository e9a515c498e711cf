import { AREAS, NATION, provinceOf, shortName } from './areas.ts';

/** Codes that are no longer in use → those of 2023. */
const OLD_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '371200': '370100',
    '500228': '500155',
    '500232': '500156',
    '542100': '540300',
    '542200': '540500',
    '542300': '540200',
    '542400': '540600',
    '542600': '540400',
    '652100': '650400',
    '652200': '650500',
    '522200': '520600',
    '522400': '520500',
    '632100': '630200',
    '341400': '340100',
    '110228': '110118',
    '110229': '110119',
    '120221': '120117',
    '120223': '120118',
    '120225': '120119',
    '310230': '310151',
    '469003': '460400',
  }),
);

/** Names that are no longer in use, and one-letter names of provinces → codes of 2023. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    内蒙: '150000',
    莱芜: '370100',
    巢湖: '340100',
    襄樊: '420600',
    思茅: '530800',
    那曲地区: '540600',
    昌都地区: '540300',
    山南地区: '540500',
    日喀则地区: '540200',
    林芝地区: '540400',
    吐鲁番地区: '650400',
    哈密地区: '650500',
    铜仁地区: '520600',
    毕节地区: '520500',
    海东地区: '630200',
    梁平县: '500155',
    武隆县: '500156',
    开县: '500154',
    璧山县: '500120',
    铜梁县: '500151',
    潼南县: '500152',
    荣昌县: '500153',
    大足县: '500111',
    綦江县: '500110',
    密云县: '110118',
    延庆县: '110119',
    崇文区: '110101',
    宣武区: '110102',
    宁河县: '120117',
    静海县: '120118',
    蓟县: '120119',
    塘沽区: '120116',
    汉沽区: '120116',
    大港区: '120116',
    崇明县: '310151',
    闸北区: '310106',
    卢湾区: '310101',
    南汇区: '310115',
    桃园县: '711400',
    台北县: '711100',
    京: '110000',
    津: '120000',
    冀: '130000',
    晋: '140000',
    蒙: '150000',
    辽: '210000',
    吉: '220000',
    黑: '230000',
    沪: '310000',
    苏: '320000',
    浙: '330000',
    皖: '340000',
    闽: '350000',
    赣: '360000',
    鲁: '370000',
    豫: '410000',
    鄂: '420000',
    湘: '430000',
    粤: '440000',
    桂: '450000',
    琼: '460000',
    渝: '500000',
    川: '510000',
    蜀: '510000',
    贵: '520000',
    黔: '520000',
    云: '530000',
    滇: '530000',
    藏: '540000',
    陕: '610000',
    秦: '610000',
    甘: '620000',
    陇: '620000',
    青: '630000',
    宁: '640000',
    新: '650000',
    台: '710000',
    港: '810000',
    澳: '820000',
  }),
);

const TAILS = ['', '市', '省', '区', '县', '自治区', '自治州', '州', '地区', '盟', '特别行政区'];
/** name, full and short → codes, provinces first */
const NAMES = new Map<string, string[]>();
for (const { adcode, name } of AREAS.values())
  for (const key of new Set([name, shortName(adcode, name)])) NAMES.set(key, [...(NAMES.get(key) ?? []), adcode]);
for (const codes of NAMES.values()) codes.sort((a, b) => Number(b.endsWith('0000')) - Number(a.endsWith('0000')));

const isBelow = (adcode: string, within: string): boolean => within === NATION || provinceOf(adcode) === within;
const choose = (codes: readonly string[] | undefined, within: string): string | null => {
  const own = codes?.filter((code) => isBelow(code, within)) ?? [];
  // inside a province 吉林 is the city; seen from the country the province
  return (within === NATION ? own[0] : (own.find((code) => !code.endsWith('0000')) ?? own[0])) ?? null;
};

function byCode(text: string): string | null {
  const full = text.length === 2 || text.length === 4 ? text.padEnd(6, '0') : text.slice(0, 6);
  const code = OLD_CODES.get(full) ?? full;
  if (code === NATION) return NATION;
  if (AREAS.has(code)) return code;
  // a district is shown by its city, what has none by its province
  const city = OLD_CODES.get(`${code.slice(0, 4)}00`) ?? `${code.slice(0, 4)}00`;
  if (AREAS.has(city)) return city;
  const province = provinceOf(code);
  return AREAS.has(province) && /^(?:11|12|31|50|71|81|82)|^\d{2}90|^\d{2}0000$/.test(code) ? province : null;
}

function byName(name: string, within: string): string | null {
  const exact = choose(NAMES.get(name), within);
  if (exact) return exact;
  const other = OTHER_NAMES.get(name) ?? OTHER_NAMES.get(name.replace(/[省市]$/, ''));
  if (other && isBelow(other, within)) return other;
  for (const tail of TAILS) {
    const code =
      choose(NAMES.get(name + tail), within) ??
      (tail && name.endsWith(tail) ? choose(NAMES.get(name.slice(0, -tail.length)), within) : null);
    if (code) return code;
  }
  return null;
}

/** 浙江省杭州市 → 杭州市 inside 浙江省. */
function byRun(name: string, within: string): string | null {
  for (let at = name.length - 2; at >= 2; at--) {
    const first = byName(name.slice(0, at), within);
    if (!first?.endsWith('0000')) continue;
    const rest = byName(name.slice(at), first);
    if (rest) return rest;
  }
  return null;
}

/**
 * The code of the area that a value means, in the division of 2023: codes of 2, 4, 6 or more digits, full and short names, old names, the
 * one-letter names of provinces, and paths (浙江省/杭州市, 浙江杭州). Names are looked for inside `within`. null when nothing is meant.
 */
export function resolveArea(value: unknown, within: string = NATION): string | null {
  const text = String(value ?? '')
    .normalize('NFKC')
    .trim();
  if (text === '' || text.length > 60) return null;
  if (/^\d+$/.test(text)) {
    const code = [2, 4, 6, 9, 12].includes(text.length) ? byCode(text) : null;
    return code && (code === NATION || isBelow(code, within)) ? code : null;
  }
  if (/^(?:中国|全国|中华人民共和国)$/.test(text)) return NATION;
  const parts = text.split(/\s*[/\\·,，>›|\-—\s]+\s*/).filter((part) => part !== '' && part !== '中国' && part !== '市辖区');
  if (parts.length === 1) return byName(parts[0]!, within) ?? byRun(parts[0]!, within);
  return parts.reduce<string | null>((found, part, i) => {
    if (i > 0 && found === null) return null;
    const inside = found && found !== NATION ? provinceOf(found) : within;
    return byName(part, inside) ?? (i > 0 ? found : null);
  }, null);
}

/**
 * The area of a map that a value belongs to: itself, or the city or province that it lies in. `has` says which areas the map shows.
 * null when it is unknown or lies outside of the map.
 */
export function areaOn(value: unknown, map: { adcode: string; has(adcode: string): boolean }): string | null {
  const code = resolveArea(value, map.adcode);
  if (code === null) return null;
  return [code, `${code.slice(0, 4)}00`, provinceOf(code)].find((one) => map.has(one)) ?? null;
}
