import type { Draw, Option } from '../option/built.ts';
import { frameOf } from '../option/frame.ts';
import { NATION } from './areas.ts';
import { DASHES, type Flat, type GeoMap, type Sheet } from './geo-map.ts';
import { fit, pixelOf, type Rect } from './layout.ts';
import type { MapPalette } from './paint.ts';

/** What stands under maps that nobody reviewed. */
export const SCHEMATIC = '示意图，非标准地图';

/** The plane is drawn as it is: projecting was done before. */
const AS_IS = { project: (point: Flat) => point, unproject: (point: Flat) => point };

/** Where the parts of a map stand in the picture. */
export interface Scene {
  readonly rect: Rect;
  /** free room, inside which names stay */
  readonly frame: Rect;
  readonly inset: Rect | null;
  readonly legal: Option;
  /** frame and names of the inset, and the legal line */
  readonly graphics: Option[];
  /** rectangles that names keep clear of */
  readonly taken: Rect[];
  readonly title: Option;
  /** texts are smaller in small tiles */
  readonly text: number;
  pixel(point: Flat): Flat;
}

/** Position and projection of a sheet for a `geo` component or a `map` series. */
export const sheetAt = ({ key, bounds }: Sheet, { x, y, w, h }: Rect): Option => ({
  map: key,
  boundingCoords: [
    [bounds.x, bounds.y],
    [bounds.x + bounds.w, bounds.y + bounds.h],
  ],
  nameProperty: 'adcode',
  projection: AS_IS,
  left: x,
  top: y,
  width: w,
  height: h,
  roam: false,
  selectedMode: false,
});

export const inertRegions = { silent: true, tooltip: { show: false }, label: { show: false }, emphasis: { disabled: true } };

/** Style of the dashes, which are a line among areas. */
export const dashRegion = (palette: MapPalette, width: number): Option => ({
  name: DASHES,
  silent: true,
  // lines are stroked, the thin areas of uploaded maps are filled
  itemStyle: { borderColor: palette.dash, borderWidth: width, areaColor: palette.dash, shadowBlur: 0 },
  label: { show: false },
  emphasis: { disabled: true },
  tooltip: { show: false },
});

interface SceneOptions {
  /** room that a raised map takes below, part of its height */
  depth?: number;
  /** room kept free at the left for the legend */
  legendWidth?: number;
}

/** Plans a picture: title, map, inset, legal line. */
export function sceneOf(draw: Draw, map: GeoMap, palette: MapPalette, { depth = 0, legendWidth = 0 }: SceneOptions = {}): Scene {
  const { size, look } = draw;
  const { option, pad } = frameOf(draw, []);
  const { legend: _none, ...title } = option;
  const text = Math.max(10, Math.min(look.text, Math.round(Math.min(size.w / 42, size.h / 26))));
  const legalSize = Math.max(10, text - 2);
  const edge = size.w < 360 ? 4 : 10;
  const foot = legalSize + 8;
  const isNation = map.adcode === NATION;
  const left = edge + (!isNation && size.w - legendWidth > 320 ? legendWidth : 0);
  const room = {
    x: left,
    y: pad.top + edge,
    w: Math.max(40, size.w - left - edge),
    h: Math.max(40, size.h - pad.top - edge - foot),
  };
  const { rect, inset } = placed(map, room, depth);
  const legalText = map.approvalNo ? `审图号：${map.approvalNo}` : SCHEMATIC;
  const legal: Option = {
    type: 'text',
    silent: true,
    right: edge,
    bottom: 3,
    z: 100,
    style: { text: legalText, fill: look.palette.ink3, fontSize: legalSize, fontFamily: look.font, align: 'right' },
  };
  return {
    rect,
    frame: { x: 0, y: pad.top, w: size.w, h: size.h - pad.top - foot },
    inset,
    legal,
    graphics: [...(inset && map.sea ? insetGraphics(map.sea, inset, palette, draw, text) : []), legal],
    taken: inset ? [inset] : [],
    title,
    text,
    pixel: (point) => pixelOf(map.bounds, rect, point),
  };
}

/** Height of the inset as part of the map's: large enough for the names of the islands, small beside the mainland. */
const INSET = 0.3;
/** East of this part of its width a map of the country is empty in the south: 台湾, 钓鱼岛 and 赤尾屿 lie before it. */
const EAST_FREE = 0.975;

/**
 * Map and inset in a room. The inset covers no land: it stands beside the map at its lower right, or below it in upright rooms, whichever
 * leaves the map larger.
 */
