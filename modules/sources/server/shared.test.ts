import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from './test-source.ts';

const app = startApp();
const source = testSource(app, 'create table numbers as select g as n from generate_series(1, 10) g');
let id = '';
let elsewhere = '';

beforeAll(async () => {
  id = await source.register();
  elsewhere = (await app.make.dept()).id;
});

const READS = [
  'metadata:datasource:list',
  'metadata:datasource:detail',
  'metadata:datacolumn:list',
  'metadata:sqlconsole:list',
  'metadata:sqlconsole:run',
];
const CHANGES = ['metadata:datasource:edit', 'metadata:datasource:remove', 'metadata:datasource:sync', 'metadata:sqlconsole:write'];
const colleague = async (perms: readonly string[]) => app.as((await app.make.user({ perms, dataScope: '4', deptId: elsewhere })).token);
const share = async (isShared: '0' | '1') => {
  const { data } = await app.admin('GET', `/data/metadata/sources/${id}`);
  expect(await app.admin('PUT', `/data/metadata/sources/${id}`, { ...data, isShared })).toMatchObject({ status: 200 });
};

test('a source of another department is not there until it is shared, then everybody with a reading right uses it', async () => {
  const reader = await colleague(READS);
  const query = () =>
    reader('POST', '/data/console/sql/run', {
      sqlKey: `s${Math.floor(performance.now())}`,
      sourceId: id,
      sqlText: 'select sum(n) as total from numbers',
    });
  expect((await reader('GET', '/data/metadata/sources/list')).data).toEqual([]);
  expect((await query()).status).toBe(404);

  await share('1');
  expect((await reader('GET', '/data/metadata/sources/list')).data).toMatchObject([{ id }]);
  expect((await query()).data[0].dataList).toEqual([{ total: '55' }]);
  expect((await reader('GET', `/data/metadata/tables/page?sourceId=${id}`)).data.total).toBe(1);

  await share('0');
  expect((await query()).status).toBe(404);
});

test('sharing lends no right to change: not the source, not its data', async () => {
  await share('1');
  const meddler = await colleague([...READS, ...CHANGES]);
  const { data } = await meddler('GET', `/data/metadata/sources/${id}`);
  expect(await meddler('PUT', `/data/metadata/sources/${id}`, { ...data, sourceName: '改名' })).toMatchObject({ status: 404 });
  expect(await meddler('DELETE', `/data/metadata/sources/${id}`)).toMatchObject({ status: 404 });
  expect(await meddler('POST', `/data/metadata/sources/sync/${id}`)).toMatchObject({ status: 404 });
  const refused = await meddler('POST', '/data/console/sql/run', { sqlKey: 'w1', sourceId: id, sqlText: 'delete from numbers' });
  expect(refused).toMatchObject({ status: 422, error: 'gate.refused' });
  expect((await source.sql('select count(*)::int as n from numbers')).rows).toEqual([{ n: 10 }]);
});
