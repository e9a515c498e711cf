import { expect, it } from 'vitest';
import { viewStatement } from './view-statement.ts';

const of = (sql: string) => viewStatement('postgres', { schema: 's', name: 'v', columns: ['a'], sql });

it.each(['create view v as select 1', '/* a **/ -- b\n /* c\n */ CREATE VIEW v AS SELECT 1', '\n/***/alter view v as select 1'])(
  'leaves a whole statement as it is: %s',
  (sql) => expect(of(sql)).toBe(sql.trim()),
);

it.each(['select 1', '/* create */ select 1', '-- create\nselect 1', '/* created'])('makes a statement of a query: %s', (sql) =>
  expect(of(sql)).toBe(`create view "s"."v" ("a") as\n${sql}`),
);

it('looks at a hundred comments once each', { timeout: 15_000 }, () => {
  const sql = `${'/**/'.repeat(100)}select 1`;
  expect(of(sql)).toContain('create view');
});
