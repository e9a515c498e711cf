import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { deadPaths } from './doc-paths.mjs';
import { readModules } from './modules.mjs';

const files = ['kit/core/cron/plan.ts', 'modules/gate/server/guard/masking.ts', 'modules/gate/README.md', 'docs/images/users.png'];
const namesOf = (path: string, text: string) => deadPaths(path, text, files).map(({ line, name }) => [line, name]);

it('names the line of a path or link that leads nowhere', () => {
  expect(namesOf('README.md', 'see\n![a](docs/images/users.png) and ![b](docs/images/gone.png)')).toEqual([[2, 'docs/images/gone.png']]);
  expect(namesOf('docs/ARCHITECTURE.md', '`kit/core/cron/`, `kit/core/cron/gone.ts`')).toEqual([[1, 'kit/core/cron/gone.ts']]);
});

it('a module names its own files in short and those of others in full', () => {
  expect(namesOf('modules/gate/README.md', '`guard/masking.ts`, `masking.ts`, `kit/core/cron/plan.ts`')).toEqual([]);
  expect(namesOf('modules/gate/README.md', '`core/cron/plan.ts`')).toEqual([[1, 'core/cron/plan.ts']]);
});

it('leaves alone what is no path', () => {
  expect(namesOf('README.md', '`npm start`, `ctx.now`, `/system/posts`, [site](https://example.com/a.md)')).toEqual([]);
});

it.each(readModules().map(({ name, needs }) => [name, needs] as const))('the page of %s names the modules that it uses', (name, needs) => {
  const text = readFileSync(new URL(`../modules/${name}/README.md`, import.meta.url), 'utf8');
  const uses = /\*\*Uses\*\* ([\s\S]*?)\n- /.exec(text)?.[1] ?? '';
  expect([...uses.matchAll(/`([^`]+)`/g)].map((match) => match[1])).toEqual(needs);
});
