import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { albers, CHINA } from './albers.ts';
import { AREAS, NATION, PROVINCES } from './areas.ts';
import { checkMap } from './check-map.ts';
import { geoMapOf } from './geo-map.ts';
import type { FeatureCollection, MultiPolygon } from './geo-json.ts';
import { placeTexts } from './layout.ts';
import { areaOn, resolveArea } from './resolve.ts';
import { TEN_DASHES } from './sea.ts';
import { stepsOf } from './steps.ts';
import { featuresOf, type Topology } from './topology.ts';

const folder = new URL('../../web/map/data/', import.meta.url);
const text = (adcode: string) => readFileSync(new URL(`${adcode}.json`, folder), 'utf8');
const topology = (adcode: string) => JSON.parse(text(adcode)) as Topology;
const mapOf = (adcode: string) =>
  geoMapOf({
    adcode,
    name: topology(adcode).name,
    version: 't',
    collection: featuresOf(topology(adcode)),
    nation: featuresOf(topology(NATION)),
  });
const seed = (
  JSON.parse(readFileSync(new URL('../../../projects/server/data/areas.json', import.meta.url), 'utf8')) as { areas: [string, string][] }
).areas;
const PSEUDO = ['市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划'];

describe('projection', () => {
  it('gives the numbers of the manual (Snyder 1987, p. 291: unit sphere, 29°30′/45°30′, 96° W, 23° N; 35° N 75° W)', () => {
    const [x, y] = albers({ lat1: 29.5, lat2: 45.5, lon0: -96, lat0: 23 }).project([-75, 35]);
    expect(x).toBeCloseTo(0.295272, 6);
    expect(-y).toBeCloseTo(0.2416774, 6);
  });

  it('goes there and back, and keeps areas in proportion from south to north', () => {
    for (const point of [
      [75, 39.5],
      [105, 25],
      [134.7, 48.4],
      [112, 3.9],
    ] as const) {
      const [lng, lat] = CHINA.unproject(CHINA.project(point));
      expect(lng).toBeCloseTo(point[0], 9);
      expect(lat).toBeCloseTo(point[1], 9);
    }
    const cell = (lng: number, lat: number) => {
      const [a, b, c] = [CHINA.project([lng, lat]), CHINA.project([lng + 0.01, lat]), CHINA.project([lng, lat + 0.01])];
      return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / Math.cos(((lat + 0.005) * Math.PI) / 180);
    };
    expect(cell(80, 50) / cell(118, 20)).toBeCloseTo(1, 4);
  });
});

