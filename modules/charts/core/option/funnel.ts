import { alpha, textColorOn, mix } from '#kit/core/color.ts';
import { seriesColors } from '../look/resolve-theme.ts';
import { dimmed, nothing, type Built, type Draw, type Option } from './built.ts';
import { frameOf } from './frame.ts';
import { MAX_STAGES } from './limits.ts';
import { clickedOf, cut, figure, numberAt, SEPARATOR, shortFigure, textAt, textWidth, type Clicked, type Part } from './model.ts';
import { shareText, tip } from './tip.ts';

interface Stage {
  readonly name: string;
  readonly value: number;
  /** of the contrast, when there is one */
  readonly other: number | null;
  readonly part: Part;
  readonly clicked: Clicked[];
}

/** Stages from the dimension, or one per measure when there is none. */
function stagesOf(draw: Draw): Stage[] {
  const { model } = draw;
  if (model.rowDims.length > 0) {
    const [part, other] = model.measures;
    if (!part) return [];
    return model.rows.flatMap((row): Stage[] => {
      const value = numberAt(row, part);
      if (value === null || value < 0) return [];
      const values = model.rowDims.map((dim) => row[dim.at] ?? null);
      return [
        {
          name: model.rowDims.map((dim) => textAt(row, dim)).join(SEPARATOR),
          value,
          other: other ? numberAt(row, other) : null,
          part,
          clicked: clickedOf(model, { label: '', values }),
        },
      ];
    });
  }
  const row = model.rows[0];
  return model.measures.flatMap((part): Stage[] => {
    const value = numberAt(row, part);
    return value === null || value < 0 ? [] : [{ name: part.name, value, other: null, part, clicked: [] }];
  });
}

/** Stages that get narrower, with the conversion from stage to stage. */
export function funnel(draw: Draw): Built {
  const { model, look, size, config } = draw;
  const stages = stagesOf(draw).slice(0, MAX_STAGES);
  if (stages.every(({ value }) => value === 0)) return nothing(draw, 'further');
  const isPyramid = model.variant === 'pyramidfunnel';
  const isContrast = model.variant === 'contrastfunnel';
  const colors = seriesColors(look, 1);
  const shade = (i: number) =>
    config.options.colors?.[i] ??
    mix(
      colors[0]!,
      look.surface === 'screen' ? '#0B2A5C' : look.isDark ? look.palette.surface : '#FFFFFF',
      Math.min(0.62, i * (0.62 / Math.max(4, stages.length))),
    );
  const frame = frameOf(draw, [], { legend: false });
  const top = frame.pad.top + 6;
  const height = Math.max(30, size.h - top - 6);
  const right = Math.min(150, Math.max(70, size.w * 0.28));
  const most = Math.max(...stages.map(({ value }) => value));
  const first = stages[0]!.value;
  const showsRates = size.w >= 260;
  const width = size.w - (showsRates ? right : 0) - 12;
  const name = (stage: Stage) => cut(stage.name, Math.max(3, width / 2 / look.text - 3));
  const common: Option = {
    type: 'funnel',
    top,
    height,
    left: 6,
    width,
    minSize: isContrast ? '4%' : '8%',
    max: isContrast ? most : undefined,
    sort: isPyramid ? 'ascending' : 'none',
    gap: 3,
    cursor: draw.isClickable ? 'pointer' : 'default',
    emphasis: { label: { fontWeight: 600 } },
    labelLine: { show: false },
  };
  // a text wider than its stage stands mostly on the ground
  const overflows = (stage: Stage, value: number) =>
    textWidth(`${name(stage)}  ${shortFigure(stage.value, stage.part)}`, look.text) > (value / most) * width * 1.6 + 12;
  const item = (stage: Stage, i: number, value: number, color: string): Option => ({
    name: stage.name,
    value,
    itemStyle: {
      color: draw.markOf(stage.part.key, stage.value)?.color ?? color,
      opacity: dimmed(draw, stage.clicked),
      borderWidth: 0,
      ...(look.glow > 0 && i === 0 && { shadowBlur: look.glow, shadowColor: alpha(color, 0.4) }),
    },
    label: { color: overflows(stage, value) ? look.palette.ink : textColorOn(color), textBorderColor: 'transparent' },
  });
  const labelText = (stage: Stage) => {
    const content = config.options.label?.content ?? 'nameValue';
    const value = shortFigure(stage.value, stage.part);
    return content === 'name'
      ? name(stage)
      : content === 'value'
        ? value
        : content.endsWith('ercent')
          ? `${name(stage)} ${shareText(stage.value, first)}`
          : `${name(stage)}  ${value}`;
  };
  const series: Option[] = isContrast
    ? contrastSeries({ common, stages, item, shade, labelText, draw })
    : [
        {
          ...common,
          id: 'funnel',
          label: {
            show: config.options.label?.show !== false,
            position: 'inside',
            fontSize: look.text,
            formatter: ({ dataIndex }: { dataIndex: number }) => labelText(stages[dataIndex]!),
          },
          data: stages.map((stage, i) => item(stage, i, stage.value, shade(i))),
        },
      ];
  // names that do not fit into their stage stand beside it, where the rates are
  const order = isPyramid ? stages.toSorted((a, b) => a.value - b.value) : stages;
  const each = height / order.length;
  const rates = showsRates ? stageRates({ order, isPyramid, each, right, top, draw }) : [];
  return {
    option: {
      ...frame.option,
      title: [frame.option.title, ...rates],
      tooltip: {
        show: !draw.isStill,
        trigger: 'item',
        formatter: ({ dataIndex, color }: { dataIndex: number; color: string }) => {
          return stageTip({ stages, dataIndex, color, draw });
        },
      },
      series,
    },
    engine: 'further',
    pick: ({ dataIndex }) => stages[dataIndex]?.clicked ?? [],
    summary: stages
      .slice(0, 8)
      .map((stage) => `${stage.name} ${figure(stage.value, stage.part)}`)
      .join('，'),
    isEmpty: false,
  };
}

