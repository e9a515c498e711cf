// Makes the bundled maps of modules/charts from the map files of echarts@4.9.0 (Apache-2.0). Run it by hand:
//   npm pack echarts@4.9.0   (in a scratch folder; extract it)
//   npx tsx tools/maps.ts <package>/map/json
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cut, dissolve, simplifier, type Cut } from './maps/arcs.ts';
import { LABELS, PLACES, PROVINCE_FILES, RECODED, TAIWAN } from './maps/corrections.ts';
import { heal } from './maps/heal.ts';
import { readMap, SCALE, type Point, type Ring, type Source } from './maps/decode.ts';
import { labelPoint } from './maps/label-point.ts';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: npx tsx tools/maps.ts <echarts-4.9.0>/map/json');
  process.exit(1);
}
/** 1 / 1024 degrees within which two points of the files are one: about 300 metres */
const TOLERANCE = 3;
const NATIONAL_BYTES = 66_000;
const PROVINCE_BYTES = 30_000;
/** for 浙江 with its more than 500 islands */
const MAX_BYTES = 56_000;
const out = new URL('../modules/charts/web/map/data/', import.meta.url);
const list = JSON.parse(readFileSync(new URL('../modules/projects/server/data/areas.json', import.meta.url), 'utf8')) as {
  areas: [code: string, name: string][];
};
const nameOf = new Map(list.areas);

const round = (value: number): number => Math.round(value * 1000) / 1000;
const degrees = ([x, y]: Point): [number, number] => [round(x / SCALE), round(y / SCALE)];

interface Area {
  adcode: string;
  name: string;
  center: [number, number];
  label: [number, number];
  polygons: number[][][];
}

/** 崇明县 of the files has no code any more, and 台湾 never had any: they are found by name. */
function codeOf({ code, name }: Source, province: string): string {
  if (code) return RECODED[code] ?? code;
  if (TAIWAN[name]) return TAIWAN[name];
  const found = list.areas.find(([one, known]) => known === name && one.slice(0, 2) === province.slice(0, 2));
  if (!found) throw new Error(`${name} has no code`);
  return found[0];
}

const write = (arcs: Point[][], areas: Area[], rest: { adcode: string; name: string }): string =>
  JSON.stringify({
    ...rest,
    scale: SCALE,
    arcs: arcs.map((points) => points.flatMap(([x, y], i) => (i === 0 ? [x, y] : [x - points[i - 1]![0], y - points[i - 1]![1]]))),
    areas,
  });

/** The finest picture that fits into `bytes`. */
function fitted(shape: Cut, areas: Area[], rest: { adcode: string; name: string }, bytes: number): string {
  const at = simplifier(shape);
  let [low, high] = [0, 64];
  let best = write(at(0), areas, rest);
  if (best.length <= bytes) return best;
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    const text = write(at(middle), areas, rest);
    if (text.length > bytes) low = middle;
    else [high, best] = [middle, text];
  }
  return best.length > bytes && bytes < MAX_BYTES ? fitted(shape, areas, rest, MAX_BYTES) : best;
}

interface Place {
  adcode: string;
  center: [number, number];
}

function makeMap(adcode: string, name: string, sources: Source[], bytes: number, seats: Map<string, [number, number]>): Place[] {
  const codes = sources.map((source) => codeOf(source, adcode));
  const shape = cut(
    heal(
      sources.map(({ polygons }) => polygons),
      TOLERANCE,
    ),
  );
  const merged = new Map<string, { polygons: number[][][]; rings: Ring[][]; source: Source }>();
  sources.forEach((source, i) => {
    const code = codes[i]!;
    const known = merged.get(code);
    if (!known) merged.set(code, { polygons: shape.areas[i]!, rings: source.polygons, source });
    else {
      known.polygons = dissolve([...known.polygons, ...shape.areas[i]!], shape.arcs);
      known.rings = [...known.rings, ...source.polygons];
      if (source.code && !RECODED[source.code]) known.source = source;
    }
  });
  const areas = [...merged]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { polygons, rings, source }]): Area => {
      const label = LABELS[code] ?? degrees(labelPoint(rings));
      const seat = seats.get(code) ?? source.seat ?? label;
      const own = source.name === '中国属钓鱼岛' ? '钓鱼岛及其附属岛屿' : source.name;
      return {
        adcode: code,
        name: nameOf.get(code) ?? own,
        center: [round(seat[0]), round(seat[1])],
        label: [round(label[0]), round(label[1])],
        polygons,
      };
    });
  const text = fitted(shape, areas, { adcode, name }, bytes);
  writeFileSync(new URL(`${adcode}.json`, out), `${text}\n`);
  const points = (JSON.parse(text) as { arcs: number[][] }).arcs.reduce((sum, arc) => sum + arc.length / 2, 0);
  console.log(`${adcode} ${name}: ${areas.length} areas, ${points} points, ${text.length} bytes`);
  return areas.map(({ adcode: code, center }) => ({ adcode: code, center }));
}

/** A square of about two kilometres, for an island that the files leave out. */
const islet = (lng: number, lat: number): Ring[] => {
  const [x, y] = [Math.round(lng * SCALE), Math.round(lat * SCALE)];
  return [
    [
      [x - 8, y - 4],
      [x + 8, y - 4],
      [x + 8, y + 4],
      [x - 8, y + 4],
    ],
  ];
};

const places: Place[] = [];
for (const [adcode, file] of Object.entries(PROVINCE_FILES)) {
  const sources = readMap(join(folder, 'province', `${file}.json`));
  // 赤尾屿 is missing in the file of 台湾
  if (adcode === '710000') sources.find(({ name }) => name === '中国属钓鱼岛')!.polygons.push(islet(124.557, 25.922));
  places.push(...makeMap(adcode, nameOf.get(adcode)!, sources, PROVINCE_BYTES, new Map()));
}
const centerOf = new Map(places.map(({ adcode, center }) => [adcode, center]));
const national = readMap(join(folder, 'china.json'));
// the seat of a province is the seat of its first city; of a municipality that of the file
const seats = new Map(
  national.map(({ code, seat }): [string, [number, number]] => [code!, centerOf.get(`${code!.slice(0, 2)}0100`) ?? [seat![0], seat![1]]]),
);
const provinces = makeMap('100000', '全国', national, NATIONAL_BYTES, seats);
for (const { adcode, center } of provinces) centerOf.set(adcode, center);
for (const [adcode, [lng, lat]] of Object.entries(PLACES)) centerOf.set(adcode, [lng, lat]);

// names and places of provinces and of what lies directly below them, for the resolver
const isPseudo = (name: string) => ['市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划'].includes(name);
const below = list.areas.filter(
  ([code, name]) => !isPseudo(name) && (code.endsWith('00') || centerOf.has(code) || code.slice(2, 4) === '90'),
);
const rows = [...below.map(([code]) => code), ...Object.values(TAIWAN)].toSorted().map((code) => {
  const name = nameOf.get(code) ?? Object.keys(TAIWAN).find((one) => TAIWAN[one] === code)!;
  return `  ${JSON.stringify([code, name === '中国属钓鱼岛' ? '钓鱼岛及其附属岛屿' : name, ...(centerOf.get(code) ?? [])])}`;
});
writeFileSync(
  new URL('../modules/charts/core/geo/areas.json', import.meta.url),
  `{ "vintage": "2023", "areas": [\n${rows.join(',\n')}\n] }\n`,
);
console.log(`${rows.length} areas with names, ${rows.filter((row) => row.split(',').length < 4).length} without a place`);
