import { alpha, mix } from '#kit/core/color.ts';
import { type Draw, type Option, dimmed } from '../option/built.ts';
import { cut, figure, type Part } from '../option/model.ts';
import { tip } from '../option/tip.ts';
import type { Flow, FlowPlace } from './flows.ts';
import { placeTexts, POINT_SPOTS, type Obstacle, type Rect } from './layout.ts';
import type { MapPalette } from './paint.ts';
import type { Scene } from './scene.ts';

/**
 * What moves is drawn on a layer of its own, without names, shadows or arcs: those stay on the layer of the map, which is not painted again
 * for every frame.
 */
const MOVING = 1;
/** A head with its tail behind it, upright: the library turns it along its way. A blurred layer would be copied whole for every frame. */
const COMET = 'path://M0,-10 C1.7,-10 2.2,-8.8 2,-7.4 L0.2,10 L-0.2,10 L-2,-7.4 C-2.2,-8.8 -1.7,-10 0,-10 Z';

interface LinesOptions {
  readonly draw: Draw;
  readonly flows: readonly Flow[];
  readonly measure: Part | undefined;
  readonly scene: Scene;
}

/** How wide the widest arc is. */
const widestOf = (scene: Scene): number => Math.max(1.6, Math.min(5, scene.rect.w / 180));
// bends away from the straight line, pairs there and back to different sides
const bendOf = (i: number): number => 0.22 + (i % 3) * 0.04;

/** Arcs between places, as wide as their amount; `movingSeries` runs comets along them. */
export function lineSeries({ draw, flows, measure, scene }: LinesOptions): Option {
  const { look, isStill } = draw;
  const isScreen = look.surface === 'screen';
  const most = flows[0]?.value ?? 1;
  const widest = widestOf(scene);
  const from = isScreen ? look.gold : look.accent;
  return {
    type: 'lines',
    coordinateSystem: 'geo',
    geoIndex: 0,
    z: 12,
    cursor: draw.isClickable ? 'pointer' : 'default',
    tooltip: {
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const flow = flows[dataIndex];
        return flow
          ? tip(
              `${flow.from.name} → ${flow.to.name}`,
              [{ color: from, name: measure?.name ?? '', value: figure(flow.value, measure) }],
              look,
            )
          : '';
      },
    },
    animation: false,
    data: flows.map(({ from: a, to: b, value, clicked }, i) => ({
      name: `${a.name} → ${b.name}`,
      coords: [[...a.at], [...b.at]],
      value,
      lineStyle: {
        color: from,
        width: Math.max(0.8, Math.sqrt(value / most) * widest),
        opacity: (isScreen ? (isStill ? 0.62 : 0.76) : 0.55) * dimmed(draw, clicked),
        curveness: bendOf(i),
      },
      emphasis: { lineStyle: { opacity: 1, color: look.gold } },
    })),
  };
}

interface PlacesOptions {
  readonly draw: Draw;
  readonly places: readonly FlowPlace[];
  readonly hub: FlowPlace | null;
  readonly measure: Part | undefined;
  readonly scene: Scene;
  readonly palette: MapPalette;
  readonly taken?: readonly Rect[];
}

/** The largest ring around the centre. */
const HUB_SIZE = 12;
const RING_SCALE = 3.2;

export interface Places {
  readonly series: Option[];
  /** where their names stand, and their marks: texts of others keep clear of both */
  readonly boxes: readonly Rect[];
  readonly marks: readonly Obstacle[];
}

