import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { migrationSets } from '#kit/server/module.ts';
import { startApp, testServer, testSettings } from '#kit/test/app.ts';
import { fileStore } from '#modules/files/server/index.ts';
import { applyTables, insertRows, selectFrom, tablesOf } from '#modules/managed/server/index.ts';
import { openDatabase } from '#kit/server/db/open.ts';
import { modules } from '../modules.ts';
import { backup } from './dump.ts';
import { inspect, restore } from './restore.ts';

const app = startApp({ managed: true });
const folder = mkdtempSync(join(tmpdir(), 'databrain-managed-'));
const target = `restore_${randomBytes(4).toString('hex')}`;
const root = async (text: string) => {
  const client = new pg.Client(testServer());
  await client.connect();
  await client.query(text).finally(() => client.end());
};
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await root(`drop database if exists ${target} with (force)`);
});

const owner = { module: 'test', ownerId: 'b1' };
const text = { kind: 'text', length: 40 } as const;
const spec = (fields: readonly string[]) => ({
  part: '',
  name: 'backed_up',
  label: '备份的表',
  columns: [
    { fieldId: '$id', name: 'id', label: '编号', type: text, isKey: true, isNotNull: true },
    ...fields.map((fieldId) => ({ fieldId, name: `c_${fieldId}`, label: fieldId, type: text, isUnique: fieldId === 'f1' })),
  ],
});

it('managed tables come back with their rows, hidden columns and indexes, in step with their definitions', async () => {
  const { app: node } = app.node;
  const apply = (fields: readonly string[], ownerId = owner.ownerId) =>
    node.db
      .transaction()
      .execute((db) =>
        applyTables(node, db, { module: 'test', ownerId, by: '1', tables: [{ ...spec(fields), name: `backed_${ownerId}` }] }),
      );
  const { tables } = await apply(['f1', 'f2']);
  await insertRows(node.db, tables[0]!, [
    { $id: '甲', f1: "换行\n制表\t'", f2: '留' },
    { $id: '乙', f1: null, f2: null },
  ]);
  await apply(['f1']);
  await apply(['f1'], 'empty');
  const job = {
    connection: app.connection,
    store: fileStore(testSettings(node.settings.dataDir)),
    path: join(folder, 'one.backup'),
    version: '1',
    key: Buffer.alloc(32, 7),
    keyFingerprint: node.secrets.fingerprint,
    passphrase: null,
    say: () => undefined,
  };
  const written = await backup(job);
  expect(written.tables.find((table) => table.name === 'managed.backed_b1')).toMatchObject({
    rows: 2,
    columns: ['id', 'c_f1', 'c_f2__h3'],
  });

  await root(`create database ${target}`);
  const other = openDatabase({ ...testServer(target), max: 2 }, { warn: () => undefined });
  const { manifest } = await inspect(job.path, null);
  await restore(
    {
      pool: other.pool,
      migrations: migrationSets(modules),
      store: job.store,
      dataDir: folder,
      path: job.path,
      passphrase: null,
      say: () => undefined,
    },
    manifest,
  );
  const [table] = await tablesOf(other.db, owner);
  expect(await selectFrom(other.db, table!).orderBy('id', 'desc').execute()).toEqual([
    { $id: '甲', f1: "换行\n制表\t'" },
    { $id: '乙', f1: null },
  ]);
  const kept = await other.pool.query('select c_f2__h3 from managed.backed_b1 where c_f2__h3 is not null');
  expect(kept.rows).toEqual([{ c_f2__h3: '留' }]);
  await expect(insertRows(other.db, table!, [{ $id: '丙', f1: "换行\n制表\t'" }])).rejects.toThrow('duplicate key');
  expect((await other.pool.query('select * from managed.backed_empty')).rows).toEqual([]);
  const again = await backup({ ...job, connection: testServer(target), path: join(folder, 'two.backup') });
  expect(again.tables).toEqual(written.tables);
  await other.close();
});
