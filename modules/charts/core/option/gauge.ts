import { axisScale, numberParts } from '../look/format.ts';
import { alpha, textColorOn } from '#kit/core/color.ts';
import { nothing, type Built, type Draw, type Option } from './built.ts';
import { frameOf } from './frame.ts';
import { cut, figure, numberAt, type Part } from './model.ts';

/** Shown in place of a scale that nobody set. */
export const NO_TARGET = '未设目标';

/**
 * What gauges and liquids measure against: settings, then the target, then 100 % for shares, then the last grade. Without any of them there
 * is no end (`max` null): a round figure above the value would say that so much of something is reached.
 */
export function scaleEnds(draw: Draw): { value: number | null; target: number | null; min: number; max: number | null } {
  const { model, config } = draw;
  const [main, goal] = model.measures;
  const row = model.rows[0];
  const value = main ? numberAt(row, main) : null;
  const target = goal ? numberAt(row, goal) : null;
  const isShare = main?.format?.kind === 'percent' || ['share', 'yoy', 'mom'].includes(main?.modifier ?? '');
  const min = config.options.min ?? Math.min(0, value ?? 0);
  const grades = config.options.grades ?? [];
  const max =
    config.options.max ??
    (target && target > 0 ? target : isShare ? Math.max(1, value ?? 0) : grades.length ? Math.max(...grades.map(({ to }) => to)) : null);
  return { value, target, min, max: max === null || max > min ? max : min + 1 };
}

/** A figure without a scale: its name, and that nobody set a target. */
function plainFigure(draw: Draw, main: Part, value: number | null): Built {
  const { look, size } = draw;
  const frame = frameOf(draw, [], { legend: false });
  const h = size.h - frame.pad.top;
  const shown = numberParts(value, main.format, main.modifier);
  const big = Math.max(14, Math.min(look.surface === 'screen' ? 42 : 32, h * 0.24, size.w * 0.12));
  const text = `${main.name} ${figure(value, main)}，${NO_TARGET}`;
  return {
    option: {
      ...frame.option,
      tooltip: { show: false },
      series: [
        {
          id: 'gauge',
          type: 'gauge',
          center: [size.w / 2, frame.pad.top + h / 2],
          radius: Math.max(24, Math.min(size.w, h) / 2 - 8),
          cursor: draw.isClickable ? 'pointer' : 'default',
          axisLine: { show: false },
          progress: { show: false },
          axisTick: { show: false },
          splitLine: { show: false },
          axisLabel: { show: false },
          pointer: { show: false },
          anchor: { show: false },
          title: { show: true, offsetCenter: [0, big * 0.9], color: look.palette.ink3, fontSize: look.text },
          detail: {
            valueAnimation: false,
            offsetCenter: [0, -big * 0.2],
            formatter: () => `{v|${shown.digits}}${shown.unit ? `{u|${shown.unit}}` : ''}`,
            rich: {
              v: { fontSize: big, fontWeight: 600, color: look.palette.ink, fontFamily: look.digits },
              u: { fontSize: Math.max(10, big * 0.42), color: look.palette.ink2, padding: [0, 0, -big * 0.3, 3] },
            },
          },
          data: [{ value: value ?? 0, name: `${cut(main.name, Math.max(4, size.w / look.text - 6))} · ${NO_TARGET}` }],
        },
      ],
    },
    engine: 'further',
    pick: () => [],
    summary: text,
    isEmpty: false,
  };
}

