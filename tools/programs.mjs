// Tests run the threads and child processes of the server as one plain file each, as the built product does: a loader of TypeScript in every
// one of them takes more time than most of what they do.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './modules.mjs';

const PROGRAM = /new URL\(\s*'(\.{1,2}\/[^']+\.ts)'\s*,\s*import\.meta\.url\s*\)/g;
const folder = join(root, '.cache/programs');
/** path of a program → address of its plain file, made once for all projects of a run */
const made = new Map();

async function bundle(path) {
  const build = await rolldown({
    input: path,
    cwd: root,
    platform: 'node',
    external: /^[^./#]/, // packages
    tsconfig: join(root, 'tsconfig.json'),
    transform: { target: 'node20' },
    logLevel: 'warn',
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  const [{ code }] = output;
  if (/new URL\([^)]*import\.meta\.url/.test(code)) throw new Error(`${path} needs files beside it: give it their addresses from outside`);
  const file = join(folder, `${basename(path, '.ts')}-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.mjs`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, code);
    renameSync(`${file}.${process.pid}`, file);
  }
  return pathToFileURL(file).href;
}

/** Puts the address of the plain file where sources name a program of theirs: `new URL('./child.ts', import.meta.url)`. */
export function plainPrograms() {
  return {
    name: 'plain-programs',
    enforce: 'pre',
    async transform(code, id) {
      const file = id.replace(/\?.*$/, '');
      if (!/\.ts$/.test(file) || /\.test\.ts$/.test(file) || !code.includes('import.meta.url')) return null;
      let changed = code;
      for (const [whole, spec] of code.matchAll(PROGRAM)) {
        const program = join(dirname(file), spec);
        if (!existsSync(program)) continue;
        if (!made.has(program)) made.set(program, bundle(program));
        changed = changed.replace(whole, `new URL('${await made.get(program)}')`);
      }
      return changed === code ? null : { code: changed, map: null }; // lines stay where they are
    },
  };
}
