import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#kit/server/db/open.ts';
import { factories } from '#kit/test/make.ts';
import { sender, startNode, testSettings, type Send } from '#kit/test/node.ts';
import { testServer } from '#kit/test/template.ts';
import { until } from '#kit/test/until.ts';
import { warnAboutCollation } from './letters.ts';

/** A database that knows no letters but those of ASCII, as clusters without a locale make them. */
const database = `c_${process.pid}_${randomBytes(4).toString('hex')}`;
const dataDir = mkdtempSync(join(tmpdir(), 'databrain-c-'));
let root!: pg.Client;
let node!: Awaited<ReturnType<typeof startNode>>;
let admin!: Send;

const NAMES = [
  ['cust_bal', '客户余额'],
  ['CUST_NM', '客户名称'],
  ['open_dt', '开户日期'],
  ['due_bank', '到期银行'],
] as const;

beforeAll(async () => {
  root = new pg.Client(testServer());
  await root.connect();
  await root.query(`create database ${database} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C' locale_provider libc`);
  node = await startNode(testServer(database), testSettings(dataDir));
  admin = sender(() => node, await factories(node.app, () => new Date()).adminToken());
  const { db } = node.app;
  await db
    .insertInto('metadataSource')
    .values({ id: 's', sourceName: '核心系统', dbType: '5', host: 'core', port: 5432, dbName: 'core' })
    .execute();
  await db
    .insertInto('metadataTable')
    .values({
      id: 't',
      sourceId: 's',
      schemaName: 'public',
      tableName: 't_acct',
      tableKind: 'table',
      tableComment: '账户',
      fingerprint: 'x',
    })
    .execute();
  await db
    .insertInto('metadataColumn')
    .values(
      NAMES.map(([columnName, columnComment], i) => ({
        id: `c${i}`,
        sourceId: 's',
        tableId: 't',
        columnName,
        columnComment,
        columnPosition: i + 1,
        dataType: 'text',
      })),
    )
    .execute();
  const { requestSearchFill } = await import('./fill.ts');
  await requestSearchFill(node.app, db);
  await until(
    () => db.selectFrom('metadataColumn').select('searchText').execute(),
    (rows) => rows.every(({ searchText }) => searchText !== ''),
  );
}, 120_000);
afterAll(async () => {
  await node?.stop();
  await root.query(`drop database if exists ${database} with (force)`);
  await root.end();
  rmSync(dataDir, { recursive: true, force: true });
});

test.each([
  ['客户余额', 'cust_bal'],
  ['khye', 'cust_bal'],
  ['kehu yue', 'cust_bal'],
  ['客户于额', 'cust_bal'],
  ['cust_nm', 'CUST_NM'],
  ['银行', 'due_bank'],
  ['日', 'open_dt'],
  ['账户', 't_acct'],
  ['核心', '核心系统'],
])('on a database with LC_CTYPE C %s finds %s first', async (keyword, name) => {
  const { data } = await admin('GET', `/data/metadata/search?keyword=${encodeURIComponent(keyword)}`);
  expect(data.data[0]?.name).toBe(name);
});

test('the log says that other look-ups there are not reliable, and says nothing elsewhere', async () => {
  const said: unknown[] = [];
  const log = { ...node.app.log, warn: (...args: unknown[]) => said.push(args.at(-1)) } as unknown as typeof node.app.log;
  await warnAboutCollation({ ...node.app, log });
  expect(said).toEqual([expect.stringContaining('LC_CTYPE 为 C')]);
  const ours = openDatabase(testServer(), log);
  await warnAboutCollation({ ...node.app, log, db: ours.db });
  await ours.close();
  expect(said).toHaveLength(1);
});
