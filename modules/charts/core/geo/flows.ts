import { numberAt, type Clicked, type Model } from '../option/model.ts';
import { AREAS, shortName } from './areas.ts';
import type { Flat, GeoMap } from './geo-map.ts';
import { resolveArea } from './resolve.ts';

/** An end of flows. */
export interface FlowPlace {
  readonly adcode: string;
  readonly name: string;
  readonly at: Flat;
  /** sum of what starts and ends here */
  readonly weight: number;
  readonly clicked: readonly Clicked[];
}
export interface Flow {
  readonly from: FlowPlace;
  readonly to: FlowPlace;
  readonly value: number;
  readonly clicked: readonly Clicked[];
}
export interface Flows {
  /** largest first */
  readonly flows: readonly Flow[];
  readonly places: readonly FlowPlace[];
  readonly unknown: readonly string[];
}

/** A known area that lies on the map, with the place of its seat. */
function placeOn(value: unknown, map: GeoMap): { adcode: string; name: string; at: Flat } | null {
  const adcode = resolveArea(value, map.adcode);
  const known = adcode ? AREAS.get(adcode) : undefined;
  return known ? { adcode: known.adcode, name: shortName(known.adcode, known.name), at: map.at(known.center) } : null;
}

/** Rows of origin, destination and amount as flows between seats of areas; rows without an amount are left out, the same pair is summed. */
export function flowsOf(model: Model, map: GeoMap): Flows {
  const [fromDim, toDim] = model.rowDims;
  const [measure] = model.measures;
  const unknown = new Set<string>();
  const places = new Map<string, FlowPlace & { weight: number }>();
  const flows = new Map<string, Flow & { value: number }>();
  if (!fromDim || !toDim || !measure) return { flows: [], places: [], unknown: [] };
  for (const row of model.rows) {
    const value = numberAt(row, measure);
    const ends = [fromDim, toDim].map((dim) => ({ dim, raw: row[dim.at] ?? null, found: placeOn(row[dim.at], map) }));
    for (const { raw, found } of ends) if (!found && raw !== null && raw !== '') unknown.add(String(raw));
    const [from, to] = ends;
    if (!from?.found || !to?.found || value === null || value <= 0) continue;
    const [a, b] = [from, to].map(({ dim, raw, found }) => {
      const place = places.get(found!.adcode) ?? { ...found!, weight: 0, clicked: [{ col: dim.col, value: raw }] };
      place.weight += value;
      places.set(place.adcode, place);
      return place;
    });
    if (a === b) continue;
    const key = `${a!.adcode}>${b!.adcode}`;
    const flow = flows.get(key) ?? {
      from: a!,
      to: b!,
      value: 0,
      clicked: [
        { col: fromDim.col, value: from.raw },
        { col: toDim.col, value: to.raw },
      ],
    };
    flow.value += value;
    flows.set(key, flow);
  }
  return {
    flows: [...flows.values()].toSorted((x, y) => y.value - x.value),
    places: [...places.values()].toSorted((x, y) => y.weight - x.weight),
    unknown: [...unknown],
  };
}

/** The place that all turns around: the named one, or the end with the largest sum. */
export function hubOf(flows: Flows, map: GeoMap, named?: string | null): FlowPlace | null {
  const code = named ? placeOn(named, map)?.adcode : undefined;
  return flows.places.find(({ adcode }) => adcode === code) ?? flows.places[0] ?? null;
}
