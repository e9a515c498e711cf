import type { Draw, Option } from '../option/built.ts';
import { cut, shortFigure, textWidth, type Part } from '../option/model.ts';
import type { MapPalette } from './paint.ts';
import type { Steps } from './steps.ts';

export interface Legend {
  readonly graphics: Option[];
  readonly width: number;
  readonly height: number;
}
const NOTHING: Legend = { graphics: [], width: 0, height: 0 };

/** The texts of the classes from little to much: 1–17, 18–29, ≥ 30. */
export function classTexts({ breaks, min, max }: Steps, values: readonly number[], measure: Part): string[] {
  // the unit stands in the heading
  const bare = { ...measure, format: measure.format && { ...measure.format, unit: null } };
  const write = (value: number) => shortFigure(value, bare);
  const isWhole = values.every(Number.isInteger) && max < 10_000;
  const edges = [min, ...breaks];
  return edges.map((from, i) => {
    const next = edges[i + 1];
    if (i === edges.length - 1)
      return from === max ? write(from) : edges.length === 1 ? `${write(min)} – ${write(max)}` : `≥ ${write(from)}`;
    const to = isWhole ? next! - 1 : next!;
    return to <= from ? write(from) : `${write(from)} – ${write(to)}`;
  });
}

interface LegendOptions {
  readonly draw: Draw;
  readonly measure: Part;
  readonly steps: Steps;
  readonly values: readonly number[];
  readonly palette: MapPalette;
  readonly hasNone: boolean;
  readonly text: number;
}

/** Classes with their colours, much above little, at the lower left; left out where there is no room for it. */
export function legendOf({ draw, measure, steps, values, palette, hasNone, text }: LegendOptions): Legend {
  const { size, look, config } = draw;
  if (config.options.legend?.show === false || size.w < 260 || size.h < 190) return NOTHING;
  const rows = classTexts(steps, values, measure)
    .map((label, i) => ({ label, color: palette.ramp[i] ?? palette.none, isNone: false }))
    .toReversed();
  if (hasNone) rows.push({ label: '无数据', color: palette.none, isNone: true });
  const row = text + 6;
  const unit = measure.format?.unit ? `（${measure.format.unit}）` : '';
  const title = cut(measure.name + unit, 12);
  const [boxW, boxH] = [Math.round(text * 1.5), Math.round(text * 0.75)];
  const width = Math.max(textWidth(title, text), ...rows.map(({ label }) => boxW + 6 + textWidth(label, text))) + 12;
  const height = row * (rows.length + 1);
  const left = size.w < 360 ? 4 : 10;
  const top = size.h - height - 4;
  const write = (value: string, x: number, y: number, fill: string): Option => ({
    type: 'text',
    silent: true,
    z: 100,
    x,
    y,
    style: { text: value, fill, fontSize: text, fontFamily: look.font, verticalAlign: 'middle', stroke: palette.halo, lineWidth: 2 },
  });
  return {
    width,
    height,
    graphics: [
      write(title, left, top + row / 2, look.palette.ink2),
      ...rows.flatMap(({ label, color, isNone }, i): Option[] => {
        const y = top + row * (i + 1) + row / 2;
        const shape = { x: left, y: y - boxH / 2, width: boxW, height: boxH, r: 1 };
        const hatch: Option[] = isNone
          ? [0.25, 0.6, 0.95].map((part) => ({
              type: 'line',
              silent: true,
              z: 101,
              shape: { x1: left + boxW * part - boxH * 0.3, y1: y + boxH / 2, x2: left + boxW * part + boxH * 0.05, y2: y - boxH / 2 },
              style: { stroke: palette.hatch, lineWidth: 1 },
            }))
          : [];
        return [
          {
            type: 'rect',
            silent: true,
            z: 100,
            shape,
            style: { fill: color, stroke: isNone ? palette.hatch : 'transparent', lineWidth: 1 },
          },
          ...hatch,
          write(label, left + boxW + 6, y, look.palette.ink2),
        ];
      }),
    ],
  };
}
