import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, phone text, note text, salary numeric);
   insert into customer values (1, '13812345678', '常客', 900)`,
);
let sourceId = '';
let tableId = '';
const columns: Record<string, string> = {};

beforeAll(async () => {
  sourceId = await source.register();
  const { db } = app.database;
  tableId = (await db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).executeTakeFirstOrThrow()).id;
  for (const row of await db.selectFrom('metadataColumn').select(['id', 'columnName']).where('tableId', '=', tableId).execute())
    columns[row.columnName] = row.id;
  const classify = (columnIds: string[], classId: string | null, level: string | null) =>
    app.admin('POST', '/data/metadata/classes/columns', { columnIds, classId, level });
  expect((await classify([columns['phone']!], 'mobile', null)).status).toBe(200);
  expect((await classify([columns['salary']!], null, 'L4')).status).toBe(200);
});

/** What an account with these grants is told to see of each column, and what its queries show. */
async function seenWith(grants: readonly { objectType: 'database' | 'column'; objectId: string; actions: string[] }[]) {
  const user = await app.make.user({ perms: ['metadata:datacolumn:list', 'metadata:sqlconsole:run'], dataScope: '5' });
  for (const grant of grants)
    expect((await app.admin('POST', '/data/metadata/authorizes', { subjectType: 'user', subjectId: user.id, ...grant })).status).toBe(200);
  const call = app.as(user.token);
  const detail = (await call('GET', `/data/metadata/tables/${tableId}`)).data;
  const told = Object.fromEntries(
    detail.columns.map(({ columnName, seen }: { columnName: string; seen: { shown: string; mask: string | null } }) => [
      columnName,
      seen.mask ?? seen.shown,
    ]),
  );
  return { told, call };
}
const whole = (...actions: string[]) => ({ objectType: 'database' as const, objectId: sourceId, actions });

test('the page of a table tells each reader what a query would show of its columns', async () => {
  const { told, call } = await seenWith([whole('meta', 'query')]);
  expect(told).toEqual({ id: 'clear', phone: '前 3 后 4', note: 'clear', salary: '仅保留首尾' });
  const { data } = await call('POST', '/data/console/sql/run', { sqlKey: 'seen', sourceId, sqlText: 'select * from customer' });
  const [row] = data[0].dataList;
  expect([row.phone, row.note]).toEqual(['138****5678', '常客']);
  expect(row.salary).not.toBe('900');
});

test('with 明文 of a column its values are told to be clear', async () => {
  const unmask = { objectType: 'column' as const, objectId: columns['phone']!, actions: ['unmask'] };
  const { told } = await seenWith([whole('query'), unmask]);
  expect(told).toMatchObject({ phone: 'clear', salary: '仅保留首尾' });
});

test('who may only know of a table is told that its values are hidden', async () => {
  const { told } = await seenWith([whole('meta')]);
  expect(told).toEqual({ id: 'hidden', phone: 'hidden', note: 'hidden', salary: 'hidden' });
});

test('a preview shows values too: they are not told to be hidden', async () => {
  const { told } = await seenWith([whole('preview')]);
  expect(told).toEqual({ id: 'clear', phone: '前 3 后 4', note: 'clear', salary: '仅保留首尾' });
});

test('columns that a grant names are told apart from the others', async () => {
  const one = { objectType: 'column' as const, objectId: columns['note']!, actions: ['query'] };
  const { told } = await seenWith([whole('meta'), one]);
  expect(told).toEqual({ id: 'hidden', phone: 'hidden', note: 'clear', salary: 'hidden' });
});
