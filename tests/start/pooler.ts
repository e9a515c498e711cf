import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chooseUser } from '#app/server/embedded-db/run-as.ts';
import { freePort } from './product.ts';

const PREFIX = 'databrain-pgbouncer-';
const READY_MS = 15_000;
/** Unpacked, not installed: the package would start a service on the machine. */
const UNPACKED = join(tmpdir(), `${PREFIX}unpacked`);
const PLACES = ['/usr/sbin/pgbouncer', join(UNPACKED, 'usr/sbin/pgbouncer')];

const findBinary = (): string | null => PLACES.find((path) => existsSync(path)) ?? null;

function unpack(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const dir = mkdtempSync(join(tmpdir(), PREFIX));
  const options = { cwd: dir, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore', timeout: 240_000 } as const;
  const run = (command: string, ...args: string[]) => spawnSync(command, args, options).status === 0;
  const lock = ['-o', 'DPkg::Lock::Timeout=200', '-qq'];
  const fetch = () =>
    run('apt-get', ...lock, 'install', '-y', '--no-install-recommends', 'libevent-2.1-7', 'libc-ares2') &&
    run('apt-get', ...lock, 'download', 'pgbouncer');
  if (fetch() || (run('apt-get', ...lock, 'update') && fetch())) run('sh', '-c', `dpkg -x pgbouncer_*.deb ${UNPACKED}`);
  rmSync(dir, { recursive: true, force: true });
}

const binary = findBinary() ?? (unpack(), findBinary());
if (binary === null) process.stderr.write('\n  !! PgBouncer is not installed: its tests are SKIPPED (as root on Debian they fetch it)\n\n');
/** `describe.runIf(hasPooler)`: false skips the tests on machines without PgBouncer. */
export const hasPooler = binary !== null;

export interface Pooler {
  readonly port: number;
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode before one database behind a socket: every transaction may get another connection of the server. */
export async function startPooler(to: { socket: string; database: string; user: string; password: string }): Promise<Pooler> {
  const dir = mkdtempSync(join(tmpdir(), PREFIX));
  const user = chooseUser();
  const port = await freePort();
  writeFileSync(
    join(dir, 'pgbouncer.ini'),
    `[databases]
${to.database} = host=${dirname(to.socket)} port=5432 dbname=${to.database} user=${to.user} password=${to.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 12
max_client_conn = 200
`,
  );
  if (user) for (const path of [dir, join(dir, 'pgbouncer.ini')]) chownSync(path, user.ids.uid, user.ids.gid);
  chmodSync(dir, 0o700);
  const child: ChildProcess = spawn(binary!, [join(dir, 'pgbouncer.ini')], { ...user?.ids, cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let log = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`PgBouncer did not start: ${log}`)), READY_MS);
    const receive = (bytes: Buffer) => {
      log = `${log}${bytes.toString()}`.slice(-4_000);
      if (!/process up/.test(log)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', receive);
    child.stderr?.on('data', receive);
    void ended.then(() => reject(new Error(`PgBouncer ended: ${log}`)));
  });
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
