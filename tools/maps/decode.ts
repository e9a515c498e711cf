import { readFileSync } from 'node:fs';

export type Point = readonly [x: number, y: number];
export type Ring = Point[];

/** One area of a source file: its rings in whole numbers of 1 / SCALE degrees. */
export interface Source {
  code: string | null;
  name: string;
  /** seat of its government as the file has it */
  seat: Point | null;
  polygons: Ring[][];
}
/** The files of ECharts count in 1 / 1024 degrees. */
export const SCALE = 1024;

/** Turns the packed text of a ring (steps, zigzag, from 64 on) into points. */
function unpack(text: string, [x0, y0]: readonly [number, number]): Ring {
  const step = (at: number) => {
    const value = text.charCodeAt(at) - 64;
    return (value >> 1) ^ -(value & 1);
  };
  const ring: Ring = [];
  let [x, y] = [x0, y0];
  for (let i = 0; i < text.length; i += 2) {
    x += step(i);
    y += step(i + 1);
    ring.push([x, y]);
  }
  return ring;
}

/** Without repeats, and without the closing point. */
function clean(ring: Ring): Ring {
  const kept = ring.filter(([x, y], i) => i === 0 || x !== ring[i - 1]?.[0] || y !== ring[i - 1]?.[1]);
  const [first, last] = [kept[0], kept.at(-1)];
  if (kept.length > 1 && first && last && first[0] === last[0] && first[1] === last[1]) kept.pop();
  return kept;
}

interface SourceFeature {
  id?: string;
  properties: { id?: string; name: string; cp?: [number, number]; longitude?: number; latitude?: number };
  geometry:
    | { type: 'Polygon'; coordinates: (string | Point[])[]; encodeOffsets?: [number, number][] }
    | { type: 'MultiPolygon'; coordinates: (string | Point[])[][]; encodeOffsets?: [number, number][][] };
}

/** Reads a map file of echarts@4.9.0, packed or plain. */
export function readMap(file: string): Source[] {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as { features: SourceFeature[] };
  return features.map(({ id, properties, geometry }) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const offsets = geometry.type === 'Polygon' ? [geometry.encodeOffsets ?? []] : (geometry.encodeOffsets ?? []);
    const { longitude, latitude } = properties;
    const seat: Point | null = properties.cp ?? (longitude !== undefined && latitude !== undefined ? [longitude, latitude] : null);
    return {
      code: id ?? properties.id ?? null,
      name: properties.name,
      seat,
      polygons: polygons
        .map((rings, i) =>
          rings
            .map((ring, j) =>
              clean(
                typeof ring === 'string'
                  ? unpack(ring, offsets[i]?.[j] ?? [0, 0])
                  : ring.map(([x, y]) => [Math.round(x * SCALE), Math.round(y * SCALE)] as const),
              ),
            )
            .filter((ring) => ring.length > 2),
        )
        .filter((rings) => rings.length > 0),
    };
  });
}
