import { severityVars } from '#kit/core/chart/severity.ts';

export type Mode = 'light' | 'dark';

/**
 * All colours of the product; pages use the CSS variables (`--c-ink2`) or antd tokens, never hex values. Neutrals are slightly bluish to
 * match the accent. All text colours meet WCAG AA on `surface` and `canvas`; `ink4` is for icons and disabled elements only.
 */
export const palette = {
  light: {
    canvas: '#F5F6F9',
    surface: '#FFFFFF',
    subtle: '#F9FAFC',
    hover: '#F3F5F9',
    raised: '#FFFFFF',
    line: '#E6E9EF',
    lineStrong: '#D3D8E1',
    ink: '#161B26',
    ink2: '#465063',
    ink3: '#626C81',
    ink4: '#98A1B2',
    accent: '#2F5BFF',
    accentInk: '#2448D8',
    accentSoft: '#EEF2FF',
    accentLine: '#C9D5FF',
    ok: '#0B7A54',
    okSoft: '#E8F6F0',
    warn: '#9A5B05',
    warnSoft: '#FDF3E1',
    bad: '#C9283A',
    badSoft: '#FDECEE',
    onBad: '#FFFFFF',
    idleSoft: '#EEF0F4',
    violet: '#6941C6',
    violetSoft: '#F3EFFC',
    pill: '#1B2130',
    pillInk: '#F5F6F9',
    pillBad: '#FF9AA2',
    pillHover: 'rgba(255,255,255,.12)',
    scrim: 'rgba(16,21,32,.38)',
    shadow: '0 1px 2px rgba(16,21,32,.06), 0 8px 24px rgba(16,21,32,.10)',
  },
  dark: {
    canvas: '#0D1015',
    surface: '#14181F',
    subtle: '#181D25',
    hover: '#1C222C',
    raised: '#1C222C',
    line: '#252C37',
    lineStrong: '#36404F',
    ink: '#E7EAF0',
    ink2: '#B3BCCA',
    ink3: '#8E99AB',
    ink4: '#647084',
    accent: '#4264FF',
    accentInk: '#93A9FF',
    accentSoft: '#1A2038',
    accentLine: '#33457F',
    ok: '#4CC38A',
    okSoft: '#12291F',
    warn: '#E5A23D',
    warnSoft: '#2D2312',
    bad: '#FF7A85',
    badSoft: '#331A1F',
    onBad: '#10151F',
    idleSoft: '#222935',
    violet: '#B69CF5',
    violetSoft: '#251F3A',
    pill: '#2A3240',
    pillInk: '#F1F3F7',
    pillBad: '#FF9AA2',
    pillHover: 'rgba(255,255,255,.12)',
    scrim: 'rgba(0,0,0,.55)',
    shadow: '0 1px 2px rgba(0,0,0,.3), 0 8px 24px rgba(0,0,0,.45)',
  },
} as const satisfies Record<Mode, Record<string, string>>;

/** Colours of warehouse layers; no red, amber or green, which are reserved for states. */
export const layers = {
  light: { ods: '#5B6B84', dwd: '#0E9AA7', dim: '#3F7FB5', dws: '#8A5CD6', ads: '#2F5BFF' },
  dark: { ods: '#7C8CA6', dwd: '#2FB5C1', dim: '#5C9BD1', dws: '#A585EA', ads: '#5B7CFF' },
} as const satisfies Record<Mode, Record<string, string>>;

export const fontSans = `'Inter Variable', 'PingFang SC', 'HarmonyOS Sans SC', 'Microsoft YaHei UI', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif`;

/** The palette of a mode as CSS variables: `{ '--c-ink': '#161B26', … }`. */
export const cssVars = (mode: Mode): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(palette[mode]).map(([name, value]) => [`--c-${name}`, value])),
  ...Object.fromEntries(Object.entries(layers[mode]).map(([name, value]) => [`--layer-${name}`, value])),
  ...severityVars(mode),
});

/** Writes the palette to the document as CSS variables; called before the first render and on every mode change. */
export function applyMode(mode: Mode, root: HTMLElement = document.documentElement): void {
  for (const [name, value] of Object.entries(cssVars(mode))) root.style.setProperty(name, value);
  root.dataset.mode = mode;
  root.style.colorScheme = mode;
}
