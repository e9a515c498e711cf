import { packRanges, type AddressRange, type RangeTable } from './range-table.ts';

/*
 * Data files of the ip2region project: the first format (.db), which the package brings, and the present one (.xdb, structures 2 and 3),
 * which a company may put beside it. Numbers are little endian.
 */

const DB_BLOCK = 12;
const XDB_HEADER = 256;
const XDB_BLOCK = { 4: 14, 6: 38 } as const;
const XDB_IPV6 = 6;
/** Parts of China that have no province above them in the data. */
const SPECIAL = /^(香港|澳门|台湾)/;

const known = (part: string | undefined): string => (part && part !== '0' ? part : '');

/** What people read: 省份 城市 inside China, the country elsewhere. */
export function placeName(country: string, province: string, city: string): string | null {
  if (!country || country.includes('内网')) return null;
  if (country !== '中国' || !province) return country;
  if (SPECIAL.test(province)) return `中国${province}`;
  // municipalities: 上海 上海市
  if (!city || city.startsWith(province)) return city || province;
  return `${province} ${city}`;
}

/** 中国|0|江苏省|苏州市|电信 (country, area, province, city, carrier), or 中国|江苏省|苏州市|电信|CN. */
function placeOf(text: string, hasArea: boolean): string | null {
  const parts = text.split('|').map(known);
  const [province, city] = hasArea ? [parts[2], parts[3]] : [parts[1], parts[2]];
  return placeName(parts[0] ?? '', province ?? '', city ?? '');
}

/** Place names by offset: thousands of ranges share one text. */
function namesOf(file: Buffer, hasArea: boolean) {
  const seen = new Map<number, string | null>();
  return (at: number, length: number): string | null => {
    let place = seen.get(at);
    if (place === undefined) {
      place = placeOf(file.toString('utf8', at, at + length), hasArea);
      seen.set(at, place);
    }
    return place;
  };
}

function* dbRanges(file: Buffer): Generator<AddressRange> {
  const name = namesOf(file, true);
  const last = file.readUInt32LE(4);
  for (let at = file.readUInt32LE(0); at <= last; at += DB_BLOCK) {
    const pointer = file.readUInt32LE(at + 8);
    // the upper byte is the length; a number of the city stands before the text
    const place = name((pointer & 0xff_ff_ff) + 4, (pointer >>> 24) - 4);
    yield { first: file.readUInt32LE(at), last: file.readUInt32LE(at + 4), place };
  }
}

function* xdbRanges(file: Buffer, hasArea: boolean, isWide: boolean): Generator<AddressRange> {
  const name = namesOf(file, hasArea);
  const [block, width] = isWide ? [XDB_BLOCK[6], 16] : [XDB_BLOCK[4], 4];
  const last = file.readUInt32LE(12);
  let before = -1n;
  for (let at = file.readUInt32LE(8); at <= last; at += block) {
    const place = name(file.readUInt32LE(at + 2 * width + 2), file.readUInt16LE(at + 2 * width));
    if (!isWide) yield { first: file.readUInt32LE(at), last: file.readUInt32LE(at + 4), place };
    else {
      // the first half of an address is the network: of ranges inside one network the first counts
      const [first, end] = [file.readBigUInt64BE(at), file.readBigUInt64BE(at + width)];
      if (end > before) yield { first: first > before ? first : before + 1n, last: end, place };
      before = end > before ? end : before;
    }
  }
}

/** Reads a data file; throws when it is none. */
export function readRegionFile(file: Buffer, format: 'db' | 'xdb'): RangeTable {
  if (format === 'db') return packRanges(dbRanges(file), false);
  const structure = file.readUInt16LE(0);
  const isWide = structure >= 3 && file.readUInt16LE(16) === XDB_IPV6;
  if (structure < 2 || structure > 3 || file.readUInt32LE(8) < XDB_HEADER) throw new Error('not an xdb file that is understood');
  return packRanges(xdbRanges(file, structure === 2, isWide), isWide);
}
