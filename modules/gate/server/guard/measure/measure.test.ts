import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { console as contract } from '#modules/console/contract/console.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { openData } from '../open-data.ts';
import type { MeasureRequest, RuleRequest } from './grammar.ts';

const app = startApp();
const source = testSource(
  app,
  `create table person (id int primary key, mobile text, idcard text, salary int, dept text, seen timestamptz);
   insert into person select g, case when g % 5 = 0 then null when g % 7 = 0 then ' ' else '138' || lpad(g::text, 8, '0') end,
     case g % 3 when 0 then '11010519491231002X' when 1 then '110105194912310021' else 'x' end, g * 100,
     chr(64 + g % 4), timestamptz '2026-01-01 08:00:00+08' + g * interval '1 day' from generate_series(1, 30) g;
   create table few as select * from person where id <= 10;
   create table dept (code text primary key); insert into dept values ('A'), ('B');
   create table card (no text primary key, mobile text, copy text); insert into card select 'n' || id, mobile, idcard from person where id <= 25;
   create table staff (mobile text primary key, nick text); insert into staff select '139' || lpad(g::text, 8, '0'), nullif('n', 'n') from generate_series(1, 25) g`,
);
let id = '';
const tables = new Map<string, string>();
beforeAll(async () => {
  id = await source.register();
  for (const table of (await app.admin('GET', `/data/metadata/sources/${id}/tables`)).data) tables.set(table.tableName, table.id);
  await sealColumns(app, id, 'mobile', 'idcard', 'salary');
  await app.database.db
    .updateTable('metadataColumn')
    .set({ classId: 'mobile' })
    .where('sourceId', '=', id)
    .where('columnName', '=', 'mobile')
    .execute();
});

const signal = new AbortController().signal;
const guardedSourceOf = async (username: string) => {
  const { id: userId } = await app.database.db
    .selectFrom('sysUser')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const user = await loadAccount(app.database.db, userId);
  const origin = { user: user!, route: contract.run, db: app.database.db, signal, requestId: 'm', ip: '', userAgent: '' };
  return openData(detachedCtx(app.node.app, origin).ctx, id);
};
const tableId = (name: string) => tables.get(name)!;
const ask = async (table: string, ...measures: MeasureRequest[]) =>
  (await guardedSourceOf('admin')).measure({ tableId: tableId(table), measures, purpose: 'quality' });
const bad = async (table: string, rule: RuleRequest, most = 100) =>
  (await guardedSourceOf('admin')).badRows({ tableId: tableId(table), rule, most, purpose: 'quality' });
const valuesOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).answers.map(({ value, withheld }) => withheld ?? value);
const refused = { key: 'gate.refused' };

test('numbers about masked columns come by name, without values', async () => {
  const { rows, answers } = await ask(
    'person',
    { of: 'present', column: 'mobile' },
    { of: 'distinct', column: 'mobile' },
    { of: 'blanks', column: 'mobile' },
    { of: 'mobile', column: 'mobile' },
    { of: 'idCard', column: 'idcard' },
    { of: 'creditCode', column: 'idcard' },
    { of: 'maxLength', column: 'mobile' },
    { of: 'max', column: 'id' },
    { of: 'repeated', columns: ['idcard'] },
    { of: 'email', column: 'id' },
  );
  expect(rows).toBe(30);
  expect(answers.map(({ value }) => value)).toEqual([24, 21, 4, 20, 10, 0, 11, 30, 30, null]);
  expect(answers.at(-1)).toEqual({ value: null, withheld: 'unsupported' });
  for (const of of ['min', 'max', 'mean', 'stdev'] as const)
    await expect(ask('person', { of, column: 'salary' })).rejects.toMatchObject(refused);
  await expect(ask('person', { of: 'nope', column: 'nope' } as never)).rejects.toMatchObject(refused);
  const log = await app.database.db
    .selectFrom('metadataSqlHistory')
    .select(['sqlText', 'outcome'])
    .where('purpose', '=', 'quality')
    .orderBy('id')
    .execute();
  expect(log.map(({ outcome }) => outcome)).toEqual(['success', ...Array<string>(5).fill('refused')]);
  expect(log[1]).toMatchObject({ sqlText: 'min(salary)' });
});

test('of clear columns: sets of codes, uniqueness of combinations, references and the newest time', async () => {
  expect(
    await valuesOf(
      'person',
      { of: 'inSet', column: 'dept', codes: ['A', 'B', "'; drop table person --"] },
      { of: 'inSet', column: 'id', codes: ['3', '4', '99'] },
      { of: 'repeated', columns: ['dept', 'id'] },
      { of: 'repeated', columns: ['dept'] },
      { of: 'orphans', columns: ['dept'], tableId: tableId('dept'), to: ['code'] },
      { of: 'latest', column: 'seen' },
    ),
  ).toEqual([16, 2, 0, 30, 14, expect.stringMatching(/^2026-01-31/)]);
  const orphans = await bad('person', { of: 'orphans', columns: ['dept'], tableId: tableId('dept'), to: ['code'] }, 3);
  expect(orphans).toMatchObject({ rows: 30, bad: { value: 14, withheld: null }, keysWithheld: null });
  expect(orphans.keys).toEqual({ columns: ['id'], rows: [[3], [4], [7]] });
  expect((await bad('person', { of: 'inSet', column: 'dept', codes: ['@', 'A', 'B'] }, 2)).keys?.rows).toEqual([[3], [7]]);
  await expect(ask('person', { of: 'inSet', column: 'dept', codes: [] })).rejects.toMatchObject(refused);
  await expect(ask('person', { of: 'orphans', columns: ['dept'], tableId: '1', to: ['code'] })).rejects.toMatchObject({
    key: 'entity.notFound',
  });
});

