import { unzipSync, strFromU8 } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { wholeSize } from '#kit/core/text/size.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, "姓名" varchar(20) not null, price numeric(10, 2) default 0);
   comment on table customer is '客户 <主表>';
   comment on column customer."姓名" is '客户姓名 & 称呼';
   create table orders (id int primary key, customer_id int references customer, note text);
   create schema other; create table other.thing (id int);`,
);
let id: string;
beforeAll(async () => {
  await source.sql(`grant usage on schema other to ${source.reader}; grant select on all tables in schema other to ${source.reader}`);
  id = await source.register();
});

const partsOf = (bytes: Buffer) => Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]));

test('the database document is a Word file with every table, column and key of the source', async () => {
  const answer = await app.admin('POST', `/data/metadata/sources/word/${id}`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toMatch(/\.docx/);
  const body = partsOf(answer.raw)['word/document.xml']!;
  for (const text of [
    '客户 &lt;主表&gt;',
    '姓名',
    'varchar(20)',
    'numeric(10,2)',
    '客户姓名 &amp; 称呼',
    '模式 other',
    'thing',
    'public.customer',
  ])
    expect(body).toContain(text);
});

test('one schema only, as a workbook', async () => {
  const answer = await app.admin('POST', `/data/metadata/sources/word/${id}?format=xlsx&schemaName=other`);
  expect(answer.status).toBe(200);
  const parts = partsOf(answer.raw);
  expect(parts['xl/worksheets/sheet1.xml']).toContain('thing');
  expect(parts['xl/worksheets/sheet1.xml']).not.toContain('customer');
  expect(parts['xl/worksheets/sheet2.xml']).toContain('integer');
});

test('the data dictionary goes across sources and says when nothing is in it', async () => {
  const all = await app.admin('POST', '/data/metadata/tables/dictionary', {});
  expect(partsOf(all.raw)['xl/worksheets/sheet2.xml']).toContain('customer_id');
  const none = await app.admin('POST', '/data/metadata/tables/dictionary', { tableIds: ['1'] });
  expect(none.status).toBe(422);
  expect(none.msg).toContain('没有可以导出的数据表');
});

test('who may not export, or does not see the source, gets nothing', async () => {
  const stranger = app.as((await app.make.user({ perms: ['metadata:datasource:list'] })).token);
  expect((await stranger('POST', `/data/metadata/sources/word/${id}`)).status).toBe(403);
  expect((await stranger('POST', '/data/metadata/tables/dictionary', {})).status).toBe(403);
  const elsewhere = app.as((await app.make.user({ perms: ['metadata:datasource:word'], dataScope: '5' })).token);
  expect((await elsewhere('POST', `/data/metadata/sources/word/${id}`)).status).toBe(404);
  expect((await app.admin('POST', '/data/metadata/sources/word/999')).status).toBe(404);
  expect((await app.stranger('POST', `/data/metadata/sources/word/${id}`)).status).toBe(401);
});

test('sizes read like people say them', () => {
  expect([0, 1023, 1536, 150 * 1024 * 1024, 3 * 1024 ** 4].map(wholeSize)).toEqual(['0 B', '1023 B', '1.5 KB', '150 MB', '3.0 TB']);
});
