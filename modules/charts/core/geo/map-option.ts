import { mix } from '#kit/core/color.ts';
import { dimmed, drawOf, type Built, type Draw, type DrawOptions, type Option } from '../option/built.ts';
import { cut, figure, textWidth, type Clicked, type Part } from '../option/model.ts';
import { tip } from '../option/tip.ts';
import { DASHES, type GeoMap, type MapArea, type Sheet } from './geo-map.ts';
import { AREA_SPOTS, placeTexts, type Obstacle, type LabelRequest } from './layout.ts';
import { legendOf } from './legend.ts';
import { mapPalette, nameOn, type MapPalette } from './paint.ts';
import { dashRegion, insetGeo, sceneOf, sheetAt, inertRegions, type Scene } from './scene.ts';
import { stepsOf, type Steps } from './steps.ts';
import { joinAreas, notesOf, type Joined } from './values.ts';

export interface MapOptions extends DrawOptions {
  readonly geo: GeoMap;
  /** the map was opened from a wider one by a click */
  readonly isOpened?: boolean;
}
/** A map that is ready to be drawn: `sheets` are registered first (registerMap(key, json)). */
export interface MapBuilt extends Omit<Built, 'engine'> {
  readonly engine: 'geo';
  readonly sheets: readonly Sheet[];
  /** what could not be placed, for the builder */
  readonly notes: readonly string[];
}

/** What the builders of maps share. */
export interface Prepared {
  readonly draw: Draw;
  readonly map: GeoMap;
  readonly joined: Joined;
  readonly measure: Part | undefined;
  readonly steps: Steps | null;
  readonly palette: MapPalette;
  readonly numbers: readonly number[];
  colorOf(adcode: string): string;
  tipOf(adcode: string): string;
}

export function prepareMap(options: MapOptions): Prepared {
  const draw = drawOf(options);
  const { geo: map, config, look } = options;
  const joined = joinAreas(draw.model, map, options.isOpened);
  const { measures } = draw.model;
  const numbers = [...joined.values.values()].map(({ figures }) => figures[0] ?? null).filter((value) => value !== null);
  const steps = stepsOf(numbers, config.options.map?.steps ?? 5);
  const palette = mapPalette(config, look, (steps?.breaks.length ?? 0) + 1, measures[0]?.name);
  const colorOf = (adcode: string): string => {
    const value = joined.values.get(adcode)?.figures[0] ?? null;
    if (value === null || !steps) return palette.none;
    const mark = measures[0] ? draw.markOf(measures[0].key, value) : null;
    return mark?.background ?? mark?.color ?? palette.ramp[steps.classOf(value)] ?? palette.none;
  };
  const tipOf = (adcode: string): string => {
    const area = map.areas.get(adcode);
    if (!area) return '';
    const value = joined.values.get(adcode);
    const lines = value
      ? measures.map((part, i) => ({
          name: part.name,
          value: figure(value.figures[i] ?? null, part),
          ...(i === 0 && { color: colorOf(adcode) }),
        }))
      : [{ name: '暂无数据', value: '' }];
    return tip(area.name, lines, look);
  };
  return { draw, map, joined, measure: measures[0], steps, palette, numbers, colorOf, tipOf };
}

/** Provinces whose names always stand, off their small areas and over the sea. */
const OFF_SHORE: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  '710000': [
    [0, 0],
    [0.6, 0],
  ],
  '810000': [
    [0.62, 0.1],
    [0.62, 0.5],
    [0.62, 0.9],
  ],
  '820000': [
    [-0.45, 1.25],
    [-0.1, 1.35],
    [-0.6, 0.75],
  ],
  '110000': [
    [0, -0.2],
    [0, -0.8],
  ],
  '310000': [
    [0.65, 0],
    [0.65, -0.4],
  ],
  '120000': [
    [0.62, 0.15],
    [0, 0],
  ],
};

