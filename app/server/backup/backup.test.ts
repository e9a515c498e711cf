import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { migrationSets } from '#kit/server/module.ts';
import { startApp, testServer, testSettings } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { fileStore } from '#modules/files/server/index.ts';
import { modules } from '../modules.ts';
import { backup } from './dump.ts';
import { inspect, restore } from './restore.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

const app = startApp();
const migrations = migrationSets(modules);
const folder = mkdtempSync(join(tmpdir(), 'databrain-backup-'));
const spare: string[] = [];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(testServer());
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
afterEach(async () => {
  for (const name of spare.splice(0)) await root((client) => client.query(`drop database if exists ${name} with (force)`));
});

/** A pool whose connections may end with their database: `end` does not wait until the server has heard of it. */
function poolOf(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(connection);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function emptyDatabase(): Promise<pg.ClientConfig> {
  const name = `restore_${randomBytes(4).toString('hex')}`;
  await root((client) => client.query(`create database ${name}`));
  spare.push(name);
  return testServer(name);
}

const storeIn = (dataDir: string) => fileStore(testSettings(dataDir));
const job = (path: string, over: { connection?: pg.ClientConfig; dataDir?: string; passphrase?: string } = {}) => ({
  connection: over.connection ?? app.connection,
  store: storeIn(over.dataDir ?? app.node.app.settings.dataDir),
  path: join(folder, path),
  version: '1.0.0-test',
  key: Buffer.alloc(32, 7),
  keyFingerprint: app.node.app.secrets.fingerprint,
  passphrase: over.passphrase ?? null,
  say: () => undefined,
});

async function restored(path: string, passphrase: string | null = null) {
  const connection = await emptyDatabase();
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const pool = poolOf(connection);
  try {
    const found = await inspect(join(folder, path), passphrase);
    await restore(
      { pool, migrations, store: storeIn(dataDir), dataDir, path: join(folder, path), passphrase, say: () => undefined },
      found.manifest,
    );
    return { ...found, connection, dataDir };
  } finally {
    await pool.end();
  }
}

describe('a backup restored into an empty instance', () => {
  it('has every row of every table and every file', async () => {
    const dept = await app.make.dept();
    await app.make.user({ perms: ['system:post:list'], deptId: dept.id });
    const strange = `换行\n制表\t反斜杠\\ \\N '; drop table sys_user; -- 😀 ${'长'.repeat(400)}`;
    await app.admin('POST', '/system/posts', { postName: '备份岗位', sortNo: 1, status: '1', remark: strange });
    const uploaded = await app.admin('POST', '/file/files/uploadImg', ...multipart('说明.txt', Buffer.from('备份里的文件')));
    expect(uploaded.status).toBe(200);

    const written = await backup(job('one.backup'));
    expect(written.tables.find((table) => table.name === 'sys_user')?.rows).toBeGreaterThan(1);
    expect(written.files.map((file) => file.name)).toEqual([uploaded.data.fileName]);
    const target = await restored('one.backup');

    // the second backup shows the restored instance row by row: the same text of the same rows in the same order
    const again = await backup(job('two.backup', { connection: target.connection, dataDir: target.dataDir }));
    expect(again.tables).toEqual(written.tables);
    expect(again.files).toEqual(written.files);
    expect(again.migrations).toEqual(written.migrations);

    const client = new pg.Client(target.connection);
    await client.connect();
    const { rows } = await client.query("select remark from sys_post where post_name = '备份岗位'");
    const sessions = await client.query('select 1 from sys_session');
    await client.end();
    expect(rows).toEqual([{ remark: strange }]);
    expect(sessions.rowCount).toBe(0);
  });

  it('shows one moment while people go on writing', async () => {
    const before = await app.database.pool.query<{ n: number }>('select count(*)::int as n from sys_post');
    let writing = true;
    let written = 0;
    const writer = (async () => {
      while (writing) {
        await app.admin('POST', '/system/posts', { postName: `并发岗位${written++}`, sortNo: 1, status: '1', remark: null });
      }
    })();
    const manifest = await backup(job('busy.backup'));
    writing = false;
    await writer;
    const posts = manifest.tables.find((table) => table.name === 'sys_post')?.rows ?? 0;
    const logs = manifest.tables.find((table) => table.name === 'sys_oper_log')?.rows ?? 0;
    const target = await restored('busy.backup');
    const client = new pg.Client(target.connection);
    await client.connect();
    // a post and its log row were written in one transaction: a copy of one moment has both or neither
    const { rows } = await client.query<{ posts: number; logs: number; logged: number }>(
      `select (select count(*)::int from sys_post) as posts, (select count(*)::int from sys_oper_log) as logs,
              (select count(*)::int from sys_oper_log where title = '新增岗位' and result = '1') as logged`,
    );
    const grown = (rows[0]?.posts ?? 0) - (before.rows[0]?.n ?? 0);
    const { rows: then } = await client.query<{ n: number }>("select count(*)::int as n from sys_post where post_name like '并发岗位%'");
    await client.end();
    expect(rows[0]).toMatchObject({ posts, logs });
    expect(then[0]?.n).toBe(grown);
    expect(rows[0]?.logged).toBe(grown + 1);
  });
});

describe('an encrypted backup', () => {
  it('opens only with its passphrase and brings the installation key', async () => {
    await backup(job('sealed.backup', { passphrase: '口令 correct horse' }));
    const bytes = readFileSync(join(folder, 'sealed.backup'));
    expect(bytes.subarray(0, 18).toString()).toBe('DATABRAIN-BACKUP-1');
    await expect(inspect(join(folder, 'sealed.backup'), null)).rejects.toThrow('备份文件已加密');
    await expect(inspect(join(folder, 'sealed.backup'), 'wrong')).rejects.toThrow('备份口令不正确');
    const found = await restored('sealed.backup', '口令 correct horse');
    expect(found.key).toEqual(Buffer.alloc(32, 7));
  });
});

describe('a damaged or foreign file', () => {
  it('is refused before anything is written', async () => {
    await backup(job('good.backup'));
    const good = readFileSync(join(folder, 'good.backup'));
    const cut = join(folder, 'cut.backup');
    writeFileSync(cut, good);
    truncateSync(cut, statSync(cut).size - 200);
    await expect(inspect(cut, null)).rejects.toThrow(/备份文件.*损坏/);
    const flipped = Buffer.from(good);
    flipped.writeUInt8(flipped.readUInt8(Math.floor(flipped.length / 2)) ^ 0x20, Math.floor(flipped.length / 2));
    writeFileSync(join(folder, 'flipped.backup'), flipped);
    await expect(inspect(join(folder, 'flipped.backup'), null)).rejects.toThrow(/备份文件.*损坏/);
    writeFileSync(join(folder, 'foreign.backup'), 'PK not a backup');
    await expect(inspect(join(folder, 'foreign.backup'), null)).rejects.toThrow('不是数智大脑的备份文件');
    await expect(inspect(join(folder, 'none.backup'), null)).rejects.toThrow('找不到备份文件');
  });

  it('never replaces a file and leaves no half of one', async () => {
    writeFileSync(join(folder, 'mine.backup'), 'mine');
    await expect(backup(job('mine.backup'))).rejects.toThrow('已存在');
    expect(readFileSync(join(folder, 'mine.backup'), 'utf8')).toBe('mine');
    const gone = { ...job('broken.backup'), store: { ...storeIn(folder), read: () => Promise.reject(new Error('disk failed')) } };
    await expect(backup(gone)).rejects.toThrow('disk failed');
    expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
  });
});

describe('a hostile archive', () => {
  const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  type Entry = readonly [name: string, bytes: Buffer];
  const packed = (entries: readonly Entry[]): string => {
    const path = join(folder, `hostile-${randomBytes(4).toString('hex')}.backup`);
    const parts = entries.flatMap(([name, bytes]) => [tarHeader(name, bytes.length, new Date(0)), bytes, tarPadding(bytes.length)]);
    writeFileSync(path, gzipSync(Buffer.concat([...parts, tarEnd()])));
    return path;
  };
  const manifestWith = (over: object): Entry => [
    'manifest.json',
    Buffer.from(
      JSON.stringify({
        format: 1,
        product: 'databrain',
        version: '1',
        time: '2026-01-01',
        keyFingerprint: 'x',
        migrations: [],
        tables: [],
        files: [],
        missingFiles: [],
        ...over,
      }),
    ),
  ];
  const bytes = Buffer.from('x');

  it('cannot name a place outside the store, nor one file twice', async () => {
    const good = `${'a'.repeat(32)}.txt`;
    const file = (name: string) => ({ name, size: 1, sha256: digestOf(bytes) });
    await expect(inspect(packed([[`files/${good}`, bytes], manifestWith({ files: [file(good)] })]), null)).resolves.toMatchObject({});
    for (const [name, known] of [
      ['files/../../../etc/evil', '..'],
      ['files/..', '..'],
      ['files//etc/evil', ''],
      ['/etc/evil', 'etc'],
      ['files/evil.sh', 'evil.sh'],
      [`files/${good}/x`, good],
      [`elsewhere/${good}`, good],
    ] as const)
      await expect(inspect(packed([[name, bytes], manifestWith({ files: [file(known)] })]), null), name).rejects.toThrow('不完整或已损坏');
    const twice: Entry[] = [
      [`files/${good}`, Buffer.from('y')],
      [`files/${good}`, bytes],
    ];
    await expect(inspect(packed([...twice, manifestWith({ files: [file(good)] })]), null)).rejects.toThrow('不完整或已损坏');
  });

  it('cannot fill the memory, and is refused before much of it was read', async () => {
    const large = Buffer.alloc(300 * 1024 ** 2);
    const path = packed([['manifest.json', large]]);
    expect(statSync(path).size).toBeLessThan(1024 ** 2);
    await expect(inspect(path, null)).rejects.toThrow('不完整或已损坏');
    await expect(inspect(packed([['secret.key', Buffer.alloc(4096)]]), null)).rejects.toThrow('不完整或已损坏');
  });

  it('fills no table that the product does not have or keeps for running nodes', async () => {
    const rows = Buffer.from('1\n');
    for (const name of ['pg_authid', 'sys_session', 'kit_migration', 'no_such"; drop table sys_user; --']) {
      const table = { name, columns: [] as string[], rows: 1, parts: 1, sha256: digestOf(rows) };
      const entry = name.includes('"') ? 'tables/no_such/000001.copy' : `tables/${name}/000001.copy`;
      const path = packed([[entry, rows], manifestWith({ tables: [table] })]);
      const pool = poolOf(await emptyDatabase());
      const dataDir = mkdtempSync(join(folder, 'data-'));
      try {
        await expect(
          inspect(path, null).then(({ manifest }) =>
            restore({ pool, migrations, store: storeIn(dataDir), dataDir, path, passphrase: null, say: () => undefined }, manifest),
          ),
          name,
        ).rejects.toThrow(/不完整或已损坏|与本版本不一致/);
      } finally {
        await pool.end();
      }
    }
  });
});

describe('restoring', () => {
  it('refuses an instance that has data', async () => {
    await backup(job('again.backup'));
    const pool = poolOf(app.connection);
    const { manifest } = await inspect(join(folder, 'again.backup'), null);
    const target = {
      pool,
      migrations,
      store: storeIn(folder),
      dataDir: folder,
      path: join(folder, 'again.backup'),
      passphrase: null,
      say: () => undefined,
    };
    await expect(restore(target, manifest)).rejects.toThrow('已有数据');
    await pool.end();
  });

  it('refuses a backup of a newer release and fills nothing', async () => {
    await backup(job('newer.backup'));
    const pool = poolOf(await emptyDatabase());
    const { manifest } = await inspect(join(folder, 'newer.backup'), null);
    const newer = { ...manifest, migrations: [...manifest.migrations, { module: 'system', name: '9999_future.sql', hash: 'x' }] };
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const target = {
      pool,
      migrations,
      store: storeIn(dataDir),
      dataDir,
      path: join(folder, 'newer.backup'),
      passphrase: null,
      say: () => undefined,
    };
    await expect(restore(target, newer)).rejects.toThrow('更新的版本');
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from sys_user');
    await pool.end();
    expect(rows[0]?.n).toBe(0);
    expect(existsSync(join(dataDir, 'files'))).toBe(false);
  });
});