test('of masked columns nothing that spells a value, names a row or is about few rows', async () => {
  // a set of one code is a comparison, a combination says which rows are equal, and so does a reference to a clear column
  await expect(ask('person', { of: 'inSet', column: 'mobile', codes: ['13800000001'] })).rejects.toMatchObject(refused);
  await expect(ask('person', { of: 'latest', column: 'mobile' })).rejects.toMatchObject(refused);
  await expect(ask('person', { of: 'repeated', columns: ['dept', 'salary'] })).rejects.toMatchObject(refused);
  await expect(ask('person', { of: 'orphans', columns: ['idcard'], tableId: tableId('card'), to: ['copy'] })).rejects.toMatchObject(
    refused,
  );
  await expect(ask('person', { of: 'orphans', columns: ['salary'], tableId: tableId('few'), to: ['salary'] })).rejects.toMatchObject(
    refused,
  );
  // both sides masked and linkable, as in a join; not over a table of few rows, which may hold one person
  expect(await valuesOf('person', { of: 'orphans', columns: ['mobile'], tableId: tableId('card'), to: ['mobile'] })).toEqual([3]);
  expect(await valuesOf('person', { of: 'orphans', columns: ['mobile'], tableId: tableId('few'), to: ['mobile'] })).toEqual(['few']);
  expect(
    await valuesOf('few', { of: 'present', column: 'mobile' }, { of: 'repeated', columns: ['mobile'] }, { of: 'present', column: 'id' }),
  ).toEqual(['few', 'few', 10]);
  expect((await bad('person', { of: 'orphans', columns: ['mobile'], tableId: tableId('few'), to: ['mobile'] })).bad).toEqual({
    value: null,
    withheld: 'few',
  });
  // which rows: only of those without a value, which the gate tells as well
  expect(await bad('person', { of: 'idCard', column: 'idcard' })).toMatchObject({ bad: { value: 20 }, keys: null, keysWithheld: 'masked' });
  expect(await bad('person', { of: 'repeated', columns: ['idcard'] })).toMatchObject({
    bad: { value: 30 },
    keys: null,
    keysWithheld: 'masked',
  });
  expect(await bad('few', { of: 'mobile', column: 'mobile' })).toMatchObject({
    bad: { withheld: 'few' },
    keys: null,
    keysWithheld: 'noKey',
  });
  expect((await bad('person', { of: 'present', column: 'mobile' }, 2)).keys).toEqual({ columns: ['id'], rows: [[5], [10]] });
  // a key that is masked itself, and a table without one
  expect(await bad('staff', { of: 'present', column: 'nick' })).toMatchObject({ bad: { value: 25 }, keys: null, keysWithheld: 'masked' });
  expect(await bad('few', { of: 'present', column: 'dept' })).toMatchObject({ bad: { value: 0 }, keys: null, keysWithheld: 'noKey' });
});

test('which rows are bad does not depend on masked values', async () => {
  const rules: RuleRequest[] = [
    { of: 'mobile', column: 'mobile' },
    { of: 'idCard', column: 'idcard' },
    { of: 'blanks', column: 'idcard' },
    { of: 'present', column: 'idcard' },
    { of: 'repeated', columns: ['idcard'] },
  ];
  const told = async () =>
    Promise.all(rules.map(async (rule) => (({ keys, keysWithheld }) => ({ keys, keysWithheld }))(await bad('person', rule))));
  const before = await told();
  await source.sql(`update person set idcard = '11010519491231002X' where id % 2 = 0`);
  expect(await told()).toEqual(before);
});

test('who sees the values is told which rows they are in, and who may not query the table nothing', async () => {
  const asHolderOf = async (actions: string[]) => {
    const reader = await app.make.user({ perms: ['metadata:sqlconsole:run'] });
    const grant = { subjectType: 'user', subjectId: reader.id, objectType: 'table', objectId: tableId('card'), actions };
    expect((await app.admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
    const { username } = await app.database.db
      .selectFrom('sysUser')
      .select('username')
      .where('id', '=', reader.id)
      .executeTakeFirstOrThrow();
    const rule = { of: 'mobile', column: 'mobile' } as const;
    return (await guardedSourceOf(username)).badRows({ tableId: tableId('card'), rule, most: 2, purpose: 'quality' });
  };
  await expect(asHolderOf(['meta'])).rejects.toMatchObject(refused);
  expect((await asHolderOf(['meta', 'query'])).keysWithheld).toBe('masked');
  expect((await asHolderOf(['meta', 'query', 'unmask'])).keys?.rows).toEqual([['n14'], ['n21']]);
});

test('nobody reads a source beside the gate', () => {
  const root = join(import.meta.dirname, '../../../..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\/server\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  );
  const beside = files
    .filter((file) => !/^(?:sources\/server|gate\/server\/guard)\//.test(file))
    .filter((file) => /\bpools\s*\.\s*of\b/.test(readFileSync(join(root, file), 'utf8')));
  expect(beside.map((file) => relative('.', file))).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