function placed(map: GeoMap, room: Rect, depth: number): { rect: Rect; inset: Rect | null } {
  const { w, h } = map.bounds;
  const tall = h * (1 + depth);
  if (!map.sea) {
    const rect = fit({ ...map.bounds, h: tall }, room);
    return { rect: { ...rect, h: rect.h / (1 + depth) }, inset: null };
  }
  const aspect = map.sea.bounds.w / map.sea.bounds.h;
  const share = map.adcode === NATION ? INSET : 0.5;
  const free = map.adcode === NATION ? EAST_FREE : 1.03;
  const least = Math.min(66, room.h * 0.45);
  const size = (scale: number) => Math.max(least, h * scale * share);
  // at a scale, both must fit: the inset keeps a least size, so its part of the room grows as the map shrinks
  const scaleBeside = () => {
    const plain = Math.min(room.h / tall, room.w / Math.max(w, w * free + h * share * aspect));
    return h * plain * share >= least ? plain : Math.min(room.h / tall, room.w / w, (room.w - least * aspect) / (w * free));
  };
  const scaleBelow = () => {
    const plain = Math.min(room.w / w, room.h / (tall + h * share));
    return h * plain * share >= least ? plain : Math.min(room.w / w, (room.h - least) / tall);
  };
  const [beside, below] = [scaleBeside(), scaleBelow()];
  const isBeside = beside >= below;
  const scale = isBeside ? beside : below;
  const insetH = size(scale);
  const insetW = insetH * aspect;
  const whole = isBeside
    ? { w: Math.max(w * scale, w * scale * free + insetW), h: tall * scale }
    : { w: w * scale, h: tall * scale + insetH };
  const origin = { x: room.x + (room.w - whole.w) / 2, y: room.y + (room.h - whole.h) / 2 };
  return {
    rect: { ...origin, w: w * scale, h: h * scale },
    inset: { x: origin.x + whole.w - insetW, y: origin.y + whole.h - insetH, w: insetW, h: insetH },
  };
}

function insetGraphics(sea: NonNullable<GeoMap['sea']>, rect: Rect, palette: MapPalette, { look }: Draw, text: number): Option[] {
  const isRoomy = rect.w >= 96;
  const size = isRoomy ? Math.max(9, Math.min(text - 2, rect.w / 13)) : 9;
  const write = (value: string, x: number, y: number, fontSize: number, fill: string): Option => ({
    type: 'text',
    silent: true,
    z: 60,
    x,
    y,
    style: {
      text: value,
      align: 'center',
      verticalAlign: 'middle',
      fill,
      fontSize,
      fontFamily: look.font,
      stroke: palette.halo,
      lineWidth: 2,
    },
  });
  const names = isRoomy
    ? sea.islands
        .filter(({ name }) => rect.w >= 150 || name.endsWith('群岛'))
        .map(({ name, at }) => {
          const [x, y] = pixelOf(sea.bounds, rect, at);
          const half = (name.length * size) / 2 + 3;
          return write(name, Math.max(rect.x + half, Math.min(rect.x + rect.w - half, x)), y, size, look.palette.ink2);
        })
    : [];
  return [
    {
      type: 'rect',
      silent: true,
      z: 58,
      shape: { x: rect.x, y: rect.y, width: rect.w, height: rect.h },
      style: { fill: 'transparent', stroke: palette.rim, lineWidth: 1 },
    },
    {
      type: 'rect',
      silent: true,
      z: 0,
      shape: { x: rect.x, y: rect.y, width: rect.w, height: rect.h },
      style: { fill: palette.sea },
    },
    ...names,
    write('南海诸岛', rect.x + rect.w / 2, rect.y + rect.h - size * 0.9, Math.max(9, Math.min(text, size + 1)), look.palette.ink),
  ];
}

/** The inset as a second map: the same land, sea islands and dashes, cut to its frame. */
export function insetGeo(map: GeoMap, scene: Scene, palette: MapPalette, surface: string, islands?: string): Option[] {
  if (!map.sea || !scene.inset) return [];
  return [
    {
      ...sheetAt(map.sea, scene.inset),
      ...inertRegions,
      z: 5,
      clip: true,
      itemStyle: { areaColor: palette.land, borderColor: palette.rim, borderWidth: 0.5 },
      regions: [
        dashRegion(palette, Math.max(1.2, scene.inset.w / 80)),
        {
          name: 'islands',
          silent: true,
          itemStyle: { areaColor: islands ?? palette.dash, borderColor: islands ?? palette.dash, borderWidth: 0.6 },
          label: { show: false },
        },
        {
          name: '460000',
          silent: true,
          itemStyle: { areaColor: surface, borderColor: palette.rim, borderWidth: 0.6 },
          label: { show: false },
        },
      ],
    },
  ];
}
