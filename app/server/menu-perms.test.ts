import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { platform } from '#kit/contract/platform.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { MenuSeed } from '#kit/server/module.ts';
import { modules } from './modules.ts';

const ROOT = join(import.meta.dirname, '../..');

const permsOf = (menus: readonly MenuSeed[]): string[] =>
  menus.flatMap((menu) => [
    ...(menu.perms ? [menu.perms] : []),
    ...(menu.buttons ?? []).map(({ perms }) => perms),
    ...permsOf(menu.children ?? []),
  ]);

/** Permissions that menus offer and nobody asks for: neither the access of a route nor a handler. */
function unasked(menus: readonly MenuSeed[], routes: readonly AnyRoute[], code: string): string[] {
  const asked = new Set(routes.flatMap(({ access }) => (access.kind === 'perm' ? access.anyOf : [])));
  return permsOf(menus).filter((perms) => !asked.has(perms) && !code.includes(`'${perms}'`));
}

/** The code that may ask for a permission itself; where menus are declared it is only named. */
function handlers(): string {
  const files = readdirSync(join(ROOT, 'modules'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => /^[^/]+\/(?:contract|server)\/.*\.ts$/.test(path) && !/\.test\.ts$|(?:^|\/)test-/.test(path),
  );
  return files
    .map((path) => readFileSync(join(ROOT, 'modules', path), 'utf8'))
    .filter((text) => !text.includes('buttons: ['))
    .join('\n');
}

it('every permission of a menu or a button is asked for by a route or a handler', () => {
  const routes = [...modules.flatMap((module) => module.routes.map(({ contract }) => contract)), platform].flatMap((contract) =>
    Object.values(contract as Record<string, AnyRoute>),
  );
  const menus = modules.flatMap((module) => module.menus ?? []);
  expect(permsOf(menus).length).toBeGreaterThan(200);
  expect(unasked(menus, routes, handlers())).toEqual([]);
});

it('a button without a route is found', () => {
  const page: MenuSeed = { path: '/a', name: '甲', component: 'a/index', sort: 1, buttons: [{ name: '甲导入', perms: 'a:b:import' }] };
  expect(unasked([page], [], '')).toEqual(['a:b:import']);
  expect(unasked([page], [], "ctx.access.has('a:b:import')")).toEqual([]);
});
