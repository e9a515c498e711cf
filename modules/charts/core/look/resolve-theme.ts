import { echartsTheme, type ChartPalette } from '#kit/core/chart/chart-theme.ts';
import { SEVERITY_COLOURS } from '#kit/core/chart/severity.ts';
import { contrast, mix, parseColor } from '#kit/core/color.ts';
import { themeOf, type ChartTheme } from './themes.ts';

/** What a chart stands on: a page of the program, or the dark ground of a screen. */
export type Surface = 'page' | 'screen';

/** Everything about colour, type and light that drawing a chart needs. */
export interface ResolvedTheme {
  readonly surface: Surface;
  readonly isDark: boolean;
  readonly palette: ChartPalette;
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
  /** size of notes beside marks; on screens as large as axes, which is 11 px where a wall of 1920 is shown on 1366 */
  readonly small: number;
}

/** Inks of the page with the status colours, as the palette of the program has them. */
export interface PagePalette extends ChartPalette {
  readonly ok: string;
  readonly warn: string;
  readonly bad: string;
  readonly accent: string;
}

export interface ThemeOptions {
  readonly surface: Surface;
  readonly mode: 'light' | 'dark';
  readonly palette: PagePalette;
  readonly font: string;
  /** name of a theme; unknown names are `default` */
  readonly theme?: string | null;
  /** colours given by the builder; they win over the theme */
  readonly colors?: readonly string[] | null;
}

const DIGITS = `'Barlow Condensed', 'DIN Alternate', 'Bahnschrift', `;

/** Steps of one hue from the ground to a colour, light marks for little. */
function rampOf(color: string, surface: string, isDark: boolean): string[] {
  return (isDark ? [0.18, 0.36, 0.58, 0.8, 1] : [0.16, 0.36, 0.58, 0.8, 1]).map((part) => mix(surface, color, part));
}

function pageTheme(options: ThemeOptions, theme: ChartTheme): ResolvedTheme {
  const isOwn = theme.own !== undefined;
  const isDark = isOwn || options.mode === 'dark';
  const palette = theme.own?.palette ?? options.palette;
  const colors = options.colors?.length ? options.colors : isDark ? theme.dark : theme.light;
  const accent = colors[0] ?? options.palette.accent;
  return {
    surface: 'page',
    isDark,
    palette,
    colors,
    ramp: rampOf(accent, palette.surface, isDark),
    diverging: [isDark ? '#6C8CFF' : '#2F5BFF', isDark ? '#3A4352' : '#E6E9EF', isDark ? '#F0B04A' : '#DD7A00'],
    good: isOwn ? '#4CC38A' : options.palette.ok,
    // text colours of warnings are dark enough to be text; marks may be lighter
    warn: isDark ? '#E5A23D' : '#DD7A00',
    bad: isOwn ? '#FF7A85' : options.palette.bad,
    severity: SEVERITY_COLOURS[isDark ? 'dark' : 'light'],
    accent,
    gold: isDark ? '#FFD257' : '#C98A00',
    glow: 0,
    background: theme.own?.background ?? null,
    font: options.font,
    digits: options.font,
    text: 12,
    small: 11,
  };
}

function screenThemeOf(options: ThemeOptions, theme: ChartTheme): ResolvedTheme {
  const own = theme.screen ?? themeOf('ocean').screen!;
  const colors = options.colors?.length ? options.colors : theme.dark;
  return {
    surface: 'screen',
    isDark: true,
    palette: own.palette,
    colors,
    ramp: own.ramp,
    diverging: [own.accent, mix(own.palette.surface, own.palette.ink3, 0.4), own.gold],
    good: own.good,
    warn: own.gold,
    bad: own.bad,
    severity: SEVERITY_COLOURS.screen,
    accent: options.colors?.[0] ?? own.accent,
    gold: own.gold,
    glow: 12,
    background: null,
    font: options.font,
    digits: DIGITS + options.font,
    text: 16,
    small: 16,
  };
}

/** The look of a chart: its ground, its theme and the colours that somebody gave it. */
export function resolveTheme(options: ThemeOptions): ResolvedTheme {
  const theme = themeOf(options.theme);
  if (options.surface === 'screen') return screenThemeOf(options, theme.screen || theme.name !== 'default' ? theme : themeOf('ocean'));
  return pageTheme(options, theme);
}

/** The theme of ECharts that belongs to a look. */
export function themeFor(look: ResolvedTheme): object {
  const theme = echartsTheme({ palette: look.palette, font: look.font, colors: look.colors, fontSize: look.text });
  const number = { fontFamily: look.digits };
  return {
    ...theme,
    backgroundColor: look.background ?? 'transparent',
    valueAxis: { ...theme.valueAxis, axisLabel: { ...theme.valueAxis.axisLabel, ...number } },
    logAxis: { ...theme.logAxis, axisLabel: { ...theme.logAxis.axisLabel, ...number } },
    bar: { barMaxWidth: look.surface === 'screen' ? 22 : 28, itemStyle: { borderRadius: [2, 2, 0, 0] } },
    dataZoom: {
      borderColor: 'transparent',
      backgroundColor: look.palette.hover,
      fillerColor: `${look.accent}2E`,
      handleStyle: { color: look.palette.surface, borderColor: look.accent },
      moveHandleStyle: { color: look.palette.lineStrong },
      dataBackground: { lineStyle: { color: look.palette.lineStrong }, areaStyle: { color: look.palette.line } },
      selectedDataBackground: { lineStyle: { color: look.accent }, areaStyle: { color: look.accent, opacity: 0.15 } },
      textStyle: { color: look.palette.ink3 },
      brushSelect: false,
    },
    visualMap: { textStyle: { color: look.palette.ink3, fontSize: look.text } },
    aria: { decal: { decals: [] } },
  };
}

/** Lightness of the second and third round over the same colours. */
const ROUNDS = [0, 0.42, 0.4];

/**
 * Colours for `count` series: those of the look, then the same ones nearer to the ink, then nearer to the ground, as far as they still
 * stand out from it; then they repeat.
 */
export function seriesColors(look: ResolvedTheme, count: number): string[] {
  const base = look.colors.length ? look.colors : [look.accent];
  return Array.from({ length: Math.max(count, base.length) }, (_, i) => {
    const color = base[i % base.length] ?? look.accent;
    const round = Math.floor(i / base.length) % ROUNDS.length;
    if (round === 0 || !parseColor(color)) return color;
    const toward = round === 1 ? look.palette.ink : look.palette.surface;
    let part = ROUNDS[round] ?? 0;
    while (round === 2 && part > 0.1 && contrast(mix(color, toward, part), look.palette.surface) < 2.2) part -= 0.08;
    return mix(color, toward, part);
  });
}
