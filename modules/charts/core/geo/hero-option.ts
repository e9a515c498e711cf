import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { alpha } from '#kit/core/color.ts';
import type { Draw, Option } from '../option/built.ts';
import { modelOf } from '../option/model.ts';
import { AREAS, shortName } from './areas.ts';
import { flowsOf, hubOf, type Flow, type FlowPlace } from './flows.ts';
import { lineSeries, movingSeries, placeSeries } from './flow-series.ts';
import type { GeoMap } from './geo-map.ts';
import type { Rect } from './layout.ts';
import { legendOf } from './legend.ts';
import {
  areaSeries,
  baseGeo,
  missingLine,
  nameSeries,
  prepareMap,
  sheetsOf,
  summaryOf,
  type MapBuilt,
  type MapOptions,
  type Prepared,
} from './map-option.ts';
import type { MapPalette } from './paint.ts';
import { resolveArea } from './resolve.ts';
import { dashRegion, insetGeo, sceneOf, sheetAt, inertRegions, type Scene } from './scene.ts';
import { notesOf } from './values.ts';

export interface HeroOptions extends MapOptions {
  /** flows of an own query (origin, destination, amount); without it flows run from the hub to the areas with the largest figures */
  readonly flows?: { readonly config: ChartConfig; readonly data: ChartData } | null;
  /** place that flows start from, by name or code */
  readonly hub?: string | null;
  /** flows at most, 0 = none */
  readonly mostFlows?: number;
  /** raised edge, names, legend */
  readonly edge?: boolean;
  readonly legend?: boolean;
  /** gives the hub another name: 总部 */
  readonly hubName?: string | null;
}

/** Height of the raised edge as part of the map's. */
const DEPTH = 0.035;

/** Three layers below the map, each darker and lower, and the light along the outer coast. */
function sides(map: GeoMap, scene: Scene, palette: MapPalette, accent: string, glow: number): Option[] {
  const step = (scene.rect.h * DEPTH) / 3;
  const hidden = { name: 'dashes', silent: true, itemStyle: { opacity: 0 }, label: { show: false } };
  const layers = palette.sides.map((color, i): Option => {
    const down = step * (3 - i);
    return {
      ...sheetAt(map, { ...scene.rect, y: scene.rect.y + down }),
      ...inertRegions,
      z: 0,
      itemStyle: {
        areaColor: color,
        borderColor: i === 2 ? alpha(accent, 0.65) : color,
        borderWidth: 1.2,
        ...(i === 0 && glow > 0 && { shadowColor: alpha(accent, 0.55), shadowBlur: glow * 3, shadowOffsetY: step }),
      },
      regions: [hidden],
    };
  });
  const rim: Option = {
    ...sheetAt(map, scene.rect),
    ...inertRegions,
    z: 2,
    itemStyle: {
      areaColor: palette.land,
      borderColor: palette.rim,
      borderWidth: 2.6,
      shadowColor: alpha(palette.rim, 0.8),
      shadowBlur: glow,
    },
    regions: [hidden],
  };
  return [...layers, rim];
}

interface HeroFlows {
  flows: readonly Flow[];
  places: readonly FlowPlace[];
  hub: FlowPlace | null;
  unknown: readonly string[];
}

/** Flows of the own query, or from the hub to the seats of the areas with the largest figures. */
function heroFlows(options: HeroOptions, { map, joined }: Prepared): HeroFlows {
  const most = options.mostFlows ?? 12;
  const named = options.hub ?? options.config.options.map?.hub;
  if (options.flows) {
    const all = flowsOf(modelOf(options.flows.config, options.flows.data), map);
    const flows = all.flows.slice(0, most);
    const ends = new Set(flows.flatMap(({ from, to }) => [from, to]));
    return { flows, places: all.places.filter((place) => ends.has(place)), hub: hubOf(all, map, named), unknown: all.unknown };
  }
  const ranked = [...joined.values.values()]
    .filter(({ figures }) => (figures[0] ?? 0) > 0)
    .toSorted((a, b) => b.figures[0]! - a.figures[0]!);
  const seatOf = (adcode: string) => [...AREAS.values()].find((one) => one.adcode === `${adcode.slice(0, 2)}0100`);
  const place = (adcode: string, weight: number, clicked: FlowPlace['clicked']): FlowPlace => {
    const known = AREAS.get(adcode);
    // a point on a province stands for its seat
    const seat = adcode.endsWith('0000') ? (seatOf(adcode) ?? known) : known;
    return {
      adcode,
      name: seat ? shortName(seat.adcode, seat.name) : adcode,
      at: map.areas.get(adcode)?.center ?? map.at(known!.center),
      weight,
      clicked,
    };
  };
  const hubCode = named ? resolveArea(named, map.adcode) : (ranked[0]?.adcode ?? null);
  if (!hubCode || !AREAS.has(hubCode)) return { flows: [], places: [], hub: null, unknown: named ? [named] : [] };
  const provinceOfHub = map.adcode === '100000' ? `${hubCode.slice(0, 2)}0000` : hubCode;
  const hub = { ...place(hubCode, 0, joined.values.get(provinceOfHub)?.clicked ?? []), ...(options.hubName && { name: options.hubName }) };
  const ends = ranked
    .filter(({ adcode }) => adcode !== provinceOfHub && adcode !== hubCode)
    .slice(0, most)
    .map(({ adcode, figures, clicked }) => place(adcode, figures[0]!, clicked));
  return { flows: ends.map((to) => ({ from: hub, to, value: to.weight, clicked: to.clicked })), places: [...ends, hub], hub, unknown: [] };
}

