import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create schema crm;
   create table crm."MixedCase" (id int, "userName" text, username text);
   create table crm.mixedcase (id int, "userName" text, username text);
   create table crm.fct_orders (id int, note text);
   create view crm.v_quoted as select m.id, m."userName" as shown from crm."MixedCase" m;
   create view crm.v_plain as select m.id, m.username as shown from crm.mixedcase m;`,
);
const base = '/data/metadata/lineage';
const tables = new Map<string, string>();
let id = '';

/** `table.column > table.column` of the value edges around a table */
async function flows(table: string): Promise<string[]> {
  const { data } = await app.admin('GET', `${base}/table/${tables.get(table)}?depth=1&direction=up`);
  const name = (key: string): string => data.nodes.find((node: { key: string }) => node.key === key).name;
  return data.columnEdges
    .filter((edge: { kind: string }) => edge.kind === 'value')
    .map((edge: { from: string; fromColumn: string; to: string; toColumn: string }) => {
      return `${name(edge.from)}.${edge.fromColumn} > ${name(edge.to)}.${edge.toColumn}`;
    })
    .toSorted();
}

beforeAll(async () => {
  await source.sql(`grant usage on schema crm to ${source.reader}; grant select on all tables in schema crm to ${source.reader}`);
  id = await source.register();
  for (const row of await app.database.db.selectFrom('metadataTable').select(['id', 'tableName']).where('sourceId', '=', id).execute())
    tables.set(row.tableName, row.id);
  await app.admin('POST', `${base}/refresh/${id}`);
  await until(
    () => app.admin('GET', `${base}/state/${id}`),
    (answer) => !answer.data.running && answer.data.doneTime !== null,
  );
});

test('names in quotes are other tables and columns than the same letters without', async () => {
  expect(await flows('v_quoted')).toEqual(['MixedCase.id > v_quoted.id', 'MixedCase.userName > v_quoted.shown']);
  expect(await flows('v_plain')).toEqual(['mixedcase.id > v_plain.id', 'mixedcase.username > v_plain.shown']);
});

test('a dbt model is the table of its file, and what a template leaves open is told with its line', async () => {
  const model =
    "{{ config(materialized='table') }}\nselect id, {{ dbt.upper('note') }} as note\nfrom {{ source('crm', 'mixedcase') }}\nwhere username <> '{{ var('skip') }}'";
  const [body, headers] = multipart('models/fct_orders.sql', Buffer.from(model), { fields: { sourceId: id } });
  const made = await app.admin('POST', `${base}/import`, body, headers);
  expect(made.data).toMatchObject({ units: 1, failed: 0, unresolved: 1 });
  expect(await flows('fct_orders')).toContain('mixedcase.id > fct_orders.id');
  const open = await app.admin('GET', `${base}/unresolved/page?reason=dynamicSql`);
  expect(open.data.data.map((row: { text: string }) => row.text)).toEqual(["第 2 行：{{ dbt.upper('note') }}"]);
});
