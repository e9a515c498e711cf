import { echartsTheme, type ChartInks } from '#kit/core/chart/chart-theme.ts';
import { SEVERITY_COLOURS } from '#kit/core/chart/severity.ts';
import { contrast, mix, parseColor } from '#kit/core/color.ts';
import { themeOf, type ChartTheme } from './themes.ts';

/** What a chart stands on: a page of the program, or the dark ground of a screen. */
export type Ground = 'page' | 'screen';

/** Everything about colour, type and light that drawing a chart needs. */
export interface Look {
  readonly ground: Ground;
  readonly isDark: boolean;
  readonly inks: ChartInks;
  /** series colours before they repeat */
  readonly colors: readonly string[];
  /** one hue from little to much */
  readonly ramp: readonly string[];
  /** below, middle, above */
  readonly diverging: readonly [string, string, string];
  readonly good: string;
  readonly warn: string;
  readonly bad: string;
  /** in order, to be watched, late, overdue: by meaning alone, whatever the theme */
  readonly severity: readonly [string, string, string, string];
  /** structure and single marks */
  readonly accent: string;
  /** first places and highlights */
  readonly gold: string;
  /** blur of glowing marks, pixels; 0 on pages */
  readonly glow: number;
  /** own ground of a theme that brings one, null = what is behind */
  readonly background: string | null;
  readonly font: string;
  readonly digits: string;
  /** size of axis and legend texts */
  readonly text: number;
}

/** Inks of the page with the status colours, as the palette of the program has them. */
export interface PageInks extends ChartInks {
  readonly ok: string;
  readonly warn: string;
  readonly bad: string;
  readonly accent: string;
}

export interface LookWish {
  readonly ground: Ground;
  readonly mode: 'light' | 'dark';
  readonly inks: PageInks;
  readonly font: string;
  /** name of a theme; unknown names are `default` */
  readonly theme?: string | null;
  /** colours given by the builder; they win over the theme */
  readonly colors?: readonly string[] | null;
}

const DIGITS = `'Barlow Condensed', 'DIN Alternate', 'Bahnschrift', `;

/** Steps of one hue from the ground to a colour, light marks for little. */
function rampOf(color: string, ground: string, isDark: boolean): string[] {
  return (isDark ? [0.18, 0.36, 0.58, 0.8, 1] : [0.16, 0.36, 0.58, 0.8, 1]).map((part) => mix(ground, color, part));
}

function pageLook(wish: LookWish, theme: ChartTheme): Look {
  const isOwn = theme.own !== undefined;
  const isDark = isOwn || wish.mode === 'dark';
  const inks = theme.own?.inks ?? wish.inks;
  const colors = wish.colors?.length ? wish.colors : isDark ? theme.dark : theme.light;
  const accent = colors[0] ?? wish.inks.accent;
  return {
    ground: 'page',
    isDark,
    inks,
    colors,
    ramp: rampOf(accent, inks.surface, isDark),
    diverging: [isDark ? '#6C8CFF' : '#2F5BFF', isDark ? '#3A4352' : '#E6E9EF', isDark ? '#F0B04A' : '#DD7A00'],
    good: isOwn ? '#4CC38A' : wish.inks.ok,
    // inks of warnings are dark enough to be text; marks may be lighter
    warn: isDark ? '#E5A23D' : '#DD7A00',
    bad: isOwn ? '#FF7A85' : wish.inks.bad,
    severity: SEVERITY_COLOURS[isDark ? 'dark' : 'light'],
    accent,
    gold: isDark ? '#FFD257' : '#C98A00',
    glow: 0,
    background: theme.own?.background ?? null,
    font: wish.font,
    digits: wish.font,
    text: 12,
  };
}

function screenLook(wish: LookWish, theme: ChartTheme): Look {
  const own = theme.screen ?? themeOf('ocean').screen!;
  const colors = wish.colors?.length ? wish.colors : theme.dark;
  return {
    ground: 'screen',
    isDark: true,
    inks: own.inks,
    colors,
    ramp: own.ramp,
    diverging: [own.accent, mix(own.inks.surface, own.inks.ink3, 0.4), own.gold],
    good: own.good,
    warn: own.gold,
    bad: own.bad,
    severity: SEVERITY_COLOURS.screen,
    accent: wish.colors?.[0] ?? own.accent,
    gold: own.gold,
    glow: 12,
    background: null,
    font: wish.font,
    digits: DIGITS + wish.font,
    text: 14,
  };
}

/** The look of a chart: its ground, its theme and the colours that somebody gave it. */
export function lookOf(wish: LookWish): Look {
  const theme = themeOf(wish.theme);
  if (wish.ground === 'screen') return screenLook(wish, theme.screen || theme.name !== 'default' ? theme : themeOf('ocean'));
  return pageLook(wish, theme);
}

/** The theme of ECharts that belongs to a look. */
export function themeFor(look: Look): object {
  const theme = echartsTheme({ inks: look.inks, font: look.font, colors: look.colors, fontSize: look.text });
  const number = { fontFamily: look.digits };
  return {
    ...theme,
    backgroundColor: look.background ?? 'transparent',
    valueAxis: { ...theme.valueAxis, axisLabel: { ...theme.valueAxis.axisLabel, ...number } },
    logAxis: { ...theme.logAxis, axisLabel: { ...theme.logAxis.axisLabel, ...number } },
    bar: { barMaxWidth: look.ground === 'screen' ? 22 : 28, itemStyle: { borderRadius: [2, 2, 0, 0] } },
    dataZoom: {
      borderColor: 'transparent',
      backgroundColor: look.inks.hover,
      fillerColor: `${look.accent}2E`,
      handleStyle: { color: look.inks.surface, borderColor: look.accent },
      moveHandleStyle: { color: look.inks.lineStrong },
      dataBackground: { lineStyle: { color: look.inks.lineStrong }, areaStyle: { color: look.inks.line } },
      selectedDataBackground: { lineStyle: { color: look.accent }, areaStyle: { color: look.accent, opacity: 0.15 } },
      textStyle: { color: look.inks.ink3 },
      brushSelect: false,
    },
    visualMap: { textStyle: { color: look.inks.ink3, fontSize: look.text } },
    aria: { decal: { decals: [] } },
  };
}

/** Lightness of the second and third round over the same colours. */
const ROUNDS = [0, 0.42, 0.4];

/**
 * Colours for `count` series: those of the look, then the same ones nearer to the ink, then nearer to the ground, as far as they still
 * stand out from it; then they repeat.
 */
export function seriesColors(look: Look, count: number): string[] {
  const base = look.colors.length ? look.colors : [look.accent];
  return Array.from({ length: Math.max(count, base.length) }, (_, i) => {
    const color = base[i % base.length] ?? look.accent;
    const round = Math.floor(i / base.length) % ROUNDS.length;
    if (round === 0 || !parseColor(color)) return color;
    const toward = round === 1 ? look.inks.ink : look.inks.surface;
    let part = ROUNDS[round] ?? 0;
    while (round === 2 && part > 0.1 && contrast(mix(color, toward, part), look.inks.surface) < 2.2) part -= 0.08;
    return mix(color, toward, part);
  });
}
