import { afterAll, expect, test } from 'vitest';
import { fillCondition } from '../../core/sql/condition.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { readCondition } from './condition.ts';
import { SqlParser } from './parser.ts';

const parser = new SqlParser();
afterAll(() => parser.close());

const table = { id: '1', schema: 'public', name: 'orders', columns: ['id', 'area', 'owner', 'dept', 'amount', 'day'] };
const USER = { id: '42', username: "o'neil\\", deptId: '7', deptIds: ['7', '71'] };
const [postgres, mysql] = [dialectOf('postgres'), dialectOf('mysql')];
const filled = async (text: string, user = USER, dialect = postgres) =>
  fillCondition(await readCondition(parser, text, table, dialect), user, dialect);
const refusal = (text: string, dialect = postgres) =>
  readCondition(parser, text, table, dialect).then(
    () => 'allowed',
    (error: Error) => `${error.name}: ${error.message}`,
  );

test('a filter is filled with what is known of the reader', async () => {
  expect(await filled("area = '华东' and amount > 10")).toBe("area = '华东' and amount > 10");
  expect(await filled('owner = ${user.id}')).toBe("owner = '42'");
  expect(await filled('dept in (${ user.deptIds }) or owner = ${user.id}')).toBe("dept in ('7', '71') or owner = '42'");
  expect(await filled('dept in (${user.deptIds})', { ...USER, deptIds: [] })).toBe('dept in (null)');
  expect(await filled('dept = ${user.deptId}', { ...USER, deptId: null as never })).toBe('dept = null');
  expect(await filled("lower(area) like 'x%' -- 备注")).toBe("lower(area) like 'x%'");
  expect(await filled('orders.area is not null and day >= now() - interval $$1 day$$')).toContain('orders.area');
  expect(await filled('owner = ${user.username}', USER, mysql)).toBe(String.raw`owner = 'o''neil\\'`);
});

test('what is known of the reader cannot leave its literal', async () => {
  await expect(filled('owner = ${user.username}')).rejects.toThrow('不能用于行过滤条件');
  expect(await filled('owner = ${user.username}', { ...USER, username: "x' or 1=1 --" })).toBe("owner = 'x'' or 1=1 --'");
  expect(await filled('owner = ${user.username}', { ...USER, username: "\\' or 1=1 #" }, mysql)).toBe("owner = '\\\\'' or 1=1 #'");
});

test.each([
  '',
  '   ',
  'phone = 1',
  'other.area = 1',
  'id in (select id from orders)',
  'exists (select 1)',
  '(select true)',
  'id = 1; delete from orders',
  '1=1) or (1=1',
  '1=1) union select 1 from orders where (1=1',
  '1=1) order by (id',
  '(id = 1',
  'id = 1)',
  'id = 1 order by id',
  'id = 1 limit 1',
  'count(*) > 1',
  'sum(amount) > 1',
  'row_number() over () = 1',
  'pg_sleep(1) is null',
  "pg_read_file('x') is not null",
  'evil(id) = 1',
  'id = $1',
  "id::regclass = 'x'",
  "area = '${user.id}'",
  'area = "${user.id}"',
  'area = ${user.password}',
  'area = ${user.deptIds}',
  'area in (1, ${user.deptIds})',
  'area = ${user.id}${user.id}',
  'id in (table orders)',
  '/*!50000 1=1 */',
  'ctid is not null and nope = 1',
  'string_agg(area, $$,$$) is null',
])('a filter is one condition on one row: %s', async (text) => {
  expect(await refusal(text)).toMatch(/^(Refusal|LexError): /);
});

test.each([
  '@a := 1',
  'sleep(1) = 0',
  "load_file('x') = 1",
  'id = ?',
  'area = "a" ) or ("a" = "a"',
  '1 # )',
  'id in (select 1)',
  'group_concat(id) = 1',
])('a filter of MySQL is one condition on one row: %s', async (text) => {
  expect(await refusal(text, mysql)).toMatch(text === '1 # )' ? /^allowed/ : /^(Refusal|LexError): /);
});

test('positions are those of the filter', async () => {
  const text = "area = '😀' and nope = 1";
  const offset = await readCondition(parser, text, table, postgres).then(
    () => -1,
    (error: { offset: number }) => error.offset,
  );
  expect(text.slice(offset, offset + 4)).toBe('nope');
});
