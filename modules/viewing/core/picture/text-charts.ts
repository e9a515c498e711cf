import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { formatValue, kpiOf, numberParts, rankOf, tableOf, type ResolvedTheme } from '#modules/charts/core/index.ts';
import { box, line, noteSvg, type Place } from './svg-text.ts';

interface Drawn {
  readonly config: ChartConfig;
  readonly data: ChartData;
  readonly look: ResolvedTheme;
  readonly size: Pick<Place, 'w' | 'h'>;
}
const ROW = 28;
const ARROWS = { up: '▲', down: '▼', flat: '' };

function kpiSvg({ config, data, look, size: { w, h } }: Drawn): string {
  const kpi = kpiOf(config, data, look);
  if (!kpi) return noteSvg('暂无数据', { w, h }, look.palette.ink3);
  const { digits, unit } = numberParts(kpi.value, kpi.format, kpi.modifier);
  const size = Math.max(22, Math.min(44, h * 0.28));
  const { ink, ink3 } = look.palette;
  const head = [kpi.isNamed ? kpi.name : '', kpi.at ?? ''].filter(Boolean).join(' ');
  const sides = kpi.sides.map((side, n) => {
    const text = `${side.name} ${side.trend ? ARROWS[side.trend] : ''}${side.text}`;
    return line(text, { x: 12, y: size + 48 + n * 20, size: 13, color: side.color, width: w - 24 });
  });
  const top = h * 0.72;
  const way =
    kpi.line &&
    `<g transform="translate(12 ${top}) scale(${(w - 24) / 100} ${(h - top - 8) / 30})"><path d="${kpi.line.area}" fill="${look.accent}" opacity="0.14"/><path d="${kpi.line.path}" fill="none" stroke="${look.accent}" stroke-width="0.6"/></g>`;
  return [
    line(head, { x: 12, y: 16, size: 13, color: ink3, width: w - 24 }),
    line(`${digits}${unit}`, { x: 12, y: size + 22, size, color: kpi.color ?? ink, width: w - 24, weight: 600 }),
    ...sides,
    way ?? '',
  ].join('');
}

function rankSvg({ config, data, look, size: { w, h } }: Drawn): string {
  const { lines } = rankOf(config, data, look);
  const seen = lines.slice(0, Math.max(1, Math.floor(h / ROW)));
  const { ink, ink3, hover } = look.palette;
  const drawn = seen.map((one, n) => {
    const y = n * ROW;
    return [
      line(String(one.place), { x: 12, y: y + 16, size: 12, color: ink3, width: 24 }),
      line(one.name, { x: 36, y: y + 16, size: 12, color: ink, width: w * 0.6 - 36 }),
      line(one.value, { x: w - 12, y: y + 16, size: 12, color: one.color ?? ink, width: w * 0.4 - 16, anchor: 'end' }),
      box({ x: 36, y: y + 20, w: w - 48, h: 3 }, hover),
      box({ x: 36, y: y + 20, w: (w - 48) * one.part, h: 3 }, one.color ?? look.accent),
    ].join('');
  });
  return drawn.join('') + more(lines.length - seen.length, { w, h }, ink3);
}

const more = (n: number, { w, h }: Pick<Place, 'w' | 'h'>, color: string): string =>
  n > 0 ? line(`另有 ${n} 行，见附带的数据`, { x: w - 12, y: h - 4, size: 11, color, width: w - 24, anchor: 'end' }) : '';

function tableSvg({ config, data, look, size: { w, h } }: Drawn): string {
  const table = tableOf(config, data, look);
  const { ink, ink3, line: rule, hover } = look.palette;
  const whole = table.columns.reduce((sum, column) => sum + column.width, 0) || 1;
  // columns keep their proportions and share what there is
  const share = Math.min(1.6, Math.max(0.5, w / whole));
  let x = 0;
  const columns = table.columns.flatMap((column) => {
    const at = x;
    x += column.width * share;
    return at < w ? [{ column, x: at, w: Math.min(column.width * share, w - at) }] : [];
  });
  const rows = table.rows.slice(0, Math.max(0, Math.floor(h / ROW) - 2));
  const cell = (text: string, n: number, at: (typeof columns)[number], color: string) =>
    line(text, {
      x: at.column.isMeasure ? at.x + at.w - 8 : at.x + 8,
      y: n * ROW + 19,
      size: 12,
      color,
      width: at.w - 16,
      anchor: at.column.isMeasure ? 'end' : 'start',
    });
  const head = columns.map((at) => cell(at.column.name, 0, at, ink3)).join('');
  const body = rows.flatMap((row, n) => [
    box({ x: 0, y: (n + 1) * ROW, w, h: 1 }, rule),
    ...columns.map((at) => {
      const value = row[at.column.at] ?? null;
      return cell(formatValue(value, at.column), n + 1, at, table.markOf(at.column.key, value)?.color ?? ink);
    }),
  ]);
  return box({ x: 0, y: 0, w, h: ROW }, hover) + head + body.join('') + more(table.rows.length - rows.length, { w, h }, ink3);
}

/** Charts that are text in the browser, as drawings; null for every other type. */
export function textChartSvg(drawn: Drawn): string | null {
  switch (drawn.config.chartType) {
    case 'kpi':
      return kpiSvg(drawn);
    case 'rank':
      return rankSvg(drawn);
    case 'table':
    case 'pivot':
      return tableSvg(drawn);
    default:
      return null;
  }
}