describe('bundled maps', () => {
  it('exist for the country and its 34 provinces, small, every area with its code of 2023', () => {
    expect(PROVINCES).toHaveLength(34);
    for (const adcode of [NATION, ...PROVINCES.map((one) => one.adcode)]) {
      const own = topology(adcode);
      expect(own.adcode).toBe(adcode);
      expect(text(adcode).length).toBeLessThan(adcode === NATION ? 70_000 : 60_000);
      for (const { adcode: code, name } of own.areas) expect(AREAS.get(code)?.name, `${code} ${name}`).toBe(name);
    }
    expect(gzipSync(text(NATION)).length).toBeLessThan(40_000);
  });

  it('have every city of the division of 2023 but those founded since their source', () => {
    const drawn = new Set(PROVINCES.flatMap(({ adcode }) => topology(adcode).areas.map((one) => one.adcode)));
    const cities = seed.filter(
      ([code, name]) => !PSEUDO.includes(name) && !code.endsWith('0000') && (code.endsWith('00') || code.slice(2, 4) === '90'),
    );
    expect(cities.map(([code]) => code).filter((code) => !drawn.has(code))).toEqual(['659010', '659011', '659012']);
    for (const gone of ['371200', '542400', '652200', '500228', '500232']) expect(drawn.has(gone)).toBe(false);
  });

  it('share borders to the last digit: a border between two provinces is one arc', () => {
    const { areas } = topology(NATION);
    const arcs = (adcode: string) => areas.find((one) => one.adcode === adcode)!.polygons.flat(2);
    const sichuan = arcs('510000');
    for (const neighbour of ['500000', '520000', '530000', '540000', '610000', '620000', '630000'])
      expect(
        arcs(neighbour).some((arc) => sichuan.includes(~arc) || sichuan.includes(arc)),
        neighbour,
      ).toBe(true);
  });

  it('have the whole territory: 台湾 with 钓鱼岛 and 赤尾屿, the ten dashes and the islands of the South China Sea in their frame', () => {
    const map = mapOf(NATION);
    expect([...map.areas.keys()].toSorted()).toEqual(PROVINCES.map(({ adcode }) => adcode).toSorted());
    const nation = featuresOf(topology(NATION));
    const taiwan = nation.features.find(({ properties }) => properties.adcode === '710000')!.geometry;
    const middles = (taiwan as MultiPolygon).coordinates.map(([ring]) =>
      [0, 1].map((at) => ring!.reduce((sum, point) => sum + point[at]!, 0) / ring!.length),
    );
    const near = (lng: number, lat: number) => middles.some(([x, y]) => Math.hypot(x! - lng, y! - lat) < 0.3);
    expect(near(123.48, 25.75)).toBe(true);
    expect(near(124.56, 25.92)).toBe(true);
    expect(TEN_DASHES).toHaveLength(10);
    const dashes = map.sea!.json.features.find(({ properties }) => properties.adcode === 'dashes')!;
    expect(dashes.geometry.coordinates).toHaveLength(10);
    expect(map.sea!.islands.map(({ name }) => name)).toEqual(expect.arrayContaining(['东沙群岛', '西沙群岛', '中沙群岛', '南沙群岛']));
    expect(map.sea!.json.features.some(({ properties }) => properties.adcode === '460000')).toBe(true);
    const taiwanMap = featuresOf(topology('710000')).features.map(({ properties }) => properties.name);
    expect(taiwanMap).toContain('钓鱼岛及其附属岛屿');
    expect(mapOf('460000').sea).not.toBeNull();
    expect(mapOf('330000').sea).toBeNull();
    expect(map.key.startsWith('china')).toBe(false);
  });
});

describe('resolving areas', () => {
  it('finds every province and city of the division by code, name, and name inside its province', () => {
    for (const [code, name] of seed) {
      if (PSEUDO.includes(name) || !(code.endsWith('00') || code.slice(2, 4) === '90')) continue;
      const within = code.endsWith('0000') ? NATION : `${code.slice(0, 2)}0000`;
      expect(resolveArea(code)).toBe(code);
      expect(resolveArea(name, within), name).toBe(code);
    }
  });

  it.each([
    ['浙江', '330000'],
    ['浙', '330000'],
    ['33', '330000'],
    [33, '330000'],
    ['3301', '330100'],
    ['330106', '330100'],
    ['330106001', '330100'],
    ['内蒙', '150000'],
    ['内蒙古', '150000'],
    ['新疆维吾尔自治区', '650000'],
    ['香港', '810000'],
    ['台湾省', '710000'],
    ['恩施州', '422800'],
    ['恩施', '422800'],
    ['那曲地区', '540600'],
    ['542400', '540600'],
    ['莱芜市', '370100'],
    ['襄樊', '420600'],
    ['浙江省/杭州市', '330100'],
    ['浙江省杭州市', '330100'],
    ['浙江 - 宁波', '330200'],
    ['吉林', '220000'],
    ['吉林市', '220200'],
    ['全国', NATION],
    ['火星', null],
    ['99', null],
    ['', null],
    [null, null],
    ['__proto__', null],
    ['constructor', null],
    ["'; drop table x; --", null],
  ])('%s → %s', (value, code) => expect(resolveArea(value)).toBe(code));

  it('places what lies below an area of the map, and nothing that lies outside', () => {
    const nation = { adcode: NATION, has: (code: string) => code.endsWith('0000') };
    expect(areaOn('杭州市', nation)).toBe('330000');
    const jilin = mapOf('220000');
    expect(areaOn('吉林', jilin)).toBe('220200');
    expect(areaOn('220204', jilin)).toBe('220200');
    expect(areaOn('杭州市', jilin)).toBeNull();
  });
});

