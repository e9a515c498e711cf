// Tells whether node_modules and dist still fit the sources. Node alone: runs before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './modules.mjs';
import { sourceFiles } from './source-files.mjs';

const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Packages of the lock file that node_modules lacks or has in another version; `all` counts those that only building needs. */
export function missingPackages({ all }) {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return ['node_modules'];
  const installed = json('node_modules/.package-lock.json').packages;
  return Object.entries(json('package-lock.json').packages)
    .filter(([path, entry]) => path !== '' && !entry.optional && !entry.devOptional && !entry.link && (all || !entry.dev))
    .filter(([path, entry]) => installed[path]?.version !== entry.version || !existsSync(join(root, path)))
    .map(([path]) => path);
}

/** One hash over everything that the build reads. */
export function buildHash() {
  const hash = createHash('sha256').update(process.version.split('.')[0]);
  const single = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    'tools/build.mjs',
    'tools/chunk-groups.mjs',
    'tools/chunks.mjs',
    'tools/server-bundle.mjs',
    'tools/stamp.mjs',
  ];
  const files = sourceFiles(['app', 'demo', 'kit', 'modules'], /./).filter((path) => !/\.(?:test|e2e)\.tsx?$|\.md$/.test(path));
  for (const path of [...single, ...files]) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** True when dist was built completely from these sources. */
export function isBuilt(hash = buildHash()) {
  const file = join(root, 'dist/stamp.json');
  return (
    existsSync(file) &&
    JSON.parse(readFileSync(file, 'utf8')).inputs === hash &&
    existsSync(join(root, 'dist/server/main.mjs')) &&
    existsSync(join(root, 'dist/web/index.html'))
  );
}
