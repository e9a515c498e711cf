import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkExpr, exprProgram, ExprProblem, parseExpr, type ExprField } from '#kit/core/expr/index.ts';
import { testServer } from '#kit/test/template.ts';
import { sqlDialect, written } from '../../core/query/dialects.ts';
import { exprSql } from '../../core/query/expression.ts';
import { raw, sql } from '../../core/query/sql.ts';
import { expressions } from './test-expressions.ts';

const TODAY = '2026-03-01';
const COUNT = 2_400;
const FIELDS: readonly ExprField[] = [
  { id: 'amount', name: '金额', type: 'number' },
  { id: 'price', name: '单价', type: 'number' },
  { id: 'pieces', name: '件数', type: 'number' },
  { id: 'title', name: '名称', type: 'string' },
  { id: 'code', name: '编码', type: 'string' },
  { id: 'day', name: '日期', type: 'date' },
  { id: 'moment', name: '时间', type: 'datetime' },
  { id: 'flag', name: '有效', type: 'bool' },
];
const ROWS: readonly (readonly (string | null)[])[] = [
  ['1234.50', '0.10', '3', '国家电网有限公司', 'A-001', '2026-01-31', '2026-01-31 08:05:09', 'true'],
  ['0', '0.20', '0', '', '12.50', '2024-02-29', '2024-02-29 00:00:00', 'false'],
  ['-0.005', '99999999.99', '-7', ' 两端 空格 ', ' 3 ', '1999-12-31', '1999-12-31 23:59:59.25', null],
  ['12345678901234567890.123456789', '3', '2147483', '100%_!', 'a001', '2026-03-01', '2026-03-01 12:00:00', 'true'],
  [null, null, null, null, null, null, null, null],
  ['2.5', '-2.50', '1', '电网😀公司', '-7', '2000-01-01', null, 'false'],
  ['-2.5', null, '10', "O'Neil 电", 'ZZ', null, '1970-01-01 00:00:00.000001', 'true'],
  ['0.333333333333', '7', null, 'Abc电网abc', null, '1969-12-31', '2026-12-31 23:00:00', null],
];
const client = new pg.Client(testServer());
beforeAll(async () => {
  await client.connect();
  await client.query(`create temporary table expr_row (id int primary key, amount numeric, price numeric, pieces int,
    title text collate "C", code text collate "C", day date, moment timestamp, flag boolean)`);
  for (const [i, row] of ROWS.entries())
    await client.query('insert into expr_row values ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [i, ...row]);
});
afterAll(() => client.end());

/** What PostgreSQL makes of the statement that charts send; the message where it refuses. */
async function asked(text: string): Promise<(string | null)[] | Error> {
  const made = exprSql(parseExpr(text).ast!, {
    dialect: sqlDialect('postgres'),
    today: TODAY,
    field: (name) => raw(`"${FIELDS.find((field) => field.name === name)!.id}"`),
    aggregate: () => raw('null'),
  });
  const statement = written(sql`select cast(${made} as text) as v from expr_row order by id`, sqlDialect('postgres'));
  try {
    const { rows } = await client.query<{ v: string | null }>(statement.text, [...statement.params]);
    return rows.map(({ v }) => v);
  } catch (error) {
    return error as Error;
  }
}
function calculated(text: string): (string | null)[] {
  const program = exprProgram(parseExpr(text).ast!, FIELDS, { today: TODAY });
  return ROWS.map((row) => {
    try {
      const value = program.run((id) => row[FIELDS.findIndex((field) => field.id === id)]);
      return value === null ? null : String(value);
    } catch (error) {
      if (!(error instanceof ExprProblem)) throw error;
      return `refused: ${error.message}`;
    }
  });
}

it('an expression that is calculated here has the values that PostgreSQL gives', async () => {
  const refused: string[] = [];
  const different: object[] = [];
  for (const text of expressions(COUNT, 20261124)) {
    const { ast, error } = parseExpr(text);
    expect(error, text).toBeNull();
    expect(checkExpr(ast!, FIELDS).errors, text).toEqual([]);
    const theirs = await asked(text);
    if (theirs instanceof Error) refused.push(`${text}: ${theirs.message}`);
    else {
      const ours = calculated(text);
      const at = theirs.findIndex((value, i) => value !== ours[i]);
      if (at >= 0) different.push({ text, row: at, theirs: theirs[at], ours: ours[at] });
    }
  }
  expect(different.slice(0, 10)).toEqual([]);
  // what the server refuses says nothing about values: nearly all must be comparable
  expect(refused.length).toBeLessThan(COUNT / 20);
}, 120_000);
