import { expect, test } from 'vitest';
import type { LineageNode } from '#modules/lineage/contract/lineage.ts';
import { mattersOf, neighboursOf } from './table-matters.ts';
import type { TableDetail } from './TableView.tsx';

const column = (rest: object) => ({ level: 'L1', levelBy: 'manual', cnName: '名', columnComment: null, ...rest });
const table = (rest: object) =>
  ({ ownerId: '1', domainId: '2', description: '说明', columns: [column({})], ...rest }) as unknown as TableDetail;
const texts = (given: TableDetail, openChanges = 0) => mattersOf(given, openChanges).map(({ text }) => text);

test('a table in order leaves nothing to do', () => {
  expect(texts(table({}))).toEqual([]);
});

test('what is missing is counted, most urgent first, with the place where it is dealt with', () => {
  const columns = [column({ levelBy: 'pending' }), column({ level: null, levelBy: null }), column({ cnName: '', columnComment: null })];
  const given = table({ columns, ownerId: null, description: '' });
  expect(texts(given, 3)).toEqual([
    '3 项变更待确认',
    '1 个字段级别待确认',
    '1 个字段未分级',
    '1 个字段没有中文名',
    '没有指定负责人',
    '没有说明',
  ]);
  expect(mattersOf(given, 3).map(({ tab }) => tab)).toEqual(['changes', 'columns', 'columns', 'columns', null, null]);
});

test('neighbours that the reader may not see are counted and not named', () => {
  const node = (key: string, distance: number, rest: object = {}) =>
    ({ key, distance, type: 'table', upCount: 0, downCount: 0, ...rest }) as LineageNode;
  const nodes = [
    node('me', 0, { upCount: 2, downCount: 6 }),
    node('up', -1),
    node('hidden', -1, { type: 'hidden' }),
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((key) => node(key, 1)),
  ];
  const found = neighboursOf({ focus: 'me', nodes });
  expect([found.upCount, found.downCount]).toEqual([2, 6]);
  expect(found.nodes.map(({ key }) => key)).toEqual(['up', 'a', 'b', 'c', 'd']);
});
