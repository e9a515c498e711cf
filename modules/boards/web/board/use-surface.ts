import { useEffect, type CSSProperties } from 'react';
import { colorMode } from '#kit/web/color-mode.ts';
import { themeOf } from '#modules/charts/core/index.ts';

/** Tiles have the ground of their theme, so that charts do not stand in them as pictures of another colour. */
export function surfaceStyle(theme: string | null | undefined): CSSProperties | undefined {
  const { own } = themeOf(theme ?? 'default');
  if (!own) return undefined;
  const { background, palette } = own;
  return {
    '--c-surface': background,
    '--c-line': palette.line,
    '--c-ink': palette.ink,
    '--c-ink2': palette.ink2,
    '--c-ink3': palette.ink3,
  } as CSSProperties;
}

/** A board whose theme has a dark ground is looked at on a dark page: filters, dialogs and the mark over it fit the tiles. */
export function useSurface(theme: string | null | undefined): CSSProperties | undefined {
  const isDark = themeOf(theme ?? 'default').own !== undefined;
  useEffect(() => (isDark ? colorMode.lend('dark') : undefined), [isDark]);
  return surfaceStyle(theme);
}