describe('classes and names', () => {
  it('have about equally many values each, short breaks, and one class per value when there are few', () => {
    const steps = stepsOf(
      Array.from({ length: 100 }, (_, i) => i * i + 3),
      5,
    )!;
    const counts = [0, 0, 0, 0, 0];
    for (let i = 0; i < 100; i++) counts[steps.classOf(i * i + 3)]!++;
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(4);
    expect(stepsOf([7, 7, 9], 5)!.breaks).toEqual([9]);
    expect(stepsOf([4], 5)!.breaks).toEqual([]);
    expect(stepsOf([], 5)).toBeNull();
    expect(stepsOf([-5, 0, 0.001, 1e12], 3)!.classOf(1e12)).toBe(2);
  });

  it('never cover each other, the higher rank first', () => {
    const options = (of: string, x: number, rank: number) => ({
      of,
      text: '四川',
      at: [x, 50] as const,
      size: 12,
      rank,
      spots: [[0, 0]] as const,
    });
    const frame = { x: 0, y: 0, w: 200, h: 100 };
    expect(
      placeTexts([options('a', 50, 1), options('b', 60, 2), options('c', 120, 0), options('d', 199, 9)], frame).map(({ of }) => of),
    ).toEqual(['b', 'c']);
  });
});

describe('uploaded maps', () => {
  const nation = (): FeatureCollection => JSON.parse(JSON.stringify(featuresOf(topology(NATION)))) as FeatureCollection;
  const dashes = {
    type: 'Feature',
    properties: { adcode: '100000_JD', name: '' },
    geometry: { type: 'MultiLineString', coordinates: TEN_DASHES },
  };
  const problem = (value: unknown, adcode = NATION): string => {
    const checked = checkMap(value, adcode);
    return 'problem' in checked ? checked.problem : '';
  };

  it('are taken when whole, and their own dashes are drawn', () => {
    const whole = { ...nation(), features: [...nation().features, dashes] };
    const checked = checkMap(whole, NATION);
    if ('problem' in checked) throw new Error(checked.problem);
    const map = geoMapOf({ adcode: NATION, name: '全国', version: 'u', approvalNo: 'GS(2024)0650号', collection: checked.collection });
    expect(map.areas.size).toBe(34);
    expect(map.sea!.json.features.filter(({ properties }) => properties.adcode === 'dashes')).toHaveLength(1);
    expect(checkMap(featuresOf(topology('330000')), '330000')).toHaveProperty('collection');
  });

  it('are refused with a sentence when a part of the territory or of the data is missing', () => {
    expect(problem(nation())).toContain('南海');
    const without = (code: string) => ({
      ...nation(),
      features: [...nation().features.filter(({ properties }) => properties.adcode !== code), dashes],
    });
    expect(problem(without('710000'))).toContain('台湾省（710000）');
    expect(problem(without('810000'))).toContain('香港特别行政区');
    expect(problem(without('820000'))).toContain('澳门特别行政区');
    const square = [
      [
        [120, 30],
        [121, 30],
        [121, 31],
        [120, 30],
      ],
    ];
    const one = (properties: object, geometry: object) => ({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties, geometry }],
    });
    const polygon = { type: 'Polygon', coordinates: square };
    expect(problem(one({ name: '杭州市' }, polygon), '330000')).toContain('adcode');
    expect(problem(one({ adcode: 330100 }, polygon), '330000')).toContain('name');
    expect(problem(one({ adcode: '320100', name: '南京市' }, polygon), '330000')).toContain('不属于');
    expect(problem(one({ adcode: '330100', name: '杭州市' }, { type: 'Point', coordinates: [1, 2] }), '330000')).toContain('不是面');
    const far = { type: 'Polygon', coordinates: [square[0]!.map(([x, y]) => [x! * 1e5, y! * 1e5])] };
    expect(problem(one({ adcode: '330100', name: '杭州市' }, far), '330000')).toContain('经纬度');
    expect(problem(one({ adcode: '330100', name: '杭州市' }, { type: 'Polygon', coordinates: [[['a', null]]] }), '330000')).not.toBe('');
    expect(problem({ type: 'Topology' })).toContain('FeatureCollection');
    expect(problem(null)).toContain('FeatureCollection');
    expect(problem({ type: 'FeatureCollection', features: [] })).toContain('没有任何区域');
    expect(checkMap(one({ adcode: 330100, name: '杭州市' }, polygon), '330000')).toHaveProperty('collection');
  });
});
