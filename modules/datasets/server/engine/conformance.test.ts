import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb } from '#kit/test/mariadb.ts';
import { until } from '#kit/test/until.ts';
import { ROWS, liveSets } from './test-live.ts';
import { AMOUNT, m, QUERIES } from './test-queries.ts';

const app = startApp();
const live = liveSets(app);

type Loose = Record<string, unknown>;

it(`${QUERIES.length} queries answer the same on every live database`, { timeout: 400_000 }, async () => {
  expect(QUERIES.length).toBeGreaterThanOrEqual(120);
  expect([...live.sets.keys()].sort()).toEqual([...(hasMariadb ? ['mariadb'] : []), 'duckdb', 'postgres', 'sqlite'].sort());
  const wrong: string[] = [];
  let filled = 0;
  for (const [name, query] of QUERIES) {
    const answers = await Promise.all(
      [...live.sets].map(async ([kind, dataSetId]) => {
        const answer = await app.admin('POST', '/data/visual/charts/data/parser', { dataSetId, ...query, limit: query.limit ?? 1000 });
        if (answer.status !== 200) return [kind, `${answer.status} ${answer.msg}`] as const;
        const { columns, rows, totals, truncated, spans } = answer.data;
        // floating sums differ in the last digits, whatever a server adds first
        const close = rows.map((row: unknown[]) => row.map((value) => (typeof value === 'number' ? Number(value.toPrecision(10)) : value)));
        return [
          kind,
          JSON.stringify({
            columns: columns.map((column: Loose) => [column.key, column.type, column.name]),
            totals,
            truncated,
            spans,
            close,
          }),
        ] as const;
      }),
    );
    const [first] = answers;
    if (JSON.parse(first![1].startsWith('{') ? first![1] : '{}').close?.length > 0) filled++;
    for (const [kind, text] of answers)
      if (text !== first![1] || !text.startsWith('{')) {
        const at = Math.max(0, [...text].findIndex((char, i) => char !== first![1][i]) - 60);
        wrong.push(`${name} | ${first![0]}: ${first![1].slice(at, at + 500)} | ${kind}: ${text.slice(at, at + 500)}`);
      }
  }
  expect(wrong).toEqual([]);
  // a suite of empty answers would agree as well
  expect(filled).toBeGreaterThan(QUERIES.length * 0.9);
});

const ask = async (query: Loose, kind = 'postgres') => {
  const answer = await app.admin('POST', '/data/visual/charts/data/parser', { dataSetId: live.sets.get(kind), limit: 1000, ...query });
  expect(answer.msg).toBe('操作成功');
  return answer.data as { rows: (string | number | null)[][]; totals?: number[]; truncated: boolean };
};
const sum = (rows: readonly (typeof ROWS)[number][]) => rows.reduce((all, row) => all + Number(row[4] ?? 0), 0);

it('top n and 其他 sum up to the total, and averages of 其他 are those of its rows', async () => {
  const { rows } = await ask({ rows: [{ col: 'region' }], measures: [AMOUNT, m('amount', 'avg')], topN: { n: 3, by: 'm0' } });
  expect(rows).toHaveLength(4);
  expect(rows.at(-1)![0]).toBe('其他');
  expect(rows.reduce((all, row) => all + Number(row[1]), 0)).toBeCloseTo(sum(ROWS), 6);
  const kept = new Set(rows.slice(0, 3).map(([region]) => region));
  const rest = ROWS.filter((row) => !kept.has(row[1]) && row[4] !== null);
  expect(rows.at(-1)![2]).toBeCloseTo(sum(rest) / rest.length, 8);
});

it('changes against the year before are right at the edges of years, in February of a leap year and in week 53', async () => {
  const months = await ask({
    rows: [{ col: 'day', grain: 'month' }],
    measures: [m('amount', 'sum', { modifier: 'yoyValue' }), m('amount', 'sum', { modifier: 'momValue' })],
    filters: [{ col: 'day', op: 'between', values: ['2025-01', '2025-03'] }],
  });
  const monthSum = (month: string) => sum(ROWS.filter((row) => row[6]?.startsWith(month)));
  expect(months.rows.map(([month]) => month)).toEqual(['2025-01-01', '2025-02-01', '2025-03-01']);
  expect(months.rows[0]![1]).toBeCloseTo(monthSum('2024-01'), 6);
  expect(months.rows[0]![2]).toBeCloseTo(monthSum('2024-12'), 6);
  expect(months.rows[1]![1]).toBeCloseTo(monthSum('2024-02'), 6);
  const days = await ask({
    rows: [{ col: 'day', grain: 'day' }],
    measures: [m('id', 'count', { modifier: 'yoyValue' })],
    filters: [{ col: 'day', op: 'between', values: ['2025-02-27', '2025-03-02'] }],
    fill: 'null',
  });
  const dayCount = (day: string) => ROWS.filter((row) => row[6] === day).length || null;
  for (const [day, before] of days.rows) if (before !== null) expect(before).toBe(dayCount(String(day).replace('2025', '2024')));
});

