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

it('whoever shows something in the mode is notified of each change, until they leave', () => {
  colorMode.set('light');
  const seen: string[] = [];
  const leave = colorMode.subscribe(() => void seen.push(colorMode.get()));
  colorMode.toggle();
  colorMode.toggle();
  const end = colorMode.lend('dark');
  end();
  leave();
  colorMode.set('dark');
  expect(seen).toEqual(['dark', 'light', 'dark', 'light']);
  colorMode.set('light');
});
