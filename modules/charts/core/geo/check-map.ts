import { NATION, PROVINCES, provinceOf } from './areas.ts';
import { DASHES } from './geo-map.ts';
import type { FeatureCollection, GeoFeature, Position } from './geo-json.ts';

/** An uploaded map as it is kept, or the sentence that says why not. */
export type CheckedMap = { readonly collection: FeatureCollection } | { readonly problem: string };

/** Points in all; enough for a reviewed map in five megabytes. */
const MAX_POINTS = 400_000;
const SEA = /十段线|九段线|断续线|南海|诸岛|JD$/;
/** A map of the country without points south of it lacks the islands of the South China Sea. */
const SEA_LATITUDE = 12;

class Refused extends Error {}
const refuse = (text: string): never => {
  throw new Refused(text);
};
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the coordinates of one file, counting its points. */
class Coordinates {
  points = 0;
  position(value: unknown, name: string): Position {
    const [lng, lat] = Array.isArray(value) ? (value as unknown[]) : [];
    if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng) || !Number.isFinite(lat))
      return refuse(`“${name}”的坐标不正确，应为 [经度, 纬度]`);
    if (Math.abs(lng) > 180 || Math.abs(lat) > 90) return refuse(`“${name}”的坐标 [${lng}, ${lat}] 超出经纬度范围，请使用经纬度坐标`);
    if (++this.points > MAX_POINTS) return refuse(`地图超过${MAX_POINTS / 10_000}万个坐标点，请先简化`);
    return [lng, lat];
  }
  line(value: unknown, name: string, least: number): Position[] {
    if (!Array.isArray(value) || value.length < least) return refuse(`“${name}”的边界不完整，至少需要${least}个坐标点`);
    return value.map((one) => this.position(one, name));
  }
  polygon(value: unknown, name: string): Position[][] {
    if (!Array.isArray(value) || value.length === 0) return refuse(`“${name}”没有边界坐标`);
    return value.map((one) => this.line(one, name, 4));
  }
  lines(value: unknown, name: string): Position[][] {
    if (!Array.isArray(value) || value.length === 0) return refuse(`“${name}”没有坐标`);
    return value.map((one) => this.line(one, name, 2));
  }
}

function geometryOf(geometry: unknown, name: string, isLineAllowed: boolean, read: Coordinates): GeoFeature['geometry'] {
  const { type, coordinates } = isRecord(geometry) ? geometry : { type: undefined, coordinates: undefined };
  if (type === 'Polygon') return { type: 'MultiPolygon', coordinates: [read.polygon(coordinates, name)] };
  if (type === 'MultiPolygon' && Array.isArray(coordinates))
    return { type: 'MultiPolygon', coordinates: coordinates.map((one) => read.polygon(one, name)) };
  if (isLineAllowed && type === 'LineString') return { type: 'MultiLineString', coordinates: [read.line(coordinates, name, 2)] };
  if (isLineAllowed && type === 'MultiLineString') return { type: 'MultiLineString', coordinates: read.lines(coordinates, name) };
  return refuse(`“${name}”不是面（Polygon 或 MultiPolygon）`);
}

function featureOf(value: unknown, at: number, adcode: string, read: Coordinates): GeoFeature {
  const properties = isRecord(value) && isRecord(value.properties) ? value.properties : null;
  if (!isRecord(value) || value.type !== 'Feature' || !properties) return refuse(`第${at + 1}个要素不是有效的 Feature`);
  const code = String(properties.adcode ?? properties.code ?? value.id ?? '').slice(0, 20);
  const name = String(properties.name ?? '')
    .trim()
    .slice(0, 60);
  const isSea = adcode === NATION && !/^\d{6}$/.test(code) && (SEA.test(name) || SEA.test(code));
  if (!isSea && !/^\d{6}$/.test(code)) return refuse(`第${at + 1}个要素${name && `“${name}”`}缺少6位区划代码（adcode）`);
  if (!isSea && name === '') return refuse(`第${at + 1}个要素（${code}）缺少名称（name）`);
  if (!isSea && adcode !== NATION && provinceOf(code) !== adcode) return refuse(`“${name}”（${code}）不属于所选区域 ${adcode}`);
  const given = Array.isArray(properties.center) ? properties.center : properties.cp;
  const geometry = geometryOf(value.geometry, name || code, isSea, read);
  const center = Array.isArray(given) ? read.position(given, name) : undefined;
  return {
    type: 'Feature',
    properties: { adcode: isSea ? DASHES : code, name: isSea ? '' : name, ...(center && { center }) },
    geometry,
  };
}

const reachesSouth = ({ geometry }: GeoFeature): boolean =>
  (geometry.type === 'MultiLineString' ? geometry.coordinates : geometry.coordinates.flat()).some((line) =>
    (line as readonly Position[]).some(([, lat]) => lat < SEA_LATITUDE),
  );

/** What the map of the country must hold. */
function assertWhole(features: readonly GeoFeature[]): void {
  const codes = new Set(features.map(({ properties }) => properties.adcode));
  const missing = PROVINCES.filter(({ adcode }) => !codes.has(adcode));
  if (missing.length > 0)
    refuse(`全国地图必须包含34个省级行政区，缺少：${missing.map(({ adcode, name }) => `${name}（${adcode}）`).join('、')}`);
  if (!features.some(reachesSouth)) refuse('全国地图必须包含南海诸岛和南海断续线，文件中没有北纬12度以南的内容');
}

/**
 * Checks an uploaded map: a FeatureCollection of polygons in degrees, every area with code and name, codes below the chosen area; the map
 * of the country with all 34 provinces and the South China Sea. What is kept has only what drawing needs.
 */
export function checkMap(value: unknown, adcode: string): CheckedMap {
  try {
    if (!isRecord(value) || value.type !== 'FeatureCollection' || !Array.isArray(value.features))
      return refuse('文件不是 GeoJSON 要素集（FeatureCollection）');
    if (value.features.length === 0) return refuse('文件中没有任何区域');
    if (value.features.length > 1000) return refuse('文件中的区域超过1000个');
    const read = new Coordinates();
    const features = value.features.map((one, at) => featureOf(one, at, adcode, read));
    const codes = features.map(({ properties }) => properties.adcode).filter((code) => code !== DASHES);
    const twice = codes.find((code, at) => codes.indexOf(code) !== at);
    if (twice) return refuse(`区划代码 ${twice} 重复`);
    if (adcode === NATION) assertWhole(features);
    return { collection: { type: 'FeatureCollection', features } };
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message };
    throw error;
  }
}