const boxOf = ({ size }: Draw, { width, height }: { width: number; height: number }): Rect => ({
  x: 0,
  y: size.h - height - 4,
  w: width,
  h: height,
});

/**
 * The lit map in the middle of a screen: a raised edge of three layers with light along the coast, classes by the first measure, flows with
 * comets from a centre, names that keep clear of each other, the South China Sea in its frame.
 */
export function heroMapOption(options: HeroOptions): MapBuilt {
  const prepared = prepareMap(options);
  const { draw, map, joined, measure, steps, palette, numbers, colorOf } = prepared;
  const { look } = draw;
  const isRaised = options.edge ?? options.config.options.map?.edge ?? true;
  const wants = { depth: isRaised ? DEPTH * 1.4 : 0 };
  const plain = sceneOf(draw, map, palette, wants);
  const hasNone = [...map.areas.keys()].some((adcode) => (joined.values.get(adcode)?.figures[0] ?? null) === null);
  const legend =
    steps && measure && options.legend !== false
      ? legendOf({ draw, measure, steps, values: numbers, palette, hasNone, text: plain.text })
      : { graphics: [], width: 0, height: 0 };
  const scene = legend.width > 0 ? sceneOf(draw, map, palette, { ...wants, legendWidth: legend.width }) : plain;
  const flow = heroFlows(options, prepared);
  const taken = [...scene.taken, boxOf(draw, legend)];
  const places = placeSeries({ draw, places: flow.places, hub: flow.hub, measure, scene, palette, taken });
  const named = new Set(flow.places.map(({ name }) => name));
  const names = nameSeries(prepared, { ...scene, taken: [...scene.taken, boxOf(draw, legend), ...places.boxes] }, named, places.marks);
  const areaCodes = [...map.areas.keys()];
  const others = flow.places.filter((one) => one !== flow.hub);
  const whole = { ...joined, unknown: [...new Set([...joined.unknown, ...flow.unknown])] };
  return {
    engine: 'geo',
    sheets: sheetsOf(map),
    notes: notesOf(whole),
    option: {
      ...scene.title,
      tooltip: { trigger: 'item', confine: true },
      aria: { enabled: true, decal: { show: false } },
      geo: [
        baseGeo(prepared, scene),
        ...(isRaised ? sides(map, scene, palette, look.accent, look.glow) : []),
        ...insetGeo(map, scene, palette, colorOf('460000')).map((one) => ({
          ...one,
          regions: [
            ...(one.regions as Option[]).filter(({ name }) => name !== 'dashes'),
            dashRegion(palette, Math.max(1.4, (scene.inset?.w ?? 0) / 70)),
          ],
        })),
      ],
      series: [
        areaSeries(prepared, scene, colorOf, { z: 4 }),
        lineSeries({ draw, flows: flow.flows, measure, scene }),
        ...places.series,
        names,
        ...movingSeries({ draw, flows: flow.flows, hub: flow.hub, scene }),
      ],
      graphic: [
        ...scene.graphics,
        ...legend.graphics,
        ...missingLine({ ...prepared, joined: whole }, scene, legend.width > 0 ? legend.width + 16 : 8),
      ],
    },
    pick: ({ seriesIndex, dataIndex }) =>
      seriesIndex === 0
        ? [...(joined.values.get(areaCodes[dataIndex] ?? '')?.clicked ?? [])]
        : seriesIndex === 1
          ? [...(flow.flows[dataIndex]?.clicked ?? [])]
          : seriesIndex === 2
            ? [...(others[dataIndex]?.clicked ?? [])]
            : seriesIndex === 3
              ? [...(flow.hub?.clicked ?? [])]
              : [],
    summary: `${summaryOf(prepared)}${named.size > 0 ? `；${named.size} 个地点` : ''}`,
    isEmpty: false,
  };
}
