import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const PREFIX = 'databrain-s3-server-';
/** Debian's own interpreter: the package installs for it alone. */
const PYTHON = '/usr/bin/python3';
const PROGRAM = join(import.meta.dirname, 's3_server.py');
const READY_MS = 60_000;
const PAGE_SIZE = 40;

/** A throw-away OpenStack Swift with its S3 interface; there once the tests of the file run. No bucket exists yet. */
export interface TestS3Server {
  readonly port: number;
  /** holds a colon: write it percent-encoded into an address */
  readonly accessKey: string;
  readonly secret: string;
  readonly region: string;
  /** names on one page of a listing; services of vendors give 1,000 */
  readonly pageSize: number;
}

const isInstalled = (): boolean =>
  existsSync(PYTHON) && spawnSync(PYTHON, ['-c', 'import swift.common.middleware.s3api.s3api'], { stdio: 'ignore' }).status === 0;

/** The library alone: the packages with the servers would start services on the machine. */
function install(): void {
  const failed = join(tmpdir(), `${PREFIX}missing-${process.ppid}`);
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get') || existsSync(failed)) return;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore', timeout: 240_000 } as const;
  const apt = (...args: string[]) => spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=200', '-qq', ...args], options).status === 0;
  const packages = ['install', '-y', '--no-install-recommends', 'python3-swift'];
  if (!apt(...packages) && !(apt('update') && apt(...packages))) writeFileSync(failed, '');
}

function findServer(): boolean {
  const found = isInstalled() || (install(), isInstalled());
  if (!found)
    process.stderr.write(
      '\n  !! OpenStack Swift is not installed: the tests of S3 against it are SKIPPED (as root on Debian they install it)\n\n',
    );
  return found;
}

/** `describe.runIf(hasS3Server)`: false skips the tests on machines without the server. */
export const hasS3Server = findServer();

/** A server for one test file, started before its tests (about two seconds) and thrown away afterwards. */
export function startS3Server(): TestS3Server {
  const [accessKey, secret, region] = ['test:tester', 'Canary-s3+/7f3a=', 'cn-north-1'];
  let dir = '';
  let child: ChildProcess | undefined;
  let port = 0;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
    // it ends with its standard input, so also when this process is killed
    const started = spawn(PYTHON, [PROGRAM, dir, ...accessKey.split(':'), secret, region, String(PAGE_SIZE)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child = started;
    port = await new Promise<number>((resolve, reject) => {
      let log = '';
      const timer = setTimeout(() => reject(new Error(`Swift did not start: ${log}`)), READY_MS);
      const receive = (bytes: Buffer) => {
        log = `${log}${bytes.toString()}`.slice(-4000);
        const ready = /^ready (\d+)$/m.exec(log)?.[1];
        if (!ready) return;
        clearTimeout(timer);
        resolve(Number(ready));
      };
      started.stdout.on('data', receive);
      started.stderr.on('data', receive);
      started.once('exit', () => {
        clearTimeout(timer);
        reject(new Error(`Swift ended: ${log}`));
      });
      started.once('error', reject);
    });
  }, READY_MS + 10_000);
  afterAll(async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    }
    if (dir) rmSync(dir, { recursive: true, force: true });
  });
  return {
    get port() {
      return port;
    },
    accessKey,
    secret,
    region,
    pageSize: PAGE_SIZE,
  };
}
