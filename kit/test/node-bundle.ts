import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../../tools/modules.mjs';
import { bundleServer } from '../../tools/server-bundle.mjs';
import { testServer } from './template.ts';

/** In the project, so that packages with native code are found from there. */
const FOLDER = join(root, '.cache/nodes');
/** The run of tests: its sources are bundled once. */
const run = (): string => basename(dirname(String(testServer().host)));

/**
 * A program that starts a node, as plain JavaScript, bundled once per run of tests: a loader of TypeScript would take longer for the whole
 * server than the tests of most files. Answers the path of the file.
 */
export async function bundledNode(script: string): Promise<string> {
  const name = `${basename(dirname(script))}-${basename(script, '.ts')}`;
  const folder = join(FOLDER, run(), name);
  if (!existsSync(folder)) {
    const partial = `${folder}.${process.pid}`;
    mkdirSync(partial, { recursive: true });
    await bundleServer({ [name]: script }, partial);
    try {
      renameSync(partial, folder);
    } catch {
      // another worker was faster
      rmSync(partial, { recursive: true, force: true });
    }
  }
  return join(folder, `${name}.mjs`);
}

/** Removes what runs left whose cluster is gone. `isOver` is asked by the name of the folder of a cluster. */
export function removeNodeBundles(isOver: (run: string) => boolean): void {
  if (!existsSync(FOLDER)) return;
  for (const name of readdirSync(FOLDER)) if (isOver(name)) rmSync(join(FOLDER, name), { recursive: true, force: true });
}
