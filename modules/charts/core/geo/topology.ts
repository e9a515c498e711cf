import type { AreaProps, FeatureCollection, Position } from './geo-json.ts';

/**
 * How bundled maps are stored: borders once, as `arcs` of whole numbers (first point, then steps, in `1 / scale` degrees), so that
 * neighbours share theirs to the last digit. A ring is a list of arcs; `~i` is arc i backwards. tools/maps.ts writes it.
 */
export interface Topology {
  readonly adcode: string;
  readonly name: string;
  readonly scale: number;
  readonly arcs: readonly (readonly number[])[];
  readonly areas: readonly (AreaProps & { readonly polygons: readonly (readonly (readonly number[])[])[] })[];
}

const points = (arc: readonly number[], scale: number): Position[] => {
  let [x, y] = [0, 0];
  const line: Position[] = [];
  for (let i = 0; i < arc.length; i += 2) {
    x += arc[i] ?? 0;
    y += arc[i + 1] ?? 0;
    line.push([x / scale, y / scale]);
  }
  return line;
};

/** A stored map as GeoJSON. */
export function featuresOf(topology: Topology): FeatureCollection {
  const lines = topology.arcs.map((arc) => points(arc, topology.scale));
  const ring = (arcs: readonly number[]): Position[] => {
    const whole = arcs.flatMap((index, at) => {
      const line = index < 0 ? (lines[~index] ?? []).toReversed() : (lines[index] ?? []);
      return at === 0 ? line : line.slice(1);
    });
    const [first] = whole;
    const last = whole.at(-1);
    if (first && last && (first[0] !== last[0] || first[1] !== last[1])) whole.push(first);
    return whole;
  };
  return {
    type: 'FeatureCollection',
    features: topology.areas.map(({ polygons, adcode, name, center, label }) => ({
      type: 'Feature',
      properties: { adcode, name, center, label },
      geometry: { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(ring)) },
    })),
  };
}
