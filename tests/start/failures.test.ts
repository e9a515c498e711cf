import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchEmbedded, type EmbeddedDatabase } from '#app/server/embedded-db/index.ts';
import { fillUp, onSmallDisk } from '../../tools/chaos/disk.ts';
import { dataFolder, databaseIsDown, failedStart, freePort, Product } from './product.ts';

/** One Chinese sentence for people: no stack, no English error text on its own. */
function expectSentence(result: { code: number | null; output: string }, sentence: RegExp): void {
  expect(result.output).toMatch(sentence);
  expect(result.code).toBeGreaterThan(0);
  expect(result.output).not.toMatch(/\n\s+at .*:\d+/);
  const said = result.output
    .trim()
    .split('\n')
    .filter((line) => sentence.test(line));
  expect(said).toHaveLength(1);
}

describe('a start that cannot work says why in one sentence', () => {
  const folder = dataFolder();
  afterAll(() => folder.remove());

  it('port in use', async () => {
    const port = await freePort();
    const other: Server = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    try {
      expectSentence(await failedStart({ DATA_DIR: folder.path, PORT: String(port) }), new RegExp(`端口 ${port} 已被占用`));
    } finally {
      other.close();
    }
  });

  it.each([
    ['unreachable', 'postgres://u:p@127.0.0.1:1/x', /无法连接数据库/],
    ['unknown host', 'postgres://u:p@no-such-host.invalid:5432/x', /找不到主机/],
    ['another protocol', 'mysql://u:p@127.0.0.1:3306/x', /DATABASE_URL/],
    ['not a URL', 'postgres://u:p@127.0.0.1:port/x', /DATABASE_URL/],
  ])('DATABASE_URL: %s', async (_case, url, sentence) => {
    expectSentence(await failedStart({ DATA_DIR: folder.path, DATABASE_URL: url }), sentence);
  });

  it('something that is not PostgreSQL', async () => {
    const port = await freePort();
    const other = createServer((socket) => {
      socket.on('error', () => {});
      socket.end();
    });
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    try {
      expectSentence(await failedStart({ DATA_DIR: folder.path, DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x` }), /无法连接数据库/);
    } finally {
      other.close();
    }
  });

  it.each([
    ['PORT', 'abc'],
    ['SEED', 'everything'],
    ['CAPTCHA', 'maybe'],
  ])('%s=%s', async (name, value) => {
    expectSentence(await failedStart({ DATA_DIR: folder.path, [name]: value }), new RegExp(name));
  });

  it('data folder of a newer PostgreSQL', async () => {
    const newer = dataFolder();
    try {
      mkdirSync(join(newer.path, 'pg/data'), { recursive: true });
      writeFileSync(join(newer.path, 'pg/data/PG_VERSION'), '99\n');
      expectSentence(await failedStart({ DATA_DIR: newer.path }), /更新的版本/);
      expect(readFileSync(join(newer.path, 'pg/data/PG_VERSION'), 'utf8')).toBe('99\n');
    } finally {
      newer.remove();
    }
  });

  it('data folder that cannot be made', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    expectSentence(await failedStart({ DATA_DIR: join(folder.path, 'file/data') }), /DATA_DIR/);
  });

  /** null, and the test skipped, where nobody may mount a disk */
  const onDisk = async (size: string, skip: (is: boolean, why: string) => void, work: (dir: string) => Promise<true>) =>
    skip((await onSmallDisk(size, work)) === null, 'a small disk can only be mounted as root');

  it('full disk while the database is created', ({ skip }) =>
    onDisk('12m', skip, async (dir) => {
      expectSentence(await failedStart({ DATA_DIR: dir }), /磁盘空间不足/);
      return true;
    }));

  it('full disk at a later start, and recovery once there is room again', ({ skip }) =>
    onDisk('300m', skip, async (dir) => {
      const first = await Product.start({ DATA_DIR: dir });
      await first.ready();
      expect(await first.interrupt()).toBe(0);
      const makeRoom = fillUp(dir);
      expectSentence(await failedStart({ DATA_DIR: dir }), /磁盘空间不足/);
      makeRoom();
      const second = await Product.start({ DATA_DIR: dir });
      await second.ready();
      expect(await second.interrupt()).toBe(0);
      return true;
    }));
});

describe('a database that does not fit', () => {
  const folder = dataFolder();
  const platform = dataFolder();
  let cluster: EmbeddedDatabase;
  let url: (user: string, password: string, database: string) => string;

  beforeAll(async () => {
    cluster = await launchEmbedded({ dir: folder.path, log: () => {}, durable: false });
    const admin = new pg.Client(cluster.connection('postgres'));
    await admin.connect();
    await admin.query("create role app login password 'right'");
    await admin.query('create database app owner app');
    const hba = join(cluster.dataDir, 'pg_hba.conf');
    writeFileSync(hba, `local all app scram-sha-256\n${readFileSync(hba, 'utf8')}`);
    await admin.query('select pg_reload_conf()');
    await admin.end();
    const { host } = cluster.connection('app');
    url = (user, password, database) => `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
  });
  afterAll(async () => {
    await cluster.stop();
    folder.remove();
    platform.remove();
  });

  it('wrong password', async () => {
    expectSentence(await failedStart({ DATA_DIR: platform.path, DATABASE_URL: url('app', 'wrong', 'app') }), /用户名或密码错误/);
  });

  it('no such database', async () => {
    expectSentence(await failedStart({ DATA_DIR: platform.path, DATABASE_URL: url('app', 'right', 'nothing') }), /数据库不存在/);
  });

  it('works with the right one, and refuses another SECRET_KEY or the tables of a newer build afterwards', async () => {
    const env = { DATA_DIR: platform.path, DATABASE_URL: url('app', 'right', 'app') };
    const product = await Product.start(env);
    await product.ready();
    expect(await product.interrupt()).toBe(0);
    expect(databaseIsDown(platform.path)).toBe(true); // nothing was launched

    const other = Buffer.alloc(32, 9).toString('base64');
    expectSentence(await failedStart({ ...env, SECRET_KEY: other }), /SECRET_KEY/);

    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    await client.query("insert into kit_migration (module, name, hash) values ('system', '9999_from_the_future.sql', 'x')");
    await client.end();
    expectSentence(await failedStart(env), /更新版本/);
  });
});