/** A pointer, a ring of progress, or graded arcs. */
export function gauge(draw: Draw): Built {
  const { model, look, size, config } = draw;
  const main = model.measures[0];
  if (!main || model.rows.length === 0) return nothing(draw, 'further');
  const { value, target, min, max } = scaleEnds(draw);
  if (max === null) return plainFigure(draw, main, value);
  const frame = frameOf(draw, [], { legend: false });
  const top = frame.pad.top;
  const isRing = model.variant === 'progress';
  const h = size.h - top;
  const radius = Math.max(24, isRing ? Math.min(size.w, h) / 2 - 8 : Math.min(size.w / 2 - 8, h / 1.72 - 4));
  const center = [size.w / 2, top + (isRing ? h / 2 : Math.min(h * 0.58, h - radius * 0.74))];
  const thick = Math.max(6, Math.min(22, radius * (isRing ? 0.14 : 0.13)));
  const steps = (
    config.options.grades?.length
      ? config.options.grades
      : [
          { to: min + (max - min) * 0.6, color: look.bad },
          { to: min + (max - min) * 0.85, color: look.warn },
          { to: max, color: look.good },
        ]
  ).toSorted((a, b) => a.to - b.to);
  const part = (at: number) => Math.min(1, Math.max(0, (at - min) / (max - min)));
  const grade = steps.find(({ to }) => value !== null && value <= to) ?? steps.at(-1);
  const isGraded = model.variant === 'grade';
  const mark = draw.markOf(main.key, value);
  const color = mark?.color ?? (isGraded || config.options.grades?.length ? (grade?.color ?? look.accent) : look.accent);
  const scale = axisScale(Math.max(Math.abs(min), Math.abs(max)), main.format, main.modifier);
  const rail = look.surface === 'screen' ? alpha(look.accent, 0.14) : look.palette.line;
  const shown = numberParts(value, main.format, main.modifier);
  const big = Math.max(14, Math.min(look.surface === 'screen' ? 42 : 32, radius * (isRing ? 0.38 : 0.3)));
  const name = cut(config.options.title?.text ? main.name : main.name, Math.max(4, (radius * 1.5) / look.text));
  const showsTicks = radius >= 70 && !isRing && config.options.label?.show !== false;
  const detail: Option = {
    valueAnimation: false,
    offsetCenter: [0, isRing ? (radius > 44 ? -big * 0.22 : 0) : radius * 0.42],
    formatter: () => `{v|${shown.digits}}${shown.unit ? `{u|${shown.unit}}` : ''}`,
    rich: {
      v: { fontSize: big, fontWeight: 600, color: look.palette.ink, fontFamily: look.digits },
      u: { fontSize: Math.max(10, big * 0.42), color: look.palette.ink2, padding: [0, 0, -big * 0.3, 3] },
    },
  };
  const base: Option = {
    id: 'gauge',
    type: 'gauge',
    center,
    radius,
    min,
    max,
    startAngle: isRing ? 90 : 210,
    endAngle: isRing ? -270 : -30,
    cursor: draw.isClickable ? 'pointer' : 'default',
    splitNumber: 5,
    axisLine: {
      roundCap: !isGraded,
      lineStyle: { width: thick, color: isGraded ? steps.map((step) => [part(step.to), step.color]) : [[1, rail]] },
    },
    progress: {
      show: !isGraded,
      roundCap: true,
      width: thick,
      itemStyle: { color, ...(look.glow > 0 && { shadowBlur: look.glow, shadowColor: alpha(color, 0.6) }) },
    },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      show: showsTicks,
      distance: thick + 6,
      color: look.palette.ink3,
      fontSize: look.text,
      fontFamily: look.digits,
      formatter: scale.tick,
    },
    pointer: isRing
      ? { show: false }
      : { show: true, length: '46%', width: Math.max(3, radius * 0.035), itemStyle: { color: isGraded ? color : look.palette.ink2 } },
    anchor: {
      show: !isRing,
      size: Math.max(8, radius * 0.1),
      itemStyle: {
        color: look.background ?? (look.surface === 'screen' ? look.palette.raised : look.palette.surface),
        borderColor: isGraded ? color : look.palette.ink2,
        borderWidth: 2,
      },
    },
    title: { show: radius >= 40, offsetCenter: [0, isRing ? big * 0.72 : radius * 0.68], color: look.palette.ink2, fontSize: look.text },
    detail,
    data: [{ value: value ?? min, name: isGraded && grade?.label ? grade.label : name }],
  };
  const goal: Option[] =
    target !== null && target >= min && target <= max && !isRing ? [targetMark({ center, radius, min, max, thick, target, draw })] : [];
  const text = `${main.name} ${figure(value, main)}`;
  const goalPart = model.measures[1];
  const targetText = target !== null && goalPart ? `，${goalPart.name} ${figure(target, goalPart)}` : '';
  return {
    option: {
      ...frame.option,
      tooltip: { show: !draw.isStill, trigger: 'item', formatter: () => `${text}${targetText}`.replace(/[&<>]/g, '') },
      series: [base, ...goal],
    },
    engine: 'further',
    pick: () => [],
    summary: text + targetText,
    isEmpty: false,
  };
}

