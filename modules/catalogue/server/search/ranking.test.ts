import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

/** Tables of one domain whose names begin and end with each other's, as in the schema of a music catalogue. */
const NAMES =
  'artist artist_alias artist_credit artist_credit_name artist_type l_artist_artist l_artist_release release release_group release_group_alias release_group_meta release_group_primary_type release_group_tag l_release_group_url recording work'.split(
    ' ',
  );
const app = startApp();
const source = testSource(
  app,
  NAMES.map(
    (name) => `create table ${name} (id int, artist int, release_group int, name text); comment on table ${name} is '目录 ${name}';`,
  ).join('\n'),
);
let id = '';
const found = async (keyword: string): Promise<{ name: string; type: string; id: string }[]> =>
  (await app.admin('GET', `/data/metadata/search?${new URLSearchParams({ keyword, sourceId: id, pageSize: '50' }).toString()}`)).data.data;
const tableId = async (name: string) =>
  (
    await app.database.db
      .selectFrom('metadataTable')
      .select('id')
      .where('sourceId', '=', id)
      .where('tableName', '=', name)
      .executeTakeFirstOrThrow()
  ).id;
const describeTable = async (name: string, words: object) => {
  const table = await tableId(name);
  const { data } = await app.admin('GET', `/data/metadata/tables/${table}`);
  expect((await app.admin('PUT', `/data/metadata/tables/${table}`, { version: data.version, ...words })).status).toBe(200);
};

beforeAll(async () => {
  id = await source.register();
  await until(
    () => app.database.db.selectFrom('metadataColumn').select('searchText').where('sourceId', '=', id).execute(),
    (rows) => rows.length === NAMES.length * 4 && rows.every(({ searchText }) => searchText !== ''),
  );
});

test.each(NAMES)('%s finds the table of that very name first', async (name) => {
  expect((await found(name))[0]).toMatchObject({ name, type: 'table' });
});

test('the exact name stays first when everything alike is described, owned and much read', async () => {
  const me = (await app.admin('GET', '/system/users/route')).data.user.id;
  for (const name of ['artist_credit', 'release_group_meta'])
    await describeTable(name, { tier: 'ads', ownerId: me, description: 'artist release_group' });
  await app.database.db
    .updateTable('metadataTable')
    .set({ heat: 5000 })
    .where('sourceId', '=', id)
    .where('tableName', 'in', ['artist_credit', 'release_group_meta', 'release'])
    .execute();
  for (const name of ['artist', 'release_group']) expect((await found(name))[0]).toMatchObject({ name, type: 'table' });
});

const place = async () => (await found('release_group')).findIndex(({ name }) => name === 'release_group_primary_type');
test.each(['tier', 'description', 'ownerId'])('%s lifts a table above its equals', async (field) => {
  const me = (await app.admin('GET', '/system/users/route')).data.user.id;
  const before = await place();
  await describeTable('release_group_primary_type', { [field]: { tier: 'dwd', description: '按类型区分', ownerId: me }[field] });
  expect(await place()).toBeLessThan(before);
  await describeTable('release_group_primary_type', { [field]: '' });
  expect(await place()).toBe(before);
});

test('a Chinese name takes nothing from a table that was found by its name', async () => {
  const before = await place();
  await describeTable('release_group_primary_type', { cnName: '发行组的主要类型以及很长很长很长很长很长的一个中文名称' });
  expect(await place()).toBeLessThanOrEqual(before);
});
