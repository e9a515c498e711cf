import { expect, test } from 'vitest';
import { ddlOf } from './ddl.ts';

const column = (name: string, type: string, defaultText: string | null, isNullable = true) => ({
  name,
  type,
  isNullable,
  defaultText,
  comment: null,
});
const statement = (columns: ReturnType<typeof column>[]) =>
  ddlOf(
    { fullName: 't', comment: null, kind: 'table', keys: [], indexes: [], viewSql: null, columns },
    { quote: (name) => name, isInline: true },
  );

test('what is no default is not written as one', () => {
  expect(
    statement([
      column('id', 'bigint', 'auto_increment', false),
      column('n', 'int', '0', false),
      column('d', 'int', 'generated always as (`n` * 2) stored'),
      column('at', 'timestamp', 'current_timestamp() on update current_timestamp()', false),
      column('seen', 'timestamp', 'on update current_timestamp()'),
    ]),
  ).toBe(`create table t (
  id bigint not null auto_increment,
  n int not null default 0,
  d int generated always as (\`n\` * 2) stored,
  at timestamp not null default current_timestamp() on update current_timestamp(),
  seen timestamp on update current_timestamp()
);
`);
});