/** Two funnels on each other: what came, and what went on. */
function contrastSeries({
  common,
  stages,
  item,
  shade,
  labelText,
  draw,
}: {
  common: Option;
  stages: Stage[];
  item: (stage: Stage, i: number, value: number, color: string) => Option;
  shade: (i: number) => string;
  labelText: (stage: Stage) => string;
  draw: Draw;
}): Option[] {
  const { look } = draw;
  return [
    {
      ...common,
      id: 'back',
      z: 1,
      label: { show: false },
      data: stages.map((stage, i) => ({ ...item(stage, i, stage.value, alpha(shade(0), 0.35)), label: { color: look.palette.ink } })),
    },
    {
      ...common,
      id: 'front',
      z: 2,
      silent: false,
      label: {
        show: true,
        position: 'inside',
        verticalAlign: 'middle',
        formatter: ({ dataIndex }: { dataIndex: number }) => labelText(stages[dataIndex]!),
        fontSize: look.text,
      },
      data: stages.map((stage, i) => item(stage, i, Math.min(stage.value, stage.other ?? stages[i + 1]?.value ?? stage.value), shade(0))),
    },
  ];
}

/** What the tip of a stage says. */
function stageTip({ stages, dataIndex, color, draw }: { stages: Stage[]; dataIndex: number; color: string; draw: Draw }) {
  const { model, look } = draw;
  const first = stages[0]!.value;
  const stage = stages[dataIndex];
  if (!stage) return '';
  const before = stages[dataIndex - 1];
  return tip(
    stage.name,
    [
      { color, name: stage.part.name, value: figure(stage.value, stage.part) },
      ...(stage.other !== null ? [{ name: model.measures[1]?.name ?? '', value: figure(stage.other, model.measures[1]) }] : []),
      ...(before && before.value > 0 ? [{ name: '较上一阶段', value: shareText(stage.value, before.value) }] : []),
      { name: '较第一阶段', value: shareText(stage.value, first) },
    ],
    look,
  );
}

/** How much of a stage came on, beside the stages. */
function stageRates({
  order,
  isPyramid,
  each,
  right,
  top,
  draw,
}: {
  order: Stage[];
  isPyramid: boolean;
  each: number;
  right: number;
  top: number;
  draw: Draw;
}) {
  const { look, size } = draw;
  return order.map((stage, i): Option => {
    const before = order[i - 1];
    const rate = isPyramid
      ? `占比 ${shareText(
          stage.value,
          order.reduce((sum, one) => sum + one.value, 0),
        )}`
      : i === 0 || !before
        ? ''
        : `转化 ${shareText(stage.value, before.value)}`;
    return {
      show: rate !== '' && each >= look.text + 4,
      text: rate,
      left: size.w - right + 10,
      top: top + each * i + (isPyramid ? each / 2 - look.text / 2 : -look.text * 0.6),
      padding: 0,
      textStyle: { fontSize: look.text, fontWeight: 400, color: look.palette.ink3, fontFamily: look.digits },
    };
  });
}