/** The ends of flows as points, the centre larger; names where they find room, none on a point, a ring or another name. */
export function placeSeries({ draw, places, hub, measure, scene, palette, taken = [] }: PlacesOptions): Places {
  const { look } = draw;
  const isScreen = look.surface === 'screen';
  const most = places.filter((one) => one !== hub).reduce((max, { weight }) => Math.max(max, weight), 1);
  const sizeOf = (place: FlowPlace) => (place === hub ? HUB_SIZE : 4.5 + Math.sqrt(place.weight / most) * 4.5);
  // rings grow while they fade: their outermost tenth is hardly to be seen
  const roomOf = (place: FlowPlace) => (place === hub && !draw.isStill ? (HUB_SIZE * RING_SCALE * 0.9) / 2 : sizeOf(place) / 2 + 1);
  const labels = places.map((place) => ({
    of: place,
    text: cut(place.name, 8),
    at: scene.pixel(place.at),
    size: place === hub ? scene.text + 1 : scene.text,
    rank: place === hub ? 9 : place.weight / most,
    spots: POINT_SPOTS,
    clear: roomOf(place),
  }));
  const marks = places.map((place) => ({ at: scene.pixel(place.at), r: roomOf(place) }));
  const placed = placeTexts(labels, scene.frame, [...scene.taken, ...taken], marks);
  const names = new Map(placed.map((one) => [one.of, one]));
  const item = (place: FlowPlace): Option => {
    const name = names.get(place);
    return {
      name: place.name,
      value: [...place.at, place.weight],
      symbolSize: sizeOf(place),
      itemStyle: { opacity: dimmed(draw, place.clicked) },
      label: name
        ? {
            show: true,
            position: 'inside',
            align: 'center',
            verticalAlign: 'middle',
            formatter: name.text,
            offset: [...name.offset],
            fontSize: name.size,
            fontWeight: place === hub ? 600 : 400,
            fontFamily: look.font,
            color: place === hub ? look.gold : palette.label,
            textBorderColor: palette.halo,
            textBorderWidth: 2.5,
          }
        : { show: false },
    };
  };
  const tooltip = {
    formatter: ({ dataIndex, seriesId }: { dataIndex: number; seriesId?: string }) => {
      const place = seriesId === 'hub' ? hub : places.filter((one) => one !== hub)[dataIndex];
      return place ? tip(place.name, [{ name: measure?.name ?? '', value: figure(place.weight, measure) }], look) : '';
    },
  };
  const common = { coordinateSystem: 'geo', geoIndex: 0, z: 14, tooltip, animation: false };
  const series: Option[] = [
    {
      type: 'scatter',
      id: 'places',
      ...common,
      cursor: draw.isClickable ? 'pointer' : 'default',
      itemStyle: {
        color: isScreen ? mix(look.gold, '#FFFFFF', 0.2) : look.accent,
        borderColor: isScreen ? alpha('#FFFFFF', 0.9) : '#FFFFFF',
        borderWidth: 1,
        shadowBlur: look.glow,
        shadowColor: look.gold,
      },
      emphasis: { scale: 1.3 },
      data: places.filter((one) => one !== hub).map(item),
    },
    {
      type: 'scatter',
      id: 'hub',
      ...common,
      itemStyle: {
        color: isScreen ? '#FFFFFF' : look.gold,
        borderColor: look.gold,
        borderWidth: 2,
        shadowBlur: look.glow,
        shadowColor: look.gold,
      },
      data: hub ? [item(hub)] : [],
    },
  ];
  return { series, boxes: placed.map(({ box }) => box), marks };
}

interface MovingOptions {
  readonly draw: Draw;
  readonly flows: readonly Flow[];
  readonly hub: FlowPlace | null;
  readonly scene: Scene;
}

/** Comets along the arcs and rings around the centre, over everything else; none in still pictures. Nothing of it answers the pointer. */
export function movingSeries({ draw, flows, hub, scene }: MovingOptions): Option[] {
  const { look, isStill } = draw;
  if (isStill) return [];
  const isScreen = look.surface === 'screen';
  const wide = Math.max(3, widestOf(scene) * 1.3);
  const head = isScreen ? mix(look.gold, '#FFFFFF', 0.6) : look.gold;
  const common = { coordinateSystem: 'geo', geoIndex: 0, zlevel: MOVING, silent: true, tooltip: { show: false }, animation: false };
  const comets: Option = {
    type: 'lines',
    id: 'comets',
    ...common,
    z: 13,
    lineStyle: { opacity: 0 },
    effect: {
      show: true,
      period: 4.5,
      trailLength: 0,
      symbol: COMET,
      symbolSize: [wide, wide * (isScreen ? 9 : 6)],
      color: {
        type: 'linear',
        x: 0,
        y: 0,
        x2: 0,
        y2: 1,
        colorStops: [
          { offset: 0, color: head },
          { offset: 0.2, color: mix(look.gold, '#FFFFFF', isScreen ? 0.3 : 0) },
          { offset: 1, color: alpha(look.gold, 0) },
        ],
      },
    },
    data: flows.map(({ from, to }, i) => ({ coords: [[...from.at], [...to.at]], lineStyle: { curveness: bendOf(i) } })),
  };
  const rings: Option = {
    type: 'effectScatter',
    id: 'rings',
    ...common,
    z: 14,
    showEffectOn: 'render',
    rippleEffect: { brushType: 'stroke', scale: RING_SCALE, period: 3, number: 2 },
    symbolSize: HUB_SIZE,
    itemStyle: {
      color: isScreen ? '#FFFFFF' : look.gold,
      borderColor: look.gold,
      borderWidth: 2,
      opacity: hub ? dimmed(draw, hub.clicked) : 1,
    },
    data: hub ? [{ value: [...hub.at, hub.weight] }] : [],
  };
  return [...(flows.length > 0 ? [comets] : []), ...(hub ? [rings] : [])];
}
