import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import type { Send } from '#kit/test/node.ts';

const app = startApp();
const UPLOAD = '/data/metadata/sources/files';
const ADD = 'metadata:datasource:add';
const upload = (send: Send, name: string, content: Buffer | string) => send('POST', UPLOAD, ...multipart(name, Buffer.from(content)));

it('takes every kind of data file, whatever its ending in capitals, and gives the bytes back to the uploader', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'databrain-upload-'));
  const instance = await DuckDBInstance.create(join(folder, 'a.duckdb'));
  const connection = await instance.connect();
  await connection.run(`create table t as select 1 as a; copy t to '${join(folder, 'a.parquet')}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
  const sqlite = new (await initSqlJs()).Database();
  sqlite.run('create table t (a)');
  const user = app.as((await app.make.user({ perms: [ADD] })).token);
  const files: [string, Buffer][] = [
    ['客户.csv', Buffer.from('编号,名称\n1,甲\n')],
    ['客户.TSV', Buffer.from('a\tb\n1\t2\n')],
    ['gbk.txt', Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 0x0a])],
    ['a.parquet', readFileSync(join(folder, 'a.parquet'))],
    ['a.duckdb', readFileSync(join(folder, 'a.duckdb'))],
    ['a.sqlite3', Buffer.from(sqlite.export())],
    ['a.db', Buffer.from(sqlite.export())],
  ];
  rmSync(folder, { recursive: true });
  for (const [name, content] of files) {
    const answer = await upload(user, name, content);
    expect(answer, name).toMatchObject({ status: 200, data: { originalFilename: name, size: content.length } });
    const { fileName } = answer.data as { fileName: string };
    expect(fileName).toMatch(/^[0-9a-f]{32}\.[a-z]{2,5}$/);
    expect((await user('GET', `/file/fileView/${fileName}`)).status).toBe(200);
  }
  const log = await app.database.db.selectFrom('fileObject').select('originalFilename').where('createBy', 'is not', null).execute();
  expect(log.length).toBe(files.length);
});

it('refuses what is not what its name says, empty files, other kinds and odd names', async () => {
  const user = app.as((await app.make.user({ perms: ['metadata:datasource:edit'] })).token);
  const parquet = Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(20)]);
  const cases: [string, Buffer, number][] = [
    ['a.exe', Buffer.from('MZ'), 415],
    ['a', Buffer.from('a,b'), 415],
    ['a.csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), 415],
    ['a.csv', Buffer.from([0xff, 0x80, 0x80, 0xff]), 415],
    ['a.parquet', parquet, 415],
    ['a.duckdb', Buffer.from('SQLite format 3\0 and more'), 415],
    ['a.sqlite', Buffer.from('a,b\n1,2'), 415],
    ['a.xlsx', Buffer.from('a,b\n1,2'), 415],
    ['a.csv', Buffer.alloc(0), 400],
    ['a\u202ecsv.csv', Buffer.from('a,b'), 400],
  ];
  for (const [name, content, status] of cases) expect((await upload(user, name, content)).status, name).toBe(status);
  expect(await app.database.db.selectFrom('fileObject').select('id').where('createBy', '=', 'nobody').execute()).toEqual([]);
});

it('keeps to its own limit and the quota of the account', async () => {
  const user = app.as((await app.make.user({ perms: [ADD] })).token);
  const set = (key: string, value: string) =>
    app.database.db.updateTable('sysConfig').set({ configValue: value }).where('configKey', '=', key).execute();
  await set('metadata.fileMaxMB', '1');
  expect(await upload(user, 'a.csv', Buffer.alloc(1_100_000, 'a'))).toMatchObject({ status: 413, error: 'file.tooLarge' });
  await set('metadata.fileMaxMB', '200');
  await set('file.quotaMB', '1');
  expect((await upload(user, 'a.csv', Buffer.alloc(900_000, 'a'))).status).toBe(200);
  expect(await upload(user, 'b.csv', Buffer.alloc(900_000, 'a'))).toMatchObject({ error: 'file.quotaExceeded' });
  await set('file.quotaMB', '2048');
});

it('is for those who may add or change sources', async () => {
  expect((await upload(app.stranger, 'a.csv', 'a')).status).toBe(401);
  const other = app.as((await app.make.user({ perms: ['metadata:datasource:list', 'metadata:datasource:detail'] })).token);
  expect((await upload(other, 'a.csv', 'a')).status).toBe(403);
});
