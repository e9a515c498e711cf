import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { palette } from '#kit/core/palette.ts';
import { root } from './modules.mjs';
import { sourceFiles } from './source-files.mjs';

it('every colour that a style sheet names is one of the palette; another one would silently be none', () => {
  const known = new Set(Object.keys(palette.light));
  expect(Object.keys(palette.dark).filter((name) => !known.has(name))).toEqual([]);
  const unknown = sourceFiles(['app', 'kit', 'modules'], /\.(?:css|tsx)$/).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/var\(--c-([\w-]+)/g)].flatMap(([, name]) =>
      known.has(name!) ? [] : `${path}: --c-${name}`,
    ),
  );
  expect(unknown).toEqual([]);
});
