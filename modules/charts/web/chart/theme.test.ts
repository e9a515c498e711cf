import { describe, expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import { smallestDifference, contrast, VISIONS } from '#kit/core/color.ts';
import { resolveTheme, seriesColors, themeFor } from '../../core/look/resolve-theme.ts';
import { THEMES } from '../../core/look/themes.ts';

const look = (theme: string, mode: 'light' | 'dark', surface: 'page' | 'screen' = 'page') =>
  resolveTheme({ surface, mode, palette: palette[mode], font: fontSans, theme });

describe('themes of charts', () => {
  it('have the names of the family, and four of screens', () => {
    expect(THEMES.filter(({ screen }) => !screen).map(({ name }) => name)).toEqual([
      'default',
      'vintage',
      'westeros',
      'wonderland',
      'chalk',
      'macarons',
      'shine',
      'dark',
      'essos',
      'walden',
      'infographic',
      'roma',
      'purple-passion',
    ]);
    expect(THEMES.filter(({ screen }) => screen).map(({ name }) => name)).toEqual(['ocean', 'aurora', 'amber', 'nebula']);
  });

  it('show the band under the pointer behind the bars, which it would hide', () => {
    const MARKS = 2;
    for (const mode of ['light', 'dark'] as const)
      expect(themeFor(look('default', mode))).toMatchObject({ tooltip: { axisPointer: { z: expect.toSatisfy((z) => z < MARKS) } } });
  });

  it.each(THEMES.flatMap(({ name }) => (['light', 'dark'] as const).map((mode) => [name, mode] as const)))(
    '%s on %s pages: every colour stands out from the ground',
    (name, mode) => {
      const { colors, palette, background } = look(name, mode);
      for (const color of colors) expect(contrast(color, background ?? palette.surface)).toBeGreaterThanOrEqual(3);
    },
  );

  it.each(THEMES.filter(({ screen }) => screen).map(({ name }) => name))(
    '%s on screens: marks and texts stand out from the brightest panel',
    (name) => {
      const { colors, palette, good, bad, gold } = look(name, 'light', 'screen');
      for (const color of [...colors, good, bad, gold]) expect(contrast(color, palette.surface)).toBeGreaterThanOrEqual(3);
      for (const ink of [palette.ink, palette.ink2, palette.ink3]) expect(contrast(ink, palette.surface)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(THEMES.flatMap(({ name, light, dark }) => [[`${name} light`, light] as const, [`${name} dark`, dark] as const]))(
    '%s: any two colours are told apart, with every kind of colour vision',
    (_, colors) => {
      for (const vision of VISIONS) expect(smallestDifference(colors, vision)).toBeGreaterThanOrEqual(15);
    },
  );

  it('a background of its own has text colours that read on it', () => {
    for (const { own } of THEMES) {
      if (!own) continue;
      for (const ink of [own.palette.ink, own.palette.ink2, own.palette.ink3])
        expect(contrast(ink, own.background)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('many series go on with the same hues, still visible, then repeat', () => {
    for (const mode of ['light', 'dark'] as const) {
      const at = look('default', mode);
      const colors = seriesColors(at, 15);
      expect(new Set(colors).size).toBe(15);
      for (const color of colors) expect(contrast(color, at.palette.surface)).toBeGreaterThan(1.8);
    }
  });

  it('unknown themes are the default, own colours win, screens never fall back to pages', () => {
    expect(look('no such theme', 'light').colors).toEqual(look('default', 'light').colors);
    expect(resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans, colors: ['#123456'] }).colors).toEqual([
      '#123456',
    ]);
    expect(look('default', 'light', 'screen').palette.ink).toBe('#EAF6FF');
    expect(look('vintage', 'light', 'screen').isDark).toBe(true);
    expect(look('ocean', 'light', 'screen').glow).toBeLessThanOrEqual(14);
    expect(themeFor(look('default', 'light'))).toMatchObject({
      legend: { textStyle: { width: 120, overflow: 'truncate' } },
      pie: { minAngle: 3 },
    });
  });
});
