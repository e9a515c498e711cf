import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GROUPS, modulesOf, OWN_ICONS, pathsOf, SHARED_ICONS } from './chunk-groups.mjs';

const ROOT = join(import.meta.dirname, '..');
const ENDINGS = ['.ts', '.tsx', '.css', '.js'];

/** A path with `*` is there when it is in one of the folders. */
function isThere(path: string): boolean {
  const [before, after] = path.split('*');
  if (after !== undefined) return readdirSync(join(ROOT, before!)).some((name) => isThere(before! + name + after));
  return path.endsWith('/') ? existsSync(join(ROOT, path)) : ENDINGS.some((ending) => existsSync(join(ROOT, path + ending)));
}

describe('what the front end is cut into files by', () => {
  it.each(Object.entries(GROUPS))('%s: every name leads to a file', (_, patterns) => {
    expect(patterns.flatMap(pathsOf).filter((path) => !isThere(path))).toEqual([]);
  });
  it('knows every icon that it leaves out', () => {
    const icons = join(ROOT, 'node_modules/@ant-design/icons/es/icons');
    expect(OWN_ICONS.filter((name) => !existsSync(join(icons, `${name}.js`)))).toEqual([]);
  });
});

describe('a group', () => {
  it('has the modules that it names, on every system, and no others', () => {
    const group = modulesOf(['kit/web/{can,dict/use-dict}', 'kit/web/table/', 'modules/*/web/index']);
    for (const path of [
      '/p/kit/web/can.tsx',
      'C:\\p\\kit\\web\\dict\\use-dict.ts',
      '/p/kit/web/table/cell.tsx',
      '/p/modules/files/web/index.ts',
    ])
      expect(group.test(path), path).toBe(true);
    for (const path of ['/p/kit/web/can-do.tsx', '/p/kit/web/dict/DictTag.tsx', '/p/kit/web/table.ts', '/p/modules/files/web/x/index.ts'])
      expect(group.test(path), path).toBe(false);
  });
  it('of shared icons leaves out those of the sign-in page', () => {
    const icon = (name: string) => SHARED_ICONS.test(`/p/node_modules/@ant-design/icons/es/icons/${name}.js`);
    expect([icon('PlusOutlined'), icon('EyeOutlined'), icon('EyeFilled')]).toEqual([true, false, true]);
  });
});
