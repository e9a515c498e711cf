import type { CSSProperties } from 'react';
import { severityVars } from '#kit/core/chart/severity.ts';
import { themeOf } from '#modules/charts/core/index.ts';
import { isColor } from '../../core/widgets.ts';

/** Every colour of a screen; widgets read them as `var(--s-…)` and know no others. */
interface ScreenInks {
  readonly base0: string;
  readonly base1: string;
  readonly glow: string;
  /** ground of panels above and below, as `r g b` */
  readonly panel0: string;
  readonly panel1: string;
  readonly line: string;
  readonly text: string;
  readonly text2: string;
  readonly text3: string;
  readonly accent: string;
  readonly accent2: string;
  readonly gold: string;
  readonly good: string;
  readonly warn: string;
  readonly bad: string;
  /** text on filled accent and gold */
  readonly onAccent: string;
}
export interface ScreenTheme extends ScreenInks {
  readonly label: string;
}

const status = { good: '#2EE6A8', warn: '#FFB547', bad: '#FF6B8A', gold: '#FFD257', onAccent: '#04203A' } as const;
const BLUE_TEXT = { text: '#EAF6FF', text2: '#B6D7F5', text3: '#9CC3E8' } as const;

/** Dark grounds in one hue each, with the names of the charts' themes of screens; texts are at least 4.5:1 on their brightest panel (stage/themes.test.ts). */
export const SCREEN_THEMES = {
  ocean: {
    label: '深海蓝',
    base0: '#030B1E',
    base1: '#041130',
    glow: '#1A63C8',
    panel0: '#0A2A5C',
    panel1: '#06183A',
    line: '#4696F0',
    ...BLUE_TEXT,
    accent: '#2FCBF2',
    accent2: '#5585FF',
    ...status,
  },
  aurora: {
    label: '极光青',
    base0: '#02110F',
    base1: '#041D1C',
    glow: '#0F7F72',
    panel0: '#0A3F3C',
    panel1: '#062624',
    line: '#3FC9B4',
    text: '#E9FFFA',
    text2: '#B5E8DD',
    text3: '#93CFC3',
    accent: '#19FEC3',
    accent2: '#62B6E4',
    ...status,
    good: '#7CF29A',
    bad: '#FF8296',
  },
  nebula: {
    label: '星云紫',
    base0: '#0B0720',
    base1: '#130B34',
    glow: '#5A37D6',
    panel0: '#2A1F66',
    panel1: '#170F3E',
    line: '#8B7BFF',
    text: '#F3F0FF',
    text2: '#CFC7F7',
    text3: '#B3A9E6',
    accent: '#9081FF',
    accent2: '#4FD0F5',
    ...status,
  },
  amber: {
    label: '熔金黑',
    base0: '#0B0906',
    base1: '#15110A',
    glow: '#8A5A12',
    panel0: '#33270F',
    panel1: '#1B150A',
    line: '#D9A441',
    text: '#FFF8EA',
    text2: '#F0D9B4',
    text3: '#CFB68D',
    accent: '#FEB238',
    accent2: '#4FB3E8',
    ...status,
    gold: '#FFE08A',
    onAccent: '#2A1A00',
  },
} as const satisfies Record<string, ScreenTheme>;
export type ScreenThemeName = keyof typeof SCREEN_THEMES;

const isTheme = (name: string): name is ScreenThemeName => Object.hasOwn(SCREEN_THEMES, name);
/** The theme of this name, the ocean for unknown ones. */
export const screenTheme = (name: string): ScreenTheme => SCREEN_THEMES[isTheme(name) ? name : 'ocean'];

/** Series colours of the theme: those of the charts with the same name. */
export const chartColors = (name: string): readonly string[] => themeOf(isTheme(name) ? name : 'ocean').dark.slice(0, 5);

/** The variables that everything on a screen takes its colours from; goes on the element around the nodes. */
export function themeStyle(name: string): CSSProperties {
  const { label: _label, ...colors } = screenTheme(name);
  const entries = Object.entries(colors).map(([key, value]) => [`--s-${key.replace('onAccent', 'on-accent')}`, value]);
  for (const [i, color] of chartColors(name).entries()) entries.push([`--s-s${i + 1}`, color]);
  return { ...Object.fromEntries(entries), ...severityVars('screen') } as CSSProperties;
}

/** A colour of a setting as a style: tokens follow the theme, `''` takes the fallback token, anything that is no colour too. */
export function colorOf(value: unknown, fallback: string): string {
  if (!isColor(value) || value === '') return `var(--s-${fallback})`;
  if (value.startsWith('severity')) return `var(--severity-${value.slice(-1)})`;
  return /^[a-z]+\d?$/.test(value) ? `var(--s-${value})` : value;
}
/** The colour of the n-th series. */
export const seriesColor = (i: number): string => `var(--s-s${(i % 5) + 1})`;

/** Kinds without a meaning of their own: never a light of green, amber or red. */
export const neutral = (i: number): string =>
  [
    seriesColor(0),
    seriesColor(1),
    `color-mix(in srgb, ${seriesColor(0)} 45%, var(--s-text))`,
    `color-mix(in srgb, ${seriesColor(1)} 50%, var(--s-text))`,
    'var(--s-text3)',
  ][i % 5]!;
