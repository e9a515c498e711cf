import { afterAll, expect, test } from 'vitest';
import { catalogOf, dialectOf } from '#modules/sources/core/index.ts';
import { checkStatement, textToParse } from '../../core/sql/check.ts';
import { lex } from '../../core/sql/lex.ts';
import { assertSameTables, originalOffset, rewrite } from '../../core/sql/rewrite.ts';
import { SqlParser } from './parser.ts';

const parser = new SqlParser();
afterAll(() => parser.close());

const dialect = dialectOf('postgres');
const catalog = catalogOf(
  [
    { id: '1', schema: 'public', name: 'customer', columns: ['id', 'name', 'phone'] },
    { id: '2', schema: 'dws', name: 'Month Sum', columns: ['m', 'amount'] },
    { id: '3', schema: 'public', name: 't', columns: ['a', 'b'] },
  ],
  dialect,
);
async function check(sql: string, mayWrite = false) {
  const [statement] = lex(sql, dialect);
  const parsed = await parser.parse(textToParse(statement!, dialect), 'postgres');
  return { statement: statement!, checked: checkStatement(statement!, parsed, catalog, { mayWrite, hasParams: false }, dialect) };
}
/** Lets only some rows and columns of the customers through. */
async function narrow(sql: string, mayWrite = false): Promise<string> {
  const { statement, checked } = await check(sql, mayWrite);
  const replacements = checked.refs
    .filter(({ table }) => table.id === '1')
    .map((ref) => ({ ref, sql: 'select "id", "name" from "public"."customer" where (id > 1)' }));
  const text = rewrite(statement, replacements, dialect);
  const after = await check(text, mayWrite);
  assertSameTables(checked, after.checked, replacements, dialect);
  expect(originalOffset(replacements, text.length, dialect)).toBe(statement.text.length);
  return text;
}
const Q = '(select "id", "name" from "public"."customer" where (id > 1))';

test.each([
  ['select * from customer', `select * from ${Q} as "customer"`],
  ['SELECT Customer.name FROM Customer', `SELECT Customer.name FROM ${Q} as "customer"`],
  ['select c.name from public.customer c', `select c.name from ${Q} c`],
  ['select c.name from "public" . "customer" as c', `select c.name from ${Q} as c`],
  ['select * from t, customer as x join customer on true', `select * from t, ${Q} as x join ${Q} as "customer" on true`],
  [
    'with customer as (select * from customer) select * from customer',
    `with customer as (select * from ${Q} as "customer") select * from customer`,
  ],
  ['select (select max(name) from customer where id = a) from t', `select (select max(name) from ${Q} as "customer" where id = a) from t`],
  ['explain select id from customer', `explain select id from ${Q} as "customer"`],
  ["select '😀 customer', id from customer -- customer", `select '😀 customer', id from ${Q} as "customer"            `],
  ['select row_to_json(c) from customer c', `select row_to_json(c) from ${Q} c`],
  ['select * from dws."Month Sum"', 'select * from dws."Month Sum"'],
])('a query stands in place of a table: %s', async (sql, expected) => {
  expect(await narrow(sql)).toBe(expected);
});

test('changes may read what is narrowed, not change it', async () => {
  expect(await narrow('insert into t (a) select id from customer', true)).toBe(`insert into t (a) select id from ${Q} as "customer"`);
  expect(await narrow('update t set a = 1 from customer where customer.id = b', true)).toContain(`from ${Q} as "customer" where`);
  await expect(narrow('update customer set name = null', true)).rejects.toThrow('不能修改');
  await expect(narrow('delete from customer c where c.id = 2', true)).rejects.toThrow('不能修改');
});

test.each([
  ['select phone from customer', 'phone'],
  ['select c.phone from customer c', 'phone'],
  ['select id from customer order by phone', 'phone'],
  ['select public.customer.name from public.customer', '模式名'],
  ['select public.customer.* from public.customer', 'public.customer'],
  ['select ctid from customer', 'ctid'],
  ['select q from customer as c(p, q)', '字段列表'],
  ['select id from customer tablesample bernoulli(10)', '抽样'],
  ['select id from only customer', 'ONLY'],
  ['select id from customer *', '*'],
])('refuses what a query in that place does not know: %s', async (sql, word) => {
  await expect(narrow(sql)).rejects.toThrow(word);
});

test('every place of a table is told', async () => {
  const sql =
    'with a as (select * from customer), b as (select * from a union select * from public.customer x) select * from b, lateral (select a from t) q';
  const { checked } = await check(sql);
  expect(checked.refs.map(({ start, end, alias, hasAlias }) => [sql.slice(start, end), alias, hasAlias])).toEqual([
    ['customer', 'customer', false],
    ['public.customer', 'x', true],
    ['t', 't', false],
  ]);
  const changed = await check('delete from t as q using customer where q.a = customer.id', true);
  expect(changed.checked.refs.map(({ table, alias, isTarget }) => [table.name, alias, isTarget])).toEqual([
    ['t', 'q', true],
    ['customer', 'customer', false],
  ]);
});

test('an output tells whether it is a column as it is', async () => {
  const identity = async (sql: string) => (await check(sql)).checked.output!.map((column) => column.identity?.split('.').at(-1) ?? null);
  expect(await identity('select phone, c.phone p, (phone), phone || $$x$$, phone::text, upper(phone) from customer c')).toEqual([
    'phone',
    'phone',
    'phone',
    null,
    null,
    null,
  ]);
  expect(await identity('select * from (select *, 1 as n from customer) x')).toEqual(['id', 'name', 'phone', null]);
  expect(await identity('select phone from customer union all select phone from customer')).toEqual(['phone']);
  expect(await identity('select phone from customer union all select name from customer')).toEqual([null]);
  expect(await identity('with x(y) as (select phone from customer) select y from x')).toEqual(['phone']);
  expect(await identity('select min(phone), (select phone from customer limit 1), (c).phone from customer c')).toEqual([
    null,
    null,
    'phone',
  ]);
  expect(
    await identity('with recursive r(a, b) as (select id::text, phone from customer union all select b, a from r) select a from r'),
  ).toEqual([null]);
});

test.each([
  'select (select max from (select max(phone) from customer) q) as x from (select 1 as max) r',
  'select max as x from (select max(phone) from customer) q',
  'select (select phone from (select phone::text from customer) q) as x from (select 1 as phone) r',
  `select x.max from (select max(phone) from customer) a natural join (select 'x' as max) x`,
  `select max from (select max(phone) from customer) a join (select 'x' as max) x using (max)`,
])('an expression without alias has a name that hides others: %s', async (sql) => {
  try {
    expect([...(await check(sql)).checked.output![0]!.from]).toContain('public.customer.phone');
  } catch (error) {
    expect((error as Error).name).toBe('Refusal');
  }
});