/** Shapes of the library by our variants. */
const SHAPES = new Set(['circle', 'rect', 'roundRect', 'triangle', 'diamond', 'pin', 'arrow']);
/** Where a shape has room for its text, and how much of it. */
const ROOM: Record<string, { y: string; part: number }> = {
  triangle: { y: '66%', part: 0.7 },
  arrow: { y: '58%', part: 0.62 },
  diamond: { y: '50%', part: 0.85 },
  pin: { y: '40%', part: 0.72 },
};

/** A small triangle on the arc where the target lies. */
function targetMark({
  center,
  radius,
  min,
  max,
  thick,
  target,
  draw,
}: {
  center: number[];
  radius: number;
  min: number;
  max: number | null;
  thick: number;
  target: number;
  draw: Draw;
}): Option {
  const { look } = draw;
  return {
    id: 'target',
    type: 'gauge',
    center,
    radius,
    min,
    max,
    startAngle: 210,
    endAngle: -30,
    silent: true,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: { show: false },
    progress: { show: false },
    title: { show: false },
    detail: { show: false },
    pointer: { icon: 'triangle', length: 9, width: 9, offsetCenter: [0, -(radius - thick - 10)], itemStyle: { color: look.gold } },
    data: [{ value: target }],
  };
}

/** A vessel that fills up. */
export function liquid(draw: Draw): Built {
  const { model, look, size, config } = draw;
  const main = model.measures[0];
  if (!main || model.rows.length === 0) return nothing(draw, 'liquid');
  const { value, target, min, max } = scaleEnds(draw);
  if (max === null) return plainFigure(draw, main, value);
  const part = value === null ? 0 : (value - min) / (max - min);
  const frame = frameOf(draw, [], { legend: false });
  const color =
    draw.markOf(main.key, value)?.color ??
    config.options.grades?.toSorted((a, b) => a.to - b.to).find(({ to }) => value !== null && value <= to)?.color ??
    look.accent;
  const h = size.h - frame.pad.top;
  const diameter = Math.max(40, Math.min(size.w, h) - 12);
  const level = Math.min(1, Math.max(0, part));
  const isShare = main.format?.kind === 'percent';
  const room = ROOM[model.variant] ?? { y: '50%', part: 1 };
  const big = Math.max(12, Math.min(look.surface === 'screen' ? 44 : 34, diameter * 0.2) * room.part);
  const head = isShare ? figure(value, main) : `${(part * 100).toFixed(part * 100 >= 99.95 || part === 0 ? 0 : 1)}%`;
  const below = isShare ? main.name : `${cut(main.name, 8)} ${figure(value, main)}`;
  return {
    option: {
      ...frame.option,
      tooltip: { show: false },
      series: [
        {
          id: 'liquid',
          type: 'liquidFill',
          shape: SHAPES.has(model.variant) ? model.variant : 'circle',
          center: [size.w / 2, frame.pad.top + h / 2],
          radius: diameter,
          data: level > 0 ? [level, { value: Math.max(0, level - 0.03), itemStyle: { opacity: 0.55 } }] : [0],
          color: [color, alpha(color, 0.55)],
          amplitude: draw.isStill ? 5 : Math.min(8, diameter * 0.04),
          waveAnimation: !draw.isStill,
          backgroundStyle: { color: alpha(color, look.isDark ? 0.1 : 0.06) },
          outline: {
            borderDistance: 4,
            itemStyle: {
              borderWidth: 2,
              borderColor: alpha(color, 0.75),
              shadowBlur: look.glow,
              shadowColor: look.glow > 0 ? alpha(color, 0.6) : 'transparent',
            },
          },
          itemStyle: { opacity: 0.9, shadowBlur: 0 },
          label: {
            formatter: () => `{v|${head}}\n{n|${below}}`,
            rich: {
              v: { fontSize: big, fontWeight: 600, fontFamily: look.digits, lineHeight: big * 1.25 },
              n: { fontSize: Math.max(10, Math.min(look.text, diameter * 0.08)), fontWeight: 400, lineHeight: look.text * 1.6 },
            },
            color: look.palette.ink,
            insideColor: textColorOn(color),
            position: ['50%', room.y],
            fontSize: big,
          },
        },
      ],
    },
    engine: 'liquid',
    pick: () => [],
    summary: `${main.name} ${figure(value, main)}${target !== null && model.measures[1] ? `，${model.measures[1].name} ${figure(target, model.measures[1])}` : ''}`,
    isEmpty: false,
  };
}
