import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { field, storeSet } from './test-documents.ts';
import { HOSTILE } from './test-hostile.ts';
import { liveSets } from './test-live.ts';

const app = startApp();
const live = liveSets(app);
const PARSER = '/data/visual/charts/data/parser';
const TEXT: Record<string, string> = { postgres: 'text', mariadb: 'char(200)', sqlite: 'text', duckdb: 'varchar' };
const given = new Map<string, string>();

beforeAll(async () => {
  for (const [kind, sourceId] of live.sources) {
    const as = `cast(:p as ${TEXT[kind]})`;
    given.set(
      kind,
      await storeSet(app, {
        sourceId,
        origin: { kind: 'sql', sql: `select id, ${as} as given from fact where ${as} is not null and id <= 3` },
        fields: [field('given', 'dimension', 'string'), field('id', 'measure', 'number')],
        params: [{ name: 'p', type: 'text', value: null }],
      }),
    );
  }
  await until(
    () => app.admin('POST', PARSER, { dataSetId: live.sets.get('postgres'), measures: [{ col: 'qty' }] }),
    ({ status }) => status === 200,
    60_000,
  );
}, 120_000);

it('two hundred hostile texts are values for every live database, in conditions, names and parameters', { timeout: 400_000 }, async () => {
  const ask = async (dataSetId: string, query: object) => app.admin('POST', PARSER, { dataSetId, ...query });
  const wrong: unknown[] = [];
  const one = async (kind: string, text: string) => {
    const alias = text.slice(0, 60);
    const none = await ask(live.sets.get(kind)!, {
      rows: [{ col: 'region', alias }],
      measures: [{ col: 'amount', alias }],
      filters: [
        {
          any: [
            { col: 'region', op: 'eq', value: text },
            { col: 'city', op: 'in', values: [text, text] },
          ],
        },
      ],
    });
    if (none.status !== 200 || none.data.rows.length > 0) wrong.push([kind, text, none.status, none.msg]);
    const bound = await ask(given.get(kind)!, {
      rows: [{ col: 'given' }],
      measures: [{ col: 'id', aggregateType: 'count' }],
      params: { p: text },
      filters: [{ col: 'given', op: 'contains', value: text }],
    });
    if (bound.status !== 200 || JSON.stringify(bound.data.rows) !== JSON.stringify([[text, 3]]))
      wrong.push([kind, text, bound.status, bound.msg, bound.data?.rows]);
  };
  for (const text of HOSTILE) await Promise.all([...live.sets.keys()].map((kind) => one(kind, text)));
  expect(wrong).toEqual([]);
  for (const dataSetId of live.sets.values())
    expect((await ask(dataSetId, { measures: [{ col: 'id', aggregateType: 'count' }] })).data.rows).toEqual([[720]]);
});
