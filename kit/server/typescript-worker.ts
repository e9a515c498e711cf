import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const BOOT = `const { workerData } = require('node:worker_threads');
import(workerData.loader).then(({ tsImport }) => tsImport(workerData.program, workerData.program));`;

/**
 * Starts a thread from `new URL('./x.ts', import.meta.url)`. The bundle has a plain file there; from sources the thread needs a loader of
 * TypeScript, which Node 20 does not hand on to threads.
 */
export function startWorker(program: URL, options: WorkerOptions): Worker {
  if (!program.pathname.endsWith('.ts')) return new Worker(fileURLToPath(program), options);
  const forRequire = createRequire(import.meta.url).resolve('tsx/esm/api');
  const loader = pathToFileURL(forRequire.replace(/\.cjs$/, '.mjs')).href;
  return new Worker(BOOT, { ...options, eval: true, execArgv: [], workerData: { loader, program: program.href } });
}
