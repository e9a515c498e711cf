import { severityVars } from '#kit/core/chart/severity.ts';
import { palette, type Mode } from '#kit/core/palette.ts';

export { palette, type Mode } from '#kit/core/palette.ts';

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