/** Names of areas that find room, those with high values first; 台湾, 香港 and 澳门 before all; `named` ones stand there already. */
export function nameSeries(
  prepared: Prepared,
  scene: Scene,
  named: ReadonlySet<string> = new Set(),
  marks: readonly Obstacle[] = [],
): Option {
  const { draw, map, joined, palette, colorOf } = prepared;
  const { config, look, size } = draw;
  const content = config.options.label?.content ?? 'name';
  const isShown = config.options.label?.show ?? config.options.map?.label ?? true;
  const fontSize = config.options.label?.fontSize ?? scene.text;
  const most = Math.max(1, ...prepared.numbers.map(Math.abs));
  const labels = [...map.areas.values()]
    .filter((area) => !named.has(area.short) && !area.isInset)
    .map((area): LabelRequest<MapArea> => {
      const value = joined.values.get(area.adcode)?.figures[0] ?? null;
      const hasValue = content !== 'name' && value !== null && prepared.measure && size.w >= 480;
      const off = OFF_SHORE[area.adcode];
      const text = hasValue ? `${content === 'value' ? '' : `${area.short}\n`}${figure(value, prepared.measure)}` : area.short;
      const isSmall = off !== undefined && area.adcode !== '710000';
      return {
        of: area,
        text,
        at: scene.pixel(off && isSmall ? area.center : area.label),
        size: fontSize,
        rank: /^(?:71|81|82)0000$/.test(area.adcode) ? 3 : value === null ? 0 : 1 + Math.abs(value) / most,
        spots: off ?? AREA_SPOTS,
      };
    });
  const shownFill = (adcode: string) => {
    const part = dimmed(draw, joined.values.get(adcode)?.clicked ?? []);
    return part === 1 ? colorOf(adcode) : mix(look.palette.surface, colorOf(adcode), part);
  };
  const scale = scene.rect.w / map.bounds.w;
  const placed = isShown ? placeTexts(labels, scene.frame, scene.taken, marks) : [];
  return {
    type: 'scatter',
    coordinateSystem: 'geo',
    geoIndex: 0,
    silent: true,
    symbolSize: 1,
    z: 20,
    // an opacity of 0 would be inherited by the names
    itemStyle: { color: 'transparent' },
    animation: false,
    data: placed.map(({ of, text, offset, size: fontSize_ }) => {
      const isOff = OFF_SHORE[of.adcode] && of.adcode !== '710000';
      // a name wider than its area stands on the neighbours too
      const isWider = isOff || Math.max(...text.split('\n').map((line) => textWidth(line, fontSize_))) * 0.8 > of.size[0] * scale;
      return {
        name: of.adcode,
        value: isOff ? [...of.center] : [...of.label],
        label: {
          show: true,
          position: 'inside',
          align: 'center',
          verticalAlign: 'middle',
          formatter: text,
          offset: [...offset],
          fontSize: fontSize_,
          lineHeight: Math.round(fontSize_ * 1.2),
          fontFamily: look.font,
          ...(isWider
            ? { color: palette.label, textBorderColor: palette.halo, textBorderWidth: 2 }
            : nameOn(shownFill(of.adcode), palette, look)),
        },
      };
    }),
  };
}

const hatchings = new Map<string, Option>();

/** Hatching of areas without a value. ECharts draws a tile on a canvas of its own for every such object: areas of one colour share one. */
export function hatching({ hatch }: MapPalette): Option {
  const known = hatchings.get(hatch);
  if (known) return known;
  const made = { symbol: 'rect', color: hatch, dashArrayX: [1, 0], dashArrayY: [1, 5], rotation: -Math.PI / 4 };
  hatchings.set(hatch, made);
  return made;
}

