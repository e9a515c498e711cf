import { expect, it } from 'vitest';
import { colorMode } from './color-mode.ts';

it('a page with a ground of its own imposes a mode while it is open, and the choice of the person stays', () => {
  colorMode.set('light');
  const end = colorMode.lend('dark');
  expect(colorMode.get()).toBe('dark');
  expect(document.documentElement.dataset.mode).toBe('dark');
  expect(document.cookie).toContain('data_ui_theme=light');
  end();
  expect(colorMode.get()).toBe('light');
  expect(document.documentElement.dataset.mode).toBe('light');
});