it('totals are computed from the rows, not from the groups', async () => {
  const { rows, totals } = await ask({ rows: [{ col: 'region' }], measures: [m('amount', 'avg'), m('city', 'countd')], totals: true });
  const at = totals!.indexOf(1);
  const known = ROWS.filter((row) => row[4] !== null);
  expect(rows[at]![0]).toBeNull();
  expect(rows[at]![1]).toBeCloseTo(sum(known) / known.length, 8);
  expect(rows[at]![2]).toBe(new Set(ROWS.flatMap((row) => row[2] ?? [])).size);
});

it('the total of a table is that of all rows, whatever the limit, also of averages and different values', async () => {
  const { rows, totals, truncated } = await ask({
    rows: [{ col: 'region' }, { col: 'city' }],
    measures: [AMOUNT, m('amount', 'avg'), m('city', 'countd')],
    sort: [{ by: 'm0', dir: 'desc' }],
    limit: 4,
    grandTotal: true,
  });
  const known = ROWS.filter((row) => row[4] !== null);
  expect([totals, truncated]).toEqual([[0, 0, 0, 0, 2], true]);
  expect(rows[4]!.slice(0, 2)).toEqual([null, null]);
  expect(rows[4]![2]).toBeCloseTo(sum(ROWS), 6);
  expect(rows[4]![3]).toBeCloseTo(sum(known) / known.length, 8);
  expect(rows[4]![4]).toBe(new Set(ROWS.flatMap((row) => row[2] ?? [])).size);
});

it('names stand in the order of a Chinese dictionary', async () => {
  const { rows } = await ask({ rows: [{ col: 'city' }], measures: [m('id', 'count')] });
  expect(rows.map(([city]) => city)).toEqual(['阿坝', '北京', '成都', '重庆', '广州', '上海', '张家口', '遵义', null]);
});

it('a fiscal year begins with its month on every database: groups, gaps, the year before, and this year', { timeout: 60_000 }, async () => {
  const { data } = await app.admin('GET', '/system/configs/page?configKey=visual.fiscalMonth');
  const config = data.data[0];
  const set = await app.admin('PUT', `/system/configs/${config.id}`, { ...config, configValue: '4' });
  expect(set.status).toBe(200);
  const yearOf = (day: string) => Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 4 ? 1 : 0);
  const yearSum = (year: number) => sum(ROWS.filter((row) => row[6] !== null && yearOf(row[6]) === year));
  const years = [...new Set(ROWS.flatMap((row) => (row[6] === null ? [] : [yearOf(row[6])])))].sort();
  const byYear = { rows: [{ col: 'day', grain: 'year' }], measures: [AMOUNT] };
  // settings are read anew every few seconds
  await until(
    () => ask(byYear),
    ({ rows }) => String(rows[0]![0]).endsWith('-04-01'),
    30_000,
  );
  for (const kind of live.sets.keys()) {
    const query = { ...byYear, filters: [{ col: 'day', op: 'notnull' }] };
    const { rows } = await ask(query, kind);
    expect([kind, ...rows.map(([year]) => year)]).toEqual([kind, ...years.map((year) => `${year}-04-01`)]);
    for (const [i, year] of years.entries()) expect(rows[i]![1], `${kind} ${year}`).toBeCloseTo(yearSum(year), 6);
    const changes = await ask(
      {
        rows: [{ col: 'made', grain: 'year' }],
        measures: [m('id', 'count', { modifier: 'yoyValue' })],
        filters: [{ col: 'made', op: 'between', values: ['2025-04-01', '2026-03-31'] }],
      },
      kind,
    );
    const before = ROWS.filter((row) => row[7] !== null && yearOf(row[7]) === 2024).length;
    expect([kind, changes.rows]).toEqual([kind, [['2025-04-01', before]]]);
  }
});
