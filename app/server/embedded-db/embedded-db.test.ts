import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchEmbedded, type EmbeddedDatabase } from './index.ts';
import { lifeOf, postmasterOf } from './probe.ts';
import { blockedAt, chooseUser } from './run-as.ts';

let dir: string;
const running: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'databrain-pg-'));
  chmodSync(dir, 0o755); // the database user must get in
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const database of running.splice(0)) await database.stop();
  const left = postmasterOf(join(dir, 'data'));
  if (left && lifeOf(left) === 'postgres') process.kill(left, 'SIGQUIT');
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

async function launch(log: (text: string) => void = () => {}, at = dir): Promise<EmbeddedDatabase> {
  const database = await launchEmbedded({ dir: at, log, durable: false });
  running.push(database);
  return database;
}

async function query(database: EmbeddedDatabase, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.connection('postgres'));
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A second node process that launches the same folder and then waits to be killed. */
async function otherNode(): Promise<ChildProcess> {
  const code = `import { launchEmbedded } from '${new URL('./index.ts', import.meta.url).href}';
    await launchEmbedded({ dir: ${JSON.stringify(dir)}, log: () => {}, durable: false });
    console.log('up'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (status) => reject(new Error(`node ended with ${String(status)}`)));
  });
  child.removeAllListeners('exit');
  return child;
}

const isDead = (pid: number) => ['gone', 'zombie'].includes(lifeOf(pid));

describe('embedded database', () => {
  it('is private, durable, checksummed and sorts Chinese trigrams', async () => {
    const database = await launch();
    const { host } = database.connection('postgres');
    expect(statSync(host).mode & 0o777).toBe(0o700);
    const [row] = await query(
      database,
      `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
              current_setting('server_encoding') as encoding, upper('é') as upper`,
    );
    expect(row).toEqual({ tcp: '', fsync: 'on', checksums: 'on', encoding: 'UTF8', upper: 'É' });
    await query(database, 'create extension pg_trgm');
    const [trigrams] = await query(database, `select cardinality(show_trgm('数据治理')) as n`);
    expect(trigrams?.n).toBe(5);
  });

  it('keeps rows over a clean stop and leaves no process behind', async () => {
    const first = await launch();
    await query(first, 'create table kept as select 1 as x');
    const pid = postmasterOf(first.dataDir) as number;
    await first.stop();
    expect(isDead(pid)).toBe(true);
    expect(existsSync(join(first.dataDir, 'postmaster.pid'))).toBe(false);
    const second = await launch();
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select x from kept')).toEqual([{ x: 1 }]);
  });

  it('adopts a PostgreSQL whose node was killed', async () => {
    const node = await otherNode();
    const pid = postmasterOf(join(dir, 'data')) as number;
    node.kill('SIGKILL');
    await new Promise((resolve) => node.once('exit', resolve));
    const database = await launch();
    expect(database.adopted).toBe(true);
    expect(postmasterOf(database.dataDir)).toBe(pid);
    await database.stop();
    expect(isDead(pid)).toBe(true);
  });

  it('is left running by the first node while a second one uses it', async () => {
    const database = await launch();
    const other = await otherNode();
    await database.stop();
    const pid = postmasterOf(database.dataDir) as number;
    expect(lifeOf(pid)).toBe('postgres');
    other.kill('SIGKILL');
    await new Promise((resolve) => other.once('exit', resolve));
    await (await launch()).stop();
    expect(isDead(pid)).toBe(true);
  });

  it('comes back by itself after kill -9 of PostgreSQL, committed rows included', async () => {
    const database = await launch();
    await query(database, 'create table kept as select 7 as x');
    process.kill(postmasterOf(database.dataDir) as number, 'SIGKILL');
    await vi.waitFor(async () => expect(await query(database, 'select x from kept')).toEqual([{ x: 7 }]), {
      timeout: 15_000,
      interval: 200,
    });
  });

  it('starts again after kill -9 of node and PostgreSQL together', async () => {
    const node = await otherNode();
    const pid = postmasterOf(join(dir, 'data')) as number;
    process.kill(pid, 'SIGKILL');
    node.kill('SIGKILL');
    const database = await launch();
    expect(await query(database, 'select 1 as x')).toEqual([{ x: 1 }]);
    expect(postmasterOf(database.dataDir)).not.toBe(pid);
  });

  it('ignores what an interrupted creation left', async () => {
    mkdirSync(join(dir, 'data.init-999999'));
    writeFileSync(join(dir, 'data.init-999999', 'PG_VERSION'), '18\n');
    const database = await launch();
    expect(await query(database, 'select 1 as x')).toEqual([{ x: 1 }]);
    expect(readdirSync(dir).filter((name) => name.startsWith('data.init'))).toEqual([]);
  });

  it('is not stopped by a lock file whose number belongs to another program', async () => {
    await (await launch()).stop();
    const stranger = spawn('sleep', ['60'], { ...(process.getuid?.() === 0 ? chooseUser()?.ids : {}), stdio: 'ignore' });
    children.push(stranger);
    const said: string[] = [];
    writeFileSync(join(dir, 'data', 'postmaster.pid'), `${String(stranger.pid)}\n${dir}/data\n1\n5432\n${dir}/run\n\n`);
    const database = await launch((text) => said.push(text));
    expect(await query(database, 'select 1 as x')).toEqual([{ x: 1 }]);
  });

  it('starts twice at the same time on one folder', async () => {
    const [one, two] = await Promise.all([launch(), otherNode().then(() => null)]);
    expect(two).toBeNull();
    expect(await query(one, 'select 1 as x')).toEqual([{ x: 1 }]);
  });

  it('works below a path that is too long for a socket', async () => {
    const database = await launch(() => {}, join(dir, 'x'.repeat(120)));
    expect(database.connection('postgres').host.length).toBeLessThan(80);
    expect(await query(database, 'select 1 as x')).toEqual([{ x: 1 }]);
  });

  it.each([
    ['99', /更新的版本/],
    ['15', /旧版本/],
  ])('refuses a data folder of PostgreSQL %s in one sentence', async (version, sentence) => {
    mkdirSync(join(dir, 'data'));
    writeFileSync(join(dir, 'data', 'PG_VERSION'), `${version}\n`);
    await expect(launch()).rejects.toThrow(sentence);
    expect(readFileSync(join(dir, 'data', 'PG_VERSION'), 'utf8')).toBe(`${version}\n`);
  });

  it.runIf(process.getuid?.() === 0)(
    'moves below /var/lib when the database user cannot enter the folder, and remembers where',
    async () => {
      const closed = mkdtempSync(join(tmpdir(), 'databrain-closed-'));
      const said: string[] = [];
      const database = await launch((text) => said.push(text), join(closed, 'pg'));
      const moved = join(database.dataDir, '..');
      try {
        expect(database.dataDir).toMatch(/^\/var\/lib\/databrain\/pg-/);
        expect(said.join()).toContain(moved);
        await database.stop();
        const again = await launch(() => {}, join(closed, 'pg'));
        expect(again.dataDir).toBe(database.dataDir);
        await again.stop();
      } finally {
        rmSync(closed, { recursive: true, force: true });
        rmSync(moved, { recursive: true, force: true });
      }
    },
  );
});

describe('choice of the database user', () => {
  const passwd = () => 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534::/:/bin/false\npostgres:x:101:104::/:/bin/bash\n';
  it('takes the first known unprivileged user when root', () => {
    expect(chooseUser(passwd, 0)).toEqual({ name: 'postgres', ids: { uid: 101, gid: 104 } });
  });
  it('changes nothing for an ordinary user', () => {
    expect(chooseUser(passwd, 1000)).toBeNull();
  });
  it('says what to do when there is none', () => {
    expect(() => chooseUser(() => 'root:x:0:0::/:/bin/sh\n', 0)).toThrow(/useradd/);
  });
  it('finds the closed folder on the way', () => {
    const closed = mkdtempSync(join(tmpdir(), 'databrain-closed-'));
    expect(blockedAt(join(closed, 'a'), { name: 'x', ids: { uid: 54_321, gid: 54_321 } })).toBe(closed);
    rmSync(closed, { recursive: true });
  });
});
