import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { MenuSeed } from '#kit/server/module.ts';
import { modules } from './modules.ts';

const iconsOf = (menus: readonly MenuSeed[]): string[] =>
  menus.flatMap((menu) => [...(menu.icon ? [menu.icon] : []), ...iconsOf(menu.children ?? [])]);

it('the icons of the menus that we bring along are loaded with the menus, not after them', () => {
  const text = readFileSync(new URL('../../kit/web/own-icons.ts', import.meta.url), 'utf8');
  const loaded = new Set(text.match(/\b\w+(?:Outlined|Filled)\b/g));
  const used = iconsOf(modules.flatMap(({ menus = [] }) => menus));
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((icon) => !loaded.has(icon))).toEqual([]);
});
