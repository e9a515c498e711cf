import type { Draw, Option } from './built.ts';
import { textWidth } from './model.ts';

/** Room around the plot that title and legend take, pixels. */
export interface Pad {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}
export interface Frame {
  readonly option: Option;
  readonly pad: Pad;
}

const place = (word: string | null | undefined, percent: number | null | undefined, otherwise: string | number): string | number =>
  typeof percent === 'number' ? `${percent}%` : word && word !== 'custom' ? word : otherwise;

/** A legend of more lines leaves no room for the chart. */
const MAX_LINES = 4;

/**
 * Title, legend and description of a chart, and the room they take. The legend stands at the top right, its texts cut at 120 px; the places
 * of the family (left/top by word or percent) win over ours.
 */
export function frameOf(draw: Draw, names: readonly string[], options: { legend?: boolean; side?: boolean } = {}): Frame {
  const { config, look, size, isStill, isPaper } = draw;
  const { title, legend } = config.options;
  const text = title?.show === false ? '' : (title?.text ?? '');
  const subtext = title?.show === false ? '' : (title?.subtext ?? '');
  const fontSize = title?.textStyle?.fontSize ?? look.text + 2;
  const subSize = title?.subtextStyle?.fontSize ?? look.text;
  const hasTitle = text !== '' || subtext !== '';
  const titleHeight = hasTitle ? (text ? fontSize * 1.5 : 0) + (subtext ? subSize * 1.5 : 0) + 6 : 0;
  const showsLegend = (legend?.show ?? options.legend ?? names.length > 1) && names.length > 0 && size.w >= 160 && size.h >= 110;
  const position = legend?.position ?? (options.side ? 'right' : 'top');
  const isBeside = position === 'left' || position === 'right';
  const widest = Math.min(120, Math.max(24, ...names.slice(0, 200).map((name) => textWidth(name, look.text))));
  const legendRow = look.text + 14;
  const titleWidth = hasTitle && title?.left !== 'center' && title?.left !== 'right' ? textWidth(text, fontSize) + 24 : 0;
  const needed = names.reduce((sum, name) => sum + Math.min(120, textWidth(name, look.text)) + 27, 0);
  const room = size.w - titleWidth - 8;
  const line = look.text + 10;
  const lines = Math.ceil((needed * 1.1) / Math.max(120, room));
  const isWhole = isPaper === true && (isBeside ? names.length * line <= size.h : lines <= MAX_LINES);
  const furtherLines = isWhole && showsLegend && !isBeside ? (lines - 1) * line : 0;
  const pad = {
    top:
      Math.max(titleHeight, 0) +
      (showsLegend && position === 'top' && (subtext !== '' || !hasTitle) ? legendRow : 0) +
      (position === 'top' ? furtherLines : 0),
    right: showsLegend && position === 'right' ? widest + 34 : 0,
    bottom: showsLegend && position === 'bottom' ? legendRow + 2 + furtherLines : 0,
    left: showsLegend && position === 'left' ? widest + 34 : 0,
  };
  const legendOption: Option = {
    show: showsLegend,
    type: isWhole ? 'plain' : (legend?.type ?? 'scroll'),
    data: [...names],
    orient: legend?.orient ?? (isBeside ? 'vertical' : 'horizontal'),
    ...(position === 'top' && {
      left: names.length > 3 || titleWidth > 0 ? Math.min(titleWidth || 48, size.w * 0.6) : 'auto',
      right: 0,
      top: subtext ? titleHeight : 0,
      align: 'left',
    }),
    ...(position === 'bottom' && { left: 'center', right: 'auto', bottom: 0, top: 'auto' }),
    ...(position === 'right' && { left: 'auto', right: 0, top: 'middle', align: 'left' }),
    ...(position === 'left' && { left: 0, right: 'auto', top: 'middle', align: 'left' }),
    ...((legend?.left || typeof legend?.leftVal === 'number') && { left: place(legend.left, legend.leftVal, 'auto'), right: 'auto' }),
    ...((legend?.top || typeof legend?.topVal === 'number') && { top: place(legend.top, legend.topVal, 0) }),
    tooltip: { show: true },
    pageIconSize: 10,
    animation: !isStill,
  };
  if (position === 'top' && !legend?.left && typeof legend?.leftVal !== 'number') {
    // short legends end at the right edge; long ones get the room beside the title and pages
    legendOption.left = needed <= room ? 'auto' : titleWidth || 0;
  }
  return {
    option: {
      title: {
        show: hasTitle,
        text,
        subtext,
        left: place(title?.left, title?.leftVal, 0),
        top: place(title?.top, title?.topVal, 0),
        padding: 0,
        itemGap: 4,
        textStyle: {
          fontSize,
          width: Math.max(60, size.w - 8),
          overflow: 'truncate',
          ...(title?.textStyle?.color && { color: title.textStyle.color }),
        },
        subtextStyle: { fontSize: subSize, color: title?.subtextStyle?.color ?? look.palette.ink3 },
      },
      legend: legendOption,
      animation: !isStill && config.options.still !== true,
      animationDuration: 300,
      animationDurationUpdate: 300,
    },
    pad,
  };
}