/** The filled areas: one row per area of the map, so that areas without data can be hovered too. */
export function areaSeries(prepared: Prepared, scene: Scene, fill: (adcode: string) => string, rest: Option = {}): Option {
  const { draw, map, joined, palette, tipOf } = prepared;
  const { look } = draw;
  const isScreen = look.surface === 'screen';
  return {
    type: 'map',
    ...sheetAt(map, scene.rect),
    showLegendSymbol: false,
    z: 4,
    cursor: draw.isClickable ? 'pointer' : 'default',
    label: { show: false },
    itemStyle: { borderColor: palette.border, borderWidth: isScreen ? 1 : 0.8 },
    emphasis: {
      label: { show: false },
      itemStyle: { areaColor: palette.hover, borderColor: palette.chosen, borderWidth: 1.5 },
    },
    tooltip: { formatter: ({ name }: { name: string }) => tipOf(name) },
    animation: false,
    ...rest,
    data: [
      ...[...map.areas.keys()].map((adcode) => {
        const value = joined.values.get(adcode);
        const isChosen = value !== undefined && draw.chosen?.(value.clicked) === true;
        const isNone = (value?.figures[0] ?? null) === null;
        return {
          name: adcode,
          value: value?.figures[0] ?? Number.NaN,
          itemStyle: {
            areaColor: fill(adcode),
            opacity: value ? dimmed(draw, value.clicked) : draw.chosen ? 0.35 : 1,
            ...(isNone && { decal: hatching(palette) }),
            ...(isChosen && { borderColor: palette.chosen, borderWidth: 2 }),
          },
        };
      }),
      { value: Number.NaN, ...dashRegion(palette, Math.max(1.2, scene.rect.w / 420)), name: DASHES },
    ],
  };
}

/** The land beneath: other series find their places on it, and it draws what belongs to no area. */
export const baseGeo = (prepared: Prepared, scene: Scene): Option => ({
  ...sheetAt(prepared.map, scene.rect),
  ...inertRegions,
  z: 1,
  itemStyle: { areaColor: prepared.palette.land, borderColor: prepared.palette.rim, borderWidth: 1.6 },
  regions: [dashRegion(prepared.palette, Math.max(1.2, scene.rect.w / 420))],
});

/** A line of text at the lower left that says how much is not on the map; its tooltip says what. */
export function missingLine({ draw, joined, palette }: Prepared, scene: Scene, left: number): Option[] {
  const count = joined.unknown.length + joined.mixed.length;
  if (count === 0) return [];
  const { look, size } = draw;
  const lines = [
    ...joined.unknown.map((name) => ({ name: cut(name, 16), value: '未能定位' })),
    ...joined.mixed.map((name) => ({ name, value: '多行不能相加' })),
  ];
  return [
    {
      type: 'text',
      z: 100,
      x: left,
      y: size.h - 3,
      tooltip: { formatter: () => tip('未显示在图中', lines, look) },
      style: {
        text: `${count} 项未显示在图中`,
        fill: look.warn,
        fontSize: Math.max(10, scene.text - 2),
        fontFamily: look.font,
        verticalAlign: 'bottom',
        stroke: palette.halo,
        lineWidth: 2,
      },
    },
  ];
}

export function summaryOf({ draw, map, joined, measure }: Prepared): string {
  const top = [...joined.values.values()]
    .filter(({ figures }) => (figures[0] ?? null) !== null)
    .toSorted((a, b) => b.figures[0]! - a.figures[0]!)
    .slice(0, 5)
    .map(({ adcode, figures }) => `${map.areas.get(adcode)?.short ?? adcode} ${figure(figures[0] ?? null, measure)}`);
  return `${map.name}地图，${measure?.name ?? ''}：${top.join('，') || '暂无数据'}${draw.model.rows.length > 5 ? '…' : ''}`;
}

export const sheetsOf = (map: GeoMap): Sheet[] => (map.sea ? [map, map.sea] : [map]);
const pickArea =
  ({ map, joined }: Prepared) =>
  (at: number): Clicked[] => [...(joined.values.get([...map.areas.keys()][at] ?? '')?.clicked ?? [])];

