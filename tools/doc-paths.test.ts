import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { deadCitations, deadPaths } from './doc-paths.mjs';
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

it('code cites published standards, documents and decisions of this repository, and nothing else', () => {
  const there = [...files, 'docs/demo-data.md', 'docs/decisions/024-masked-columns-are-refused.md'];
  const cited = (text: string) => deadCitations('kit/a.ts', text, there).map(({ line, name }) => [line, name]);
  expect(cited('/** One event (WHATWG HTML §9.2). */\n// docs/demo-data.md, demo-data.md, decision 024')).toEqual([]);
  expect(cited('x;\n/** As design §3.2 says */')).toEqual([
    [2, '§3.2'],
    [2, 'design §'],
  ]);
  expect(cited("// see notes.md\nit('keeps the rules of admin.md', go)\nconst file = 'a.md';")).toEqual([
    [1, 'notes.md'],
    [2, 'admin.md'],
  ]);
  expect(cited(' * decision 099\n/** fixed by the specification */')).toEqual([
    [1, 'decision 099'],
    [2, 'the specification'],
  ]);
});

it.each(readModules().map(({ name, needs }) => [name, needs] as const))('the page of %s names the modules that it uses', (name, needs) => {
  const text = readFileSync(new URL(`../modules/${name}/README.md`, import.meta.url), 'utf8');
  const uses = /\*\*Uses\*\* ([\s\S]*?)\n- /.exec(text)?.[1] ?? '';
  expect([...uses.matchAll(/`([^`]+)`/g)].map((match) => match[1])).toEqual(needs);
});
