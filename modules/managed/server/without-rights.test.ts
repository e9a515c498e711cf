import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startNode, testServer, testSettings } from '#kit/test/app.ts';
import { applyTables, insertRows, managedSourceId, selectFrom } from './index.ts';

const mark = randomBytes(4).toString('hex');
const database = `plain_${mark}`;
const account = `plain_${mark}_owner`;
const dataDir = mkdtempSync(join(tmpdir(), 'databrain-plain-'));
const asRoot = async (...texts: string[]) => {
  const client = new pg.Client(testServer());
  await client.connect();
  for (const text of texts) await client.query(text);
  await client.end();
};
beforeAll(() => asRoot(`create role ${account} login`, `create database ${database} owner ${account}`));
afterAll(async () => {
  await asRoot(`drop database if exists ${database} with (force)`, `drop role if exists ${account}`);
  rmSync(dataDir, { recursive: true, force: true });
});

it('an account that may not make roles fills tables; the source is left out, and the start says what is missing', async () => {
  const { host, port } = testServer();
  // an account that nobody made: the address of the reader leads nowhere
  const url = `postgres://nobody_${mark}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
  const node = await startNode({ ...testServer(database), user: account }, testSettings(dataDir, { managedReaderUrl: url }));
  try {
    expect(node.app.conditions.list().join()).toContain('无法连接数据库，平台数据暂不能查询');
    expect(await managedSourceId(node.app.db)).toBe(null);
    const { tables, follow } = await node.app.db.transaction().execute((db) =>
      applyTables(node.app, db, {
        module: 'test',
        ownerId: 'w1',
        by: '1',
        tables: [
          {
            part: '',
            name: 'plain',
            label: '表',
            columns: [{ fieldId: '$id', name: 'id', label: '编号', type: { kind: 'text', length: 9 }, isKey: true }],
          },
        ],
      }),
    );
    expect(follow).toBe(null);
    await insertRows(node.app.db, tables[0]!, [{ $id: 'a' }]);
    expect(await selectFrom(node.app.db, tables[0]!).execute()).toEqual([{ $id: 'a' }]);
  } finally {
    await node.stop();
  }
}, 120_000);
