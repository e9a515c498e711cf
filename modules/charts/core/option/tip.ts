import type { ResolvedTheme } from '../look/resolve-theme.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Text for a place where ECharts reads HTML: names and values of people's data must stay text. */
export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
/** Text for a place where ECharts reads its own `{style|…}` notation. */
export const escapeRich = (text: string): string => text.replace(/[{}|]/g, (char) => ({ '{': '｛', '}': '｝' })[char] ?? '｜');

export interface TipLine {
  readonly color?: string;
  readonly name: string;
  readonly value: string;
  /** grey, behind the value */
  readonly note?: string;
  readonly isStrong?: boolean;
}

/** Series that a tooltip lists at most; the rest is counted. */
const MAX = 16;

/** A tooltip: a heading and one line per series, values aligned at the right. All text is escaped. */
export function tip(title: string, lines: readonly TipLine[], look: ResolvedTheme): string {
  const { palette, text } = look;
  const head = title
    ? `<div style="max-width:320px;margin-bottom:6px;color:${palette.ink};font-weight:600;white-space:normal;word-break:break-all">${escapeText(title)}</div>`
    : '';
  const shown = lines.slice(0, MAX);
  const body = shown
    .map(({ color, name, value, note, isStrong }) => {
      const dot = color ? `<span style="flex:none;width:8px;height:8px;border-radius:2px;background:${escapeText(color)}"></span>` : '';
      const label = `<span style="flex:1;min-width:0;max-width:220px;overflow:hidden;color:${palette.ink2};text-overflow:ellipsis;white-space:nowrap">${escapeText(name)}</span>`;
      const weight = isStrong ? 700 : 600;
      const figure = `<span style="padding-left:20px;color:${palette.ink};font-weight:${weight};font-variant-numeric:tabular-nums;white-space:nowrap">${escapeText(value)}</span>`;
      const small = note
        ? `<span style="min-width:44px;padding-left:8px;color:${palette.ink3};text-align:right;font-variant-numeric:tabular-nums">${escapeText(note)}</span>`
        : '';
      return `<div style="display:flex;align-items:center;gap:6px;line-height:${text + 10}px">${dot}${label}${figure}${small}</div>`;
    })
    .join('');
  const more =
    lines.length > MAX ? `<div style="color:${palette.ink3};line-height:${text + 10}px">另有 ${lines.length - MAX} 项</div>` : '';
  return `<div style="min-width:120px">${head}${body}${more}</div>`;
}

/** A share as percent with one decimal. */
export function shareText(value: number | null, whole: number): string {
  if (value === null || whole === 0) return '';
  const percent = (value / whole) * 100;
  return percent > 0 && percent < 0.05 ? '<0.1%' : `${percent.toFixed(1)}%`;
}
