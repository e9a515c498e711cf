import { describe, expect, it } from 'vitest';
import { SetModel } from '../../contract/data-set-model.ts';
import { ChartQuery } from '../../contract/query.ts';
import { compileQuery, type SqlDialectName } from './index.ts';
import { normalNumber, normalValue } from './normal.ts';
import { floor, localMoment, momentText, relativeSpan, shift, spanOf, yearBefore } from './time.ts';

const MODEL = SetModel.parse({
  v: 1,
  origin: { kind: 'table', table: { schema: 'dm', table: 'sale' } },
  fields: [
    { id: 'area', name: '区域', role: 'dimension', type: 'string' },
    { id: 'day', name: '日期', role: 'dimension', type: 'date' },
    { id: 'amount', name: '金额', role: 'measure', type: 'number' },
  ],
});
const clock = { now: Date.UTC(2026, 2, 10, 12), fiscalMonth: 1 };
const compiled = (dialect: SqlDialectName, query: object) =>
  compileQuery({ set: { model: MODEL }, query: ChartQuery.parse({ dataSetId: '1', ...query }), dialect, clock });
const BASIC = {
  rows: [{ col: 'day', grain: 'month' }],
  measures: [{ col: 'amount' }],
  filters: [
    { col: 'area', op: 'contains', value: "O'N_l" },
    { col: 'day', op: 'gte', value: '2026' },
  ],
  sort: [{ by: 'm0', dir: 'desc' }],
  limit: 10,
};

describe('one query in every language', () => {
  it.each([
    [
      'postgres',
      `select g.d0, g.m0 from (select b.d0 as d0, sum(b.v0) as m0 from (select date_trunc('month', t."day") as d0, t."amount" as v0 from "dm"."sale" t where (lower(cast(t."area" as text)) like lower(cast($1 as text)) escape '!') and (t."day" >= $2)) as b group by b.d0) as g order by g.m0 desc nulls last, g.d0 asc nulls last limit 11`,
      ["%O'N!_l%", '2026-01-01'],
    ],
    [
      'mysql',
      "select g.d0, g.m0 from (select b.d0 as d0, sum(b.v0) as m0 from (select date_format(t.`day`, '%Y-%m-01') as d0, t.`amount` as v0 from `dm`.`sale` t where (lower(t.`area`) like lower(?) escape '!') and (t.`day` >= ?)) as b group by b.d0) as g order by g.m0 desc, case when g.d0 is null then 1 else 0 end, g.d0 asc limit 11",
      ["%O'N!_l%", '2026-01-01'],
    ],
    [
      'tsql',
      "select g.d0, g.m0 from (select b.d0 as d0, sum(b.v0) as m0 from (select datefromparts(year(t.[day]), month(t.[day]), 1) as d0, t.[amount] as v0 from [dm].[sale] t where (lower(t.[area]) like lower(N'%O''N!_l%') escape '!') and (t.[day] >= cast(N'2026-01-01' as datetime2))) as b group by b.d0) as g order by g.m0 desc, case when g.d0 is null then 1 else 0 end, g.d0 asc offset 0 rows fetch next 11 rows only",
      [],
    ],
    [
      'oracle',
      `select g.d0, g.m0 from (select b.d0 as d0, sum(b.v0) as m0 from (select trunc(t."day", 'MM') as d0, t."amount" as v0 from "dm"."sale" t where (lower(t."area") like lower('%O''N!_l%') escape '!') and (t."day" >= to_timestamp('2026-01-01 00:00:00', 'YYYY-MM-DD HH24:MI:SS'))) b group by b.d0) g order by g.m0 desc nulls last, g.d0 asc nulls last fetch first 11 rows only`,
      [],
    ],
  ] as const)('%s', (dialect, text, params) => {
    const made = compiled(dialect, BASIC);
    expect(made.text).toBe(text);
    expect(made.params).toEqual(params);
  });

  it('values that cannot be a literal are refused where there are only literals', () => {
    for (const dialect of ['tsql', 'oracle', 'clickhouse', 'trino', 'doris', 'starrocks'] as const)
      expect(() => compiled(dialect, { ...BASIC, filters: [{ col: 'area', op: 'eq', value: "\\'; --" }] })).toThrow('反斜杠');
    expect(() => compiled('postgres', { ...BASIC, filters: [{ col: 'area', op: 'eq', value: 'a\0' }] })).toThrow('空字符');
  });

  it('names are looked up among the fields alone', () => {
    for (const col of ['constructor', '__proto__', 'toString', 'amount"'])
      expect(() => compiled('postgres', { rows: [{ col }] })).toThrow('没有字段');
  });
});