/**
 * A choropleth or a map of bubbles. The picture shows the whole territory of the map always: also when there is no data at all.
 */
export function mapOption(options: MapOptions): MapBuilt {
  const prepared = prepareMap(options);
  const { draw, map, joined, measure, steps, palette, numbers, colorOf, tipOf } = prepared;
  const { look, model } = draw;
  const isBubble = model.variant === 'bubbleMap';
  const hasNone = [...map.areas.keys()].some((adcode) => (joined.values.get(adcode)?.figures[0] ?? null) === null);
  const plain = sceneOf(draw, map, palette);
  const legend =
    steps && measure && !isBubble
      ? legendOf({ draw, measure, steps, values: numbers, palette, hasNone, text: plain.text })
      : { graphics: [], width: 0, height: 0 };
  const scene = legend.width > 0 ? sceneOf(draw, map, palette, { legendWidth: legend.width }) : plain;
  const most = Math.max(0, ...numbers);
  const top = Math.max(14, Math.min(scene.rect.w, scene.rect.h) / 11);
  const bubbles = [...joined.values.values()]
    .filter(({ figures }) => (figures[0] ?? 0) > 0)
    .toSorted((a, b) => b.figures[0]! - a.figures[0]!);
  const sizeOf = (value: number) => Math.max(5, Math.sqrt(value / (most || 1)) * top);
  const land = () => palette.land;
  const series: Option[] = [
    areaSeries(prepared, scene, isBubble ? land : colorOf, isBubble ? { emphasis: { disabled: true } } : {}),
    ...(isBubble
      ? [
          {
            type: 'scatter',
            coordinateSystem: 'geo',
            geoIndex: 0,
            z: 10,
            cursor: draw.isClickable ? 'pointer' : 'default',
            itemStyle: {
              color: look.accent,
              opacity: 0.72,
              borderColor: palette.border,
              borderWidth: 1,
              shadowBlur: look.glow,
              shadowColor: look.accent,
            },
            emphasis: { scale: 1.15, itemStyle: { color: look.gold, opacity: 0.95 } },
            tooltip: { formatter: ({ name }: { name: string }) => tipOf(name) },
            data: bubbles.map(({ adcode, figures, clicked }) => ({
              name: adcode,
              value: [...map.areas.get(adcode)!.center, figures[0]],
              symbolSize: sizeOf(figures[0]!),
              itemStyle: { opacity: 0.72 * dimmed(draw, clicked) },
            })),
          },
        ]
      : []),
  ];
  series.push(
    nameSeries(isBubble ? { ...prepared, colorOf: land } : prepared, { ...scene, taken: [...scene.taken, legendBox(draw, legend)] }),
  );
  const pick = pickArea(prepared);
  return {
    engine: 'geo',
    sheets: sheetsOf(map),
    notes: notesOf(joined),
    option: {
      ...scene.title,
      tooltip: { trigger: 'item', confine: true },
      aria: { enabled: true, decal: { show: false } },
      geo: [
        baseGeo(prepared, scene),
        ...insetGeo(
          map,
          scene,
          palette,
          isBubble ? palette.land : colorOf('460000'),
          joined.values.has('460300') ? colorOf('460300') : undefined,
        ),
      ],
      series,
      graphic: [...scene.graphics, ...legend.graphics, ...missingLine(prepared, scene, legend.width > 0 ? legend.width + 16 : 8)],
    },
    pick: ({ seriesIndex, dataIndex }) =>
      seriesIndex === 0 ? pick(dataIndex) : seriesIndex === 1 && isBubble ? [...(bubbles[dataIndex]?.clicked ?? [])] : [],
    summary: summaryOf(prepared),
    isEmpty: false,
  };
}

const legendBox = ({ size }: Draw, { width, height }: { width: number; height: number }) => ({
  x: 0,
  y: size.h - height - 4,
  w: width,
  h: height,
});
