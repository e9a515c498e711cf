import { describe, expect, it } from 'vitest';
import { SEVERITY_COLOURS } from '#kit/core/chart/severity.ts';
import { contrast } from '#kit/core/color.ts';
import { SCREEN_THEMES, chartColors, colorOf, themeStyle } from './themes.ts';

describe('themes of screens', () => {
  it.each(Object.keys(SCREEN_THEMES))('%s: every text is 4.5:1 and more on its brightest panel', (name) => {
    const theme = SCREEN_THEMES[name as keyof typeof SCREEN_THEMES];
    for (const ink of ['text', 'text2', 'text3', 'accent', 'gold', 'good', 'warn', 'bad'] as const)
      for (const surface of [theme.panel0, theme.panel1, theme.base1])
        expect.soft(contrast(theme[ink], surface), `${ink} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    for (const color of SEVERITY_COLOURS.screen)
      for (const surface of [theme.panel0, theme.panel1, theme.base1])
        expect.soft(contrast(color, surface), `${color} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme.onAccent, theme.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme.onAccent, theme.gold)).toBeGreaterThanOrEqual(4.5);
    for (const color of chartColors(name)) expect.soft(contrast(color, theme.panel1), color).toBeGreaterThanOrEqual(3);
  });
  it('an unknown theme looks like the ocean, and settings that are no colours become none', () => {
    expect(themeStyle('nope')).toEqual(themeStyle('ocean'));
    expect(colorOf('gold', 'accent')).toBe('var(--s-gold)');
    expect(colorOf('', 'accent')).toBe('var(--s-accent)');
    expect(colorOf('url(//x)', 'accent')).toBe('var(--s-accent)');
    expect(colorOf('severity4', 'accent')).toBe('var(--severity-4)');
    expect(colorOf('#fff', 'accent')).toBe('#fff');
  });
});