it.each([`${'FLOOR('.repeat(14)}[金额]${')'.repeat(14)}`, Array.from({ length: 20 }, () => '[金额]').join(' % ')])(
  'an expression that a grammar writes again at every level is refused before it fills the memory',
  (expr) => {
    const model = SetModel.parse({ ...MODEL, fields: [...MODEL.fields, { id: 'x', name: 'x', role: 'measure', type: 'number', expr }] });
    const query = ChartQuery.parse({ dataSetId: '1', measures: [{ col: 'x', aggregateType: 'sum' }] });
    const text = (dialect: SqlDialectName) => compileQuery({ set: { model }, query, dialect, clock }).text;
    expect(() => text('sqlite')).toThrow('过于复杂');
    expect(text('postgres').length).toBeLessThan(2000);
  },
);

describe('the calendar', () => {
  const at = (text: string) => spanOf(text)!.from;
  const span = (options: object, now = '2026-03-10 12:30') => {
    const { from, to } = relativeSpan({ n: 1, span: 'this', unit: 'day', ...options }, at(now));
    return `${momentText(from)} ${momentText(to)}`;
  };
  it('relative spans', () => {
    expect(span({ span: 'last', unit: 'day', n: 7 })).toBe('2026-03-04 2026-03-11');
    expect(span({ span: 'this', unit: 'week' })).toBe('2026-03-09 2026-03-16');
    expect(span({ span: 'previous', unit: 'quarter', n: 2 })).toBe('2025-07-01 2026-01-01');
    expect(span({ span: 'next', unit: 'month', n: 2 })).toBe('2026-04-01 2026-06-01');
    expect(span({ span: 'toDate', unit: 'year' })).toBe('2026-01-01 2026-03-11');
    expect(span({ span: 'last', unit: 'hour', n: 3 })).toBe('2026-03-10 10:00:00 2026-03-10 13:00:00');
    expect(span({ span: 'toDate', unit: 'month' }, '2024-02-29')).toBe('2024-02-01 2024-03-01');
  });
  it('years before, over leap days and weeks of a year', () => {
    const year = (text: string, grain: 'day' | 'week' | 'month') => {
      const found = yearBefore(at(text), grain);
      return found === null ? null : momentText(found);
    };
    expect(year('2024-02-29', 'day')).toBeNull();
    expect(year('2025-02-28', 'day')).toBe('2024-02-28');
    expect(year('2025-03-01', 'day')).toBe('2024-03-01');
    // week 1 of 2026 begins in 2025, week 53 of 2026 has none before it
    expect(year('2025-12-29', 'week')).toBe('2024-12-30');
    expect(year('2026-12-28', 'week')).toBeNull();
    expect(year('2026-01-01', 'month')).toBe('2025-01-01');
  });
  it('edges of months, fiscal years and zones', () => {
    expect(momentText(shift(at('2026-03-31'), 'month', -1))).toBe('2026-02-28');
    expect(momentText(floor(at('2026-03-31'), 'year', 4))).toBe('2025-04-01');
    expect(momentText(floor(at('2026-04-01'), 'year', 4))).toBe('2026-04-01');
    expect(momentText(localMoment(Date.UTC(2026, 2, 9, 16, 0), 'Asia/Shanghai'))).toBe('2026-03-10');
    expect(spanOf('2026-02-30')).toBeNull();
    expect(spanOf('2026-13')).toBeNull();
    expect(spanOf("2026'; --")).toBeNull();
  });
});

it('numbers and times of every source read alike', () => {
  expect(normalNumber('0.1')).toBe(0.1);
  expect(normalNumber(0.1 + 0.2)).toBe(0.3);
  expect(normalNumber('12345678901234567890.50')).toBe('12345678901234567890.50');
  expect(normalNumber('9007199254740993')).toBe('9007199254740993');
  expect(normalNumber('NaN')).toBeNull();
  expect(normalValue('2026-03-01T00:00:00+08:00', 'date', 'month')).toBe('2026-03-01');
  expect(normalValue('2026-03-01 07', 'datetime', null)).toBe('2026-03-01 00:00:00');
  expect(normalValue(1, 'bool', null)).toBe(true);
});
