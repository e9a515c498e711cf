import { afterAll, expect, it } from 'vitest';
import { catalogOf } from '#modules/sources/core/catalog.ts';
import { checkStatement, textToParse } from '#modules/gate/core/sql/check.ts';
import { dialectOf } from '#modules/sources/core/dialects.ts';
import { lex } from '#modules/gate/core/sql/lex.ts';
import { SqlParser } from '#modules/gate/server/parser/parser.ts';
import { SetModel } from '#modules/datasets/contract/data-set-model.ts';
import { ChartQuery } from '#modules/datasets/contract/query.ts';
import { compileQuery, QueryProblem, type SqlDialectName } from '#modules/datasets/core/query/index.ts';
import { HOSTILE } from '#modules/datasets/server/engine/test-hostile.ts';
import { FIELDS } from '#modules/datasets/server/engine/test-live.ts';
import { QUERIES } from '#modules/datasets/server/engine/test-queries.ts';

const parser = new SqlParser(20_000);
afterAll(() => parser.close());
const COLUMNS = ['id', 'region', 'city', 'status', 'amount', 'qty', 'day', 'made'];
const clock = { now: Date.UTC(2026, 2, 10), fiscalMonth: 1 };

const LANGUAGES = ['postgres', 'mysql', 'doris', 'starrocks', 'sqlite', 'duckdb', 'tsql', 'oracle', 'clickhouse', 'trino'] as const;

it.each(LANGUAGES)('every query of the conformance suite passes the data gate as %s', { timeout: 300_000 }, async (name) => {
  const dialect = dialectOf(name);
  const schema = name === 'oracle' ? 'DM' : 'dm';
  const catalog = catalogOf([{ id: '1', schema, name: 'fact', columns: COLUMNS }], dialect, { database: schema, account: schema });
  const model = SetModel.parse({ v: 1, origin: { kind: 'table', table: { schema, table: 'fact' } }, fields: FIELDS });
  const refused: string[] = [];
  // a part of them again over a set that tells no small groups
  const cautious = (by: string | null) => ({ ...model, minGroup: 5, minGroupBy: by });
  const cases = [
    ...QUERIES.map(([title, query]) => ({ title, query, model })),
    ...QUERIES.filter((_, i) => i % 6 === 0).map(([title, query], i) => ({
      title: `small groups: ${title}`,
      query,
      model: cautious(i % 2 ? 'qty' : null),
    })),
  ];
  for (const { title, query, model: over } of cases) {
    const made = compileQuery({ set: { model: over }, query: ChartQuery.parse({ dataSetId: '1', ...query }), dialect: name, clock });
    try {
      const statements = lex(made.text, dialect);
      expect(statements).toHaveLength(1);
      const parsed = await parser.parse(textToParse(statements[0]!, dialect), name);
      checkStatement(statements[0]!, parsed, catalog, { mayWrite: false, hasParams: made.params.length > 0 }, dialect);
    } catch (error) {
      refused.push(`${title}: ${error instanceof Error ? error.message : String(error)} — ${made.text.slice(0, 300)}`);
    }
  }
  expect(refused).toEqual([]);
});

/** The tokens of a statement without what stands in its texts: equal shapes say that a value did not become anything else. */
function shapeOf(name: SqlDialectName, text: string): { kinds: string; values: string[] } {
  const statements = lex(text, dialectOf(name));
  expect(statements).toHaveLength(1);
  const tokens = statements[0]!.tokens;
  const isText = (kind: string) => kind === 'string' || kind === 'escape' || kind === 'dollar';
  return {
    kinds: tokens.map(({ kind, text: word }) => (isText(kind) ? '<text>' : word)).join(' '),
    values: tokens.filter(({ kind }) => isText(kind)).map(({ start, end }) => text.slice(start, end)),
  };
}

it.each(LANGUAGES)('two hundred hostile texts stay values in %s, or are refused', (name) => {
  const schema = name === 'oracle' ? 'DM' : 'dm';
  const made = (value: string) => {
    const quoted = `'${value.replaceAll("'", "''")}'`;
    const mixed = {
      id: 'mixed',
      name: value.trim().slice(0, 60) || 'x',
      role: 'dimension',
      type: 'string',
      expr: `CONCAT([区域], ${quoted})`,
    };
    const model = SetModel.parse({ v: 1, origin: { kind: 'table', table: { schema, table: 'fact' } }, fields: [...FIELDS, mixed] });
    const query = ChartQuery.parse({
      dataSetId: '1',
      rows: [{ col: 'region', alias: value.slice(0, 60) }, { col: 'mixed' }],
      measures: [{ col: 'amount', alias: value.slice(0, 60) }],
      filters: [
        { col: 'region', op: 'eq', value },
        { col: 'city', op: 'in', values: [value, value] },
        {
          any: [
            { col: 'city', op: 'contains', value },
            { col: 'city', op: 'starts', value },
            { col: 'city', op: 'ends', value },
          ],
        },
        { col: 'status', op: 'between', values: [value, value] },
      ],
      having: [{ col: 'm0', op: 'gt', value: 0 }],
      limit: 10,
    });
    return compileQuery({ set: { model }, query, dialect: name, clock });
  };
  const plain = made('plain');
  const usual = shapeOf(name, plain.text);
  let refused = 0;
  for (const value of HOSTILE) {
    let hostile;
    try {
      hostile = made(value);
    } catch (error) {
      // where values are literals, a text that some server reads in two ways is refused
      if (!(error instanceof QueryProblem)) throw error;
      refused++;
      continue;
    }
    const shape = shapeOf(name, hostile.text);
    expect(shape.kinds, value).toBe(usual.kinds);
    expect(hostile.params.length, value).toBe(plain.params.length);
    // bound, or written as one text that says the same
    const held =
      hostile.params.filter((one) => one === value).length + shape.values.filter((one) => one.includes(value.replaceAll("'", "''"))).length;
    expect(held, value).toBeGreaterThanOrEqual(3);
  }
  expect(refused).toBeLessThan(HOSTILE.length / 5);
});
