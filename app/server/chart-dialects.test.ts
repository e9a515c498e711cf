import { afterAll, expect, it } from 'vitest';
import { catalogOf } from '#modules/metadata/core/sql/catalog.ts';
import { checkStatement, textToParse } from '#modules/metadata/core/sql/check.ts';
import { dialectOf } from '#modules/metadata/core/sql/dialects.ts';
import { lex } from '#modules/metadata/core/sql/lex.ts';
import { SqlParser } from '#modules/metadata/server/parser/parser.ts';
import { SetModel } from '#modules/visual/contract/data-set-model.ts';
import { ChartQuery } from '#modules/visual/contract/query.ts';
import { compileQuery } from '#modules/visual/core/query/index.ts';
import { FIELDS } from '#modules/visual/server/engine/test-live.ts';
import { QUERIES } from '#modules/visual/server/engine/test-queries.ts';

const parser = new SqlParser(20_000);
afterAll(() => parser.close());
const COLUMNS = ['id', 'region', 'city', 'status', 'amount', 'qty', 'day', 'made'];
const clock = { now: Date.UTC(2026, 2, 10), fiscalMonth: 1 };

it.each(['postgres', 'mysql', 'doris', 'starrocks', 'sqlite', 'duckdb', 'tsql', 'oracle', 'clickhouse', 'trino'] as const)(
  'every query of the conformance suite passes the data gate as %s',
  { timeout: 300_000 },
  async (name) => {
    const dialect = dialectOf(name);
    const schema = name === 'oracle' ? 'DM' : 'dm';
    const catalog = catalogOf([{ id: '1', schema, name: 'fact', columns: COLUMNS }], dialect, { database: schema, account: schema });
    const model = SetModel.parse({ v: 1, origin: { kind: 'table', table: { schema, table: 'fact' } }, fields: FIELDS });
    const refused: string[] = [];
    for (const [title, query] of QUERIES) {
      const made = compileQuery({ set: { model }, query: ChartQuery.parse({ dataSetId: '1', ...query }), dialect: name, clock });
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
  },
);
