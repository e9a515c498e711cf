import { describe, expect, test } from 'vitest';
import { diffCounts, diffLines } from '#kit/core/text/diff-lines.ts';
import { structureChanges, type Structure, type StructureColumn } from './structure.ts';

const column = (name: string, position: number, over: Partial<StructureColumn> = {}): StructureColumn => ({
  name,
  comment: null,
  isKey: false,
  isNullable: true,
  position,
  type: 'text',
  length: null,
  precision: null,
  scale: null,
  defaultText: null,
  ...over,
});
const table = (columns: readonly StructureColumn[], over: Partial<Structure> = {}): Structure => ({
  kind: 'table',
  comment: null,
  columns,
  keys: [],
  indexes: [],
  viewSql: null,
  ...over,
});
const fields = (before: Structure, after: Structure) =>
  structureChanges(before, after).map((change) => [change.objectName, change.changeKind, change.field, change.oldValue, change.newValue]);
const key = (name: string, columns: string[]) => ({ name, kind: 'primary' as const, columns, refTable: null, refColumns: [] });

describe('columns', () => {
  test('a change of type is one entry, whatever length and precision come with it', () => {
    const before = table([column('a', 1, { type: 'varchar', length: '50' })]);
    expect(fields(before, table([column('a', 1, { type: 'numeric', precision: '18', scale: '2' })]))).toEqual([
      ['a', 'changed', 'dataType', 'varchar(50)', 'numeric(18,2)'],
    ]);
    expect(fields(before, table([column('a', 1, { type: 'varchar', length: '80' })]))).toEqual([
      ['a', 'changed', 'dataLength', '50', '80'],
    ]);
  });

  test('dropped and added at the same place with the same type and comment looks renamed; anything else does not', () => {
    const before = table([column('phone', 1, { comment: '电话' }), column('b', 2)]);
    expect(fields(before, table([column('mobile', 1, { comment: '电话' }), column('b', 2)]))).toEqual([
      ['mobile', 'renamed', 'columnName', 'phone', 'mobile'],
    ]);
    for (const after of [
      column('mobile', 1),
      column('mobile', 3, { comment: '电话' }),
      column('mobile', 1, { comment: '电话', type: 'int' }),
    ])
      expect(fields(before, table([after, column('b', 2)])).map(([, kind]) => kind)).toEqual(['removed', 'added']);
  });

  test('keys and indexes follow a column that looks renamed', () => {
    const index = (columns: string[]) => ({ name: 'i', isUnique: false, columns, method: 'btree' });
    const before = table([column('id', 1)], { keys: [key('pk', ['id'])], indexes: [index(['id'])] });
    const after = table([column('code', 1)], { keys: [key('pk', ['code'])], indexes: [index(['code'])] });
    expect(fields(before, after)).toEqual([['code', 'renamed', 'columnName', 'id', 'code']]);
  });

  test('places count only relative to each other: gaps and new columns move nothing, one moved column is one entry', () => {
    const before = table([column('a', 1), column('b', 2), column('c', 3), column('d', 4)]);
    expect(fields(before, table([column('a', 1), column('b', 5), column('c', 6), column('d', 9)]))).toEqual([]);
    const moved = table([column('d', 1), column('a', 2), column('b', 3), column('c', 4)]);
    expect(fields(before, moved)).toEqual([['d', 'changed', 'columnPosition', '第 4 列', '第 1 列']]);
  });
});

describe('keys and indexes', () => {
  test('another name alone is no change, other columns are, and the index of a key is not told again', () => {
    const a = [column('a', 1), column('b', 2)];
    const unique = (columns: string[]) => ({ name: 'u', isUnique: true, columns, method: 'btree' });
    expect(fields(table(a, { keys: [key('pk_1', ['a'])] }), table(a, { keys: [key('pk_2', ['a'])] }))).toEqual([]);
    expect(fields(table(a), table(a, { keys: [key('pk', ['a'])], indexes: [unique(['a'])] }))).toEqual([
      ['pk', 'added', 'key', null, '主键 (a)'],
    ]);
    expect(fields(table(a, { keys: [key('pk', ['a'])] }), table(a, { keys: [key('pk', ['a', 'b'])] }))).toEqual([
      ['pk', 'changed', 'key', '主键 (a)', '主键 (a, b)'],
    ]);
  });

  test('what an older version never read is not compared', () => {
    const before = table([]);
    const after = table([], { viewSql: 'select 1', indexes: [{ name: 'i', isUnique: false, columns: ['a'], method: null }] });
    expect(structureChanges(before, after, { indexes: false, viewSql: false })).toEqual([]);
    expect(structureChanges(before, after)).toHaveLength(2);
  });
});

test('texts are compared line by line', () => {
  const lines = diffLines('a\nb\nc\nd', 'a\nc\nx\nd');
  expect(lines.map((line) => `${line.kind} ${line.text}`)).toEqual(['both a', 'removed b', 'both c', 'added x', 'both d']);
  expect(diffCounts(lines)).toEqual({ added: 1, removed: 1 });
  expect(diffLines('', '')).toEqual([]);
  expect(diffLines('', 'a')).toEqual([{ kind: 'added', text: 'a' }]);
  const long = Array.from({ length: 3000 }, (_, n) => `l${n}`);
  expect(diffCounts(diffLines(long.join('\n'), [...long].reverse().join('\n')))).toEqual({ added: 3000, removed: 3000 });
});
