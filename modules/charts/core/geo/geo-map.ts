import { albersOf, CHINA, type Projection } from './albers.ts';
import { AREAS, NATION, shortName } from './areas.ts';
import type { FeatureCollection, GeoFeature, Position } from './geo-json.ts';
import { clipRing, ISLANDS, MAINLAND_DASHES, SEA_FRAME, TEN_DASHES } from './sea.ts';

/** A point of the plane: x to the right, y downwards. */
export type Flat = readonly [x: number, y: number];
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export interface FlatFeature {
  type: 'Feature';
  properties: { adcode: string; name: string };
  geometry: { type: 'MultiPolygon'; coordinates: Flat[][][] } | { type: 'MultiLineString'; coordinates: Flat[][] };
}
/** Projected areas under the name by which they are registered with the drawing library. */
export interface Sheet {
  readonly key: string;
  readonly json: { type: 'FeatureCollection'; features: FlatFeature[] };
  readonly bounds: Bounds;
}
export interface MapArea {
  readonly adcode: string;
  readonly name: string;
  readonly short: string;
  readonly label: Flat;
  readonly center: Flat;
  /** width and height of its largest part */
  readonly size: Flat;
  /** it lies in the inset alone: 三沙 */
  readonly isInset: boolean;
}
/** A map that is ready to be drawn. */
export interface GeoMap extends Sheet {
  readonly adcode: string;
  readonly name: string;
  readonly areas: ReadonlyMap<string, MapArea>;
  has(adcode: string): boolean;
  /** where a place of the globe lies on it */
  at(point: Position): Flat;
  /** 审图号 of an uploaded map; null = schematic */
  readonly approvalNo: string | null;
  /** the South China Sea, on maps of the country and of 海南 */
  readonly sea: (Sheet & { readonly islands: readonly { readonly name: string; readonly at: Flat }[] }) | null;
}

/** Name of the feature that carries the dashes. */
export const DASHES = 'dashes';
/** South of it, and east of 海南, lie only islands that the inset shows. */
const SOUTH_EDGE = 17.9;
const HAINAN_EAST = 112;

const project = (projection: Projection, line: readonly Position[]): Flat[] => line.map((point) => projection.project(point));

function boundsOf(features: readonly FlatFeature[]): Bounds {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  const see = (points: readonly Flat[]) => {
    for (const [x, y] of points) {
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < north) north = y;
      if (y > south) south = y;
    }
  };
  for (const { geometry } of features)
    if (geometry.type === 'MultiLineString') geometry.coordinates.forEach(see);
    else for (const polygon of geometry.coordinates) polygon.forEach(see);
  return { x: west, y: north, w: east - west, h: south - north };
}

const polygonsOf = ({ geometry }: GeoFeature): readonly (readonly (readonly Position[])[])[] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];

const feature = (properties: { adcode: string; name: string }, coordinates: Flat[][][]): FlatFeature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'MultiPolygon', coordinates },
});
const dashes = (lines: readonly (readonly Position[])[], projection: Projection): FlatFeature => ({
  type: 'Feature',
  properties: { adcode: DASHES, name: '' },
  geometry: { type: 'MultiLineString', coordinates: lines.map((line) => project(projection, line)) },
});

/** The dashes of an uploaded map as it has them, north of a latitude; ours where it has none. */
function dashesOn(
  own: readonly GeoFeature[],
  ours: readonly (readonly Position[])[],
  projection: Projection,
  south: number,
): FlatFeature[] {
  if (own.length === 0) return [dashes(ours, projection)];
  const isNorth = (line: readonly Position[]) => line.some(([, lat]) => lat >= south);
  return own.map((one): FlatFeature =>
    one.geometry.type === 'MultiLineString'
      ? dashes(one.geometry.coordinates.filter(isNorth), projection)
      : feature(
          { adcode: DASHES, name: '' },
          polygonsOf(one)
            .filter(([ring = []]) => isNorth(ring))
            .map((rings) => rings.map((ring) => project(projection, ring))),
        ),
  );
}

/** The inset: coasts of the mainland, 海南 and 台湾, the islands and the ten dashes, cut to a frame. */
function seaSheet(features: readonly GeoFeature[]): NonNullable<GeoMap['sea']> {
  const [west, south, east, north] = SEA_FRAME;
  const own = features.filter(({ properties }) => properties.adcode === DASHES);
  const flat = features.flatMap((one): FlatFeature[] => {
    if (one.properties.adcode === DASHES) return [];
    const cut = polygonsOf(one)
      .map((rings) => project(CHINA, clipRing(rings[0] ?? [], SEA_FRAME)))
      .filter((ring) => ring.length > 2)
      .map((ring) => [ring]);
    return cut.length === 0 ? [] : [feature({ adcode: one.properties.adcode, name: one.properties.name }, cut)];
  });
  // islands are smaller than a pixel: a dot each
  const r = 0.0011;
  const dots = ISLANDS.flatMap((group) => group.dots).map((dot): Flat[][] => {
    const [x, y] = CHINA.project(dot);
    return [Array.from({ length: 8 }, (_, i): Flat => [x + r * Math.cos((i * Math.PI) / 4), y + r * Math.sin((i * Math.PI) / 4)])];
  });
  const frame = boundsOf([
    dashes(
      [
        [
          [west, south],
          [east, south],
          [west, north],
          [east, north],
          [(west + east) / 2, south],
        ],
      ],
      CHINA,
    ),
  ]);
  // the cone bends parallels and turns meridians: an upright box inside the frame
  const inner = { x: frame.x + frame.w * 0.04, y: frame.y + frame.h * 0.02, w: frame.w * 0.92, h: frame.h * 0.97 };
  return {
    key: 'cn-sea',
    json: {
      type: 'FeatureCollection',
      features: [...flat, feature({ adcode: 'islands', name: '南海诸岛' }, dots), ...dashesOn(own, TEN_DASHES, CHINA, -90)],
    },
    bounds: inner,
    islands: ISLANDS.map(({ name, at }) => ({ name, at: CHINA.project(at) })),
  };
}

