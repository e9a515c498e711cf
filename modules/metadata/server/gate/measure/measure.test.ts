import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { console as contract } from '../../../contract/console.ts';
import { sealColumns, testSource } from '../../test-source.ts';
import { openData } from '../open-data.ts';

const app = startApp();
const source = testSource(
  app,
  `create table person (id int, mobile text, idcard text, salary int);
   insert into person select g, case when g % 5 = 0 then null when g % 7 = 0 then ' ' else '138' || lpad(g::text, 8, '0') end,
     case g % 3 when 0 then '11010519491231002X' when 1 then '110105194912310021' else 'x' end, g * 100 from generate_series(1, 30) g;
   create table few as select * from person where id <= 10`,
);
let id = '';
const tables = new Map<string, string>();
beforeAll(async () => {
  id = await source.register();
  for (const table of (await app.admin('GET', `/data/metadata/sources/${id}/tables`)).data) tables.set(table.tableName, table.id);
  await sealColumns(app, id, 'mobile', 'idcard', 'salary');
});

test('numbers about masked columns come by name, without values', async () => {
  const { id: userId } = await app.database.db.selectFrom('sysUser').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  const user = await loadAccount(app.database.db, userId);
  const signal = new AbortController().signal;
  const origin = { user: user!, route: contract.run, db: app.database.db, signal, requestId: 'm', ip: '', userAgent: '' };
  const door = await openData(detachedCtx(app.node.app, origin).ctx, id);
  const ask = (table: string, ...measures: { column: string; of: never }[]) =>
    door.measure({ tableId: tables.get(table)!, measures, purpose: 'quality' });
  const of = (column: string, kind: string) => ({ column, of: kind as never });
  expect(
    await ask(
      'person',
      of('mobile', 'present'),
      of('mobile', 'distinct'),
      of('mobile', 'blanks'),
      of('mobile', 'mobile'),
      of('idcard', 'idCard'),
      of('mobile', 'maxLength'),
      of('id', 'max'),
    ),
  ).toEqual({ rows: 30, values: ['24', '21', '4', '20', '10', 11, 30] });
  for (const kind of ['min', 'max', 'mean', 'stdev'])
    await expect(ask('person', of('salary', kind))).rejects.toMatchObject({ key: 'gate.refused' });
  // too few rows: nothing about masked columns
  expect(await ask('few', of('mobile', 'present'), of('id', 'present'))).toEqual({ rows: 10, values: [null, '10'] });
  await expect(ask('person', of('nope', 'present'))).rejects.toMatchObject({ key: 'gate.refused' });
  const log = await app.database.db
    .selectFrom('metadataSqlHistory')
    .select(['purpose', 'outcome'])
    .where('purpose', '=', 'quality')
    .execute();
  expect(log.map(({ outcome }) => outcome).sort()).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 'success', 'success']);
});

test('nobody reads a source beside the gate', () => {
  const root = join(import.meta.dirname, '../..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const beside = files
    .filter((file) => !/^(adapter|gate|source)\//.test(file))
    .filter((file) => /\bpools\s*\.\s*of\b/.test(readFileSync(join(root, file), 'utf8')));
  expect(beside.map((file) => relative('.', file))).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
