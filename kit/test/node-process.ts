import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { TestApp } from './app.ts';
import { bundledNode } from './node-bundle.ts';

/** A node that a test can kill. */
export interface NodeProcess {
  /** the number that it printed once it worked: its port, unless a script of the test prints another one */
  readonly ready: number;
  /** kills it as a machine that goes down would, and waits until it is gone */
  kill(): Promise<void>;
}

const MAIN = join(import.meta.dirname, 'node-main.ts');

/** Waits for `ready <number>`. Throws with what the process has said when it ends before. */
function readyNumber(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /ready (\d+)/.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', (code) => reject(new Error(`the node ended with ${code}: ${text}`)));
  });
}

/**
 * Starts nodes on the database of a test in processes of their own, with one data folder for all of them; what still lives is killed after the
 * tests of the file. `script` prints `ready <number>` and gets the connection as JSON, the folder and `args`; without one it is a whole node
 * over HTTP whose first argument is settings as JSON.
 */
export function nodeProcesses(app: TestApp, script = MAIN): (...args: string[]) => Promise<NodeProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'databrain-test-'));
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return async (...args) => {
    const child = spawn(process.execPath, [await bundledNode(script), JSON.stringify(app.connection), folder, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    return {
      ready: await readyNumber(child),
      async kill() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  };
}