/** True for parts that the main picture shows. */
const isMain = (adcode: string, [ring = []]: readonly (readonly Position[])[]): boolean =>
  ring.some(([, lat]) => lat >= SOUTH_EDGE) && (adcode !== '460000' || ring.some(([lng]) => lng < HAINAN_EAST));

interface MapSource {
  adcode: string;
  name: string;
  /** differs for every set of data that may be registered for the area */
  version: string;
  approvalNo?: string | null;
  collection: FeatureCollection;
  /** the whole country, whose coasts the inset of 海南 shows; `collection` unless given */
  nation?: FeatureCollection;
}

/** Width, height and middle of the largest part of an area. */
function spreadOf(polygons: readonly (readonly (readonly Position[])[])[]): { w: number; h: number; middle: Position } {
  let best = { w: 0, h: 0, middle: [0, 0] as Position };
  for (const [ring = []] of polygons) {
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of ring) [west, east, south, north] = [Math.min(west, x), Math.max(east, x), Math.min(south, y), Math.max(north, y)];
    if ((east - west) * (north - south) >= best.w * best.h)
      best = { w: east - west, h: north - south, middle: [(west + east) / 2, (south + north) / 2] };
  }
  return best;
}

/**
 * Projects a map. Maps of the country get the dashes that lie inside their picture, and the sea as a sheet of its own; 海南 gets the sea too.
 * Features without a code (dashes, borders) are drawn, but stand for no area.
 */
export function geoMapOf({ adcode, name, version, approvalNo = null, collection, nation = collection }: MapSource): GeoMap {
  const isNation = adcode === NATION;
  const { features } = collection;
  const hasSea = isNation || adcode === '460000';
  const shown = features
    .filter(({ properties }) => properties.adcode !== DASHES)
    .map((one) => ({ one, polygons: polygonsOf(one).filter((rings) => !hasSea || isMain(adcode, rings)) }))
    .filter(({ one, polygons }) => polygons.length > 0 || polygonsOf(one).length > 0);
  const points = shown.flatMap(({ polygons }) => polygons.flatMap(([ring]) => ring ?? []));
  const box = points.reduce<[number, number, number, number]>(
    ([w, s, e, n], [x, y]) => [Math.min(w, x), Math.min(s, y), Math.max(e, x), Math.max(n, y)],
    [180, 90, -180, -90],
  );
  const projection = isNation ? CHINA : albersOf(box);
  const flat = shown
    .filter(({ polygons }) => polygons.length > 0)
    .map(({ one, polygons }) =>
      feature(
        { adcode: one.properties.adcode, name: one.properties.name },
        polygons.map((rings) => rings.map((ring) => project(projection, ring))),
      ),
    );
  const ownDashes = nation.features.filter(({ properties }) => properties.adcode === DASHES);
  if (isNation) flat.push(...dashesOn(ownDashes, MAINLAND_DASHES, projection, SOUTH_EDGE));
  const areas = new Map<string, MapArea>();
  for (const { one, polygons } of shown) {
    const { properties } = one;
    if (!/^\d{6}$/.test(properties.adcode)) continue;
    const known = AREAS.get(properties.adcode);
    const { w, h, middle } = spreadOf(polygons.length > 0 ? polygons : polygonsOf(one));
    const center = properties.center ?? known?.center ?? middle;
    const corner = projection.project([middle[0] + w / 2, middle[1] - h / 2]);
    const other = projection.project([middle[0] - w / 2, middle[1] + h / 2]);
    areas.set(properties.adcode, {
      adcode: properties.adcode,
      name: properties.name,
      short: shortName(properties.adcode, properties.name),
      label: projection.project(properties.label ?? middle),
      center: projection.project(center),
      size: [Math.abs(corner[0] - other[0]), Math.abs(corner[1] - other[1])],
      isInset: polygons.length === 0,
    });
  }
  return {
    adcode,
    name,
    key: isNation ? `cn@${version}` : `cn-${adcode}@${version}`,
    json: { type: 'FeatureCollection', features: flat },
    bounds: boundsOf(flat),
    areas,
    has: (code) => areas.has(code),
    at: (point) => projection.project(point),
    approvalNo,
    sea: hasSea ? { ...seaSheet(nation.features), key: `cn-sea-${adcode}@${version}` } : null,
  };
}
