import { memo } from 'react';
import type { GeoMap } from '#modules/charts/web/parts.ts';
import { clearOfLeaders, type Callout } from '../../core/drawings/callouts.ts';
import type { Picture } from './callout-picture.ts';

type Flat = readonly [x: number, y: number];
export interface Fill {
  readonly tones: readonly string[];
  /** upper bounds of the steps, of the one without an amount none */
  readonly bounds: readonly number[];
  readonly toneOf: (adcode: string) => string;
}
type Geometry = GeoMap['json']['features'][number]['geometry'];

const lineOf = (points: readonly Flat[], pixel: Picture['pixel'], close: 'Z' | ''): string => {
  let path = '';
  let [lastX, lastY] = [Infinity, Infinity];
  for (const point of points) {
    const [x, y] = pixel(point);
    // points within a pixel of each other are one
    if (Math.abs(x - lastX) < 0.7 && Math.abs(y - lastY) < 0.7) continue;
    path += `${path ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    [lastX, lastY] = [x, y];
  }
  return path + close;
};
const pathOf = (geometry: Geometry, pixel: Picture['pixel']): string =>
  geometry.type === 'MultiLineString'
    ? geometry.coordinates.map((line) => lineOf(line, pixel, '')).join('')
    : geometry.coordinates.flatMap((rings) => rings.map((ring) => lineOf(ring, pixel, 'Z'))).join('');

interface ShapesProps {
  geo: GeoMap;
  picture: Picture;
  fill: Fill;
  /** areas that have a label of their own; null = no names at all */
  names: ReadonlySet<string | undefined> | null;
  /** names make way for their leaders */
  callouts: readonly Callout[];
}
const LETTER = 15;
const NAME_H = 20;

/** The land, and the names of areas that are wide enough for them. */
export const AreaShapes = memo(function AreaShapes({ geo, picture, fill, names, callouts }: ShapesProps) {
  return (
    <g className="sw-land">
      {geo.json.features.map(({ properties, geometry }, i) => (
        <path
          key={i}
          d={pathOf(geometry, picture.pixel)}
          {...(geometry.type === 'MultiLineString' ? { className: 'sw-sea-dash' } : { fill: fill.toneOf(properties.adcode) })}
        />
      ))}
      {names &&
        [...geo.areas.values()].map((area) => {
          const [w, areaW, areaH] = [area.short.length * LETTER, area.size[0] * picture.scale, area.size[1] * picture.scale];
          const isWide = areaW > w + 10 && areaH > 34;
          if (names.has(area.adcode) || !(isWide || area.adcode === '710000')) return null;
          const [x, y] = picture.pixel(area.label);
          const at = clearOfLeaders({ x, y, w: w + 6, h: NAME_H, slack: { x: (areaW - w) / 4, y: (areaH - NAME_H) / 4 } }, callouts);
          return (
            <text key={area.adcode} x={at.x} y={at.y + 5} textAnchor="middle">
              {area.short}
            </text>
          );
        })}
    </g>
  );
});

/** The South China Sea with its islands and dashes, and what kind of map this is. */
export const SeaInset = memo(function SeaInset({ geo, picture, fill }: Omit<ShapesProps, 'names' | 'callouts'>) {
  const { sea } = geo;
  if (!sea) return null;
  const { inset } = picture;
  const scale = Math.min((inset.w - 8) / sea.bounds.w, (inset.h - 28) / sea.bounds.h);
  const left = inset.x + (inset.w - sea.bounds.w * scale) / 2;
  const pixel = ([x, y]: Flat): Flat => [left + (x - sea.bounds.x) * scale, inset.y + 4 + (y - sea.bounds.y) * scale];
  return (
    <g className="sw-sea">
      <rect x={inset.x} y={inset.y} width={inset.w} height={inset.h} />
      {sea.json.features.map(({ properties, geometry }, i) => (
        <path
          key={i}
          d={pathOf(geometry, pixel)}
          {...(properties.adcode === 'dashes'
            ? { className: 'sw-sea-dash' }
            : { fill: properties.adcode === 'islands' ? 'var(--s-text2)' : fill.toneOf(properties.adcode) })}
        />
      ))}
      {sea.islands
        .filter(({ name }) => name.endsWith('群岛'))
        .map(({ name, at }) => (
          <text key={name} x={pixel(at)[0]} y={pixel(at)[1]} textAnchor="middle">
            {name}
          </text>
        ))}
      <text x={inset.x + inset.w - 8} y={inset.y + inset.h - 8} textAnchor="end">
        南海诸岛
      </text>
      <text x={inset.x + inset.w} y={inset.y + inset.h + 20} textAnchor="end" className="sw-map-kind">
        {geo.approvalNo === null ? '示意图，非标准地图' : `审图号：${geo.approvalNo}`}
      </text>
    </g>
  );
});
