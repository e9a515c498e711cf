import { alpha, mix } from '../look/color.ts';
import type { Draw, Option } from '../option/built.ts';
import { dimmed } from '../option/built.ts';
import { cut, figure, type Part } from '../option/model.ts';
import { tip } from '../option/tip.ts';
import type { Flow, FlowPlace } from './flows.ts';
import { placeTexts, POINT_SPOTS, type Rect } from './layout.ts';
import type { MapInks } from './paint.ts';
import type { Scene } from './scene.ts';

/** Moving things are drawn on a layer of their own, so that the map beneath is not painted again in every frame. */
const MOVING = 1;

interface LinesWish {
  readonly draw: Draw;
  readonly flows: readonly Flow[];
  readonly measure: Part | undefined;
  readonly scene: Scene;
}

/** Arcs between places, as wide as their amount, with a comet running along each. */
export function lineSeries({ draw, flows, measure, scene }: LinesWish): Option {
  const { look, isStill } = draw;
  const isScreen = look.ground === 'screen';
  const most = flows[0]?.value ?? 1;
  const widest = Math.max(1.6, Math.min(5, scene.rect.w / 180));
  const from = isScreen ? look.gold : look.accent;
  return {
    type: 'lines',
    coordinateSystem: 'geo',
    geoIndex: 0,
    zlevel: MOVING,
    z: 12,
    cursor: draw.isClickable ? 'pointer' : 'default',
    effect: {
      show: !isStill && flows.length > 0,
      period: 4.5,
      trailLength: isScreen ? 0.35 : 0.2,
      symbol: 'circle',
      symbolSize: Math.max(2.5, widest),
      color: isScreen ? mix(look.gold, '#FFFFFF', 0.45) : look.gold,
    },
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
        opacity: (isScreen ? 0.62 : 0.55) * dimmed(draw, clicked),
        // bends away from the straight line, pairs there and back to different sides
        curveness: 0.22 + (i % 3) * 0.04,
      },
      emphasis: { lineStyle: { opacity: 1, color: look.gold } },
    })),
  };
}

interface PlacesWish {
  readonly draw: Draw;
  readonly places: readonly FlowPlace[];
  readonly hub: FlowPlace | null;
  readonly measure: Part | undefined;
  readonly scene: Scene;
  readonly inks: MapInks;
  readonly taken?: readonly Rect[];
}

/** The ends of flows as points; the centre pulses; names where they find room. */
export function placeSeries({ draw, places, hub, measure, scene, inks, taken = [] }: PlacesWish): Option[] {
  const { look, isStill } = draw;
  const isScreen = look.ground === 'screen';
  const most = places.filter((one) => one !== hub).reduce((max, { weight }) => Math.max(max, weight), 1);
  const sizeOf = (place: FlowPlace) => (place === hub ? 12 : 4.5 + Math.sqrt(place.weight / most) * 4.5);
  const wishes = places.map((place) => ({
    of: place,
    text: cut(place.name, 8),
    at: scene.pixel(place.at),
    size: scene.text,
    rank: place === hub ? 9 : place.weight / most,
    spots: POINT_SPOTS,
  }));
  const names = new Map(placeTexts(wishes, scene.frame, [...scene.taken, ...taken]).map((one) => [one.of, one]));
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
            fontSize: place === hub ? scene.text + 1 : scene.text,
            fontWeight: place === hub ? 600 : 400,
            fontFamily: look.font,
            color: place === hub ? look.gold : inks.label,
            textBorderColor: inks.halo,
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
  const common = { coordinateSystem: 'geo', geoIndex: 0, zlevel: MOVING, z: 14, tooltip, animation: false };
  return [
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
      type: isStill ? 'scatter' : 'effectScatter',
      id: 'hub',
      ...common,
      showEffectOn: 'render',
      rippleEffect: { brushType: 'stroke', scale: 3.2, period: 3, number: 2 },
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
}
