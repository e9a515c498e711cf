import { expect, test } from 'vitest';
import { chosenSource, resultTabOf, tabOf, textToRun } from './console-state.ts';
import type { SavedQuery } from './QueryList.tsx';
import type { Result } from './use-run.ts';

test('a tab keeps its source while that is enabled; otherwise a harvested one comes first', () => {
  const sources = [
    { id: '1', status: '0', isSync: '2' },
    { id: '2', status: '1', isSync: '1' },
    { id: '3', status: '1', isSync: '2' },
  ];
  expect(chosenSource(sources, '2')).toBe('2');
  expect(chosenSource(sources, '1')).toBe('3');
  expect(chosenSource(sources.slice(0, 2), null)).toBe('2');
  expect(chosenSource(sources.slice(0, 1), '1')).toBeNull();
});

test('positions in the answer to a plan count in the editor, not in the text with its prefix', () => {
  const sent = textToRun({ text: 'select wrong', from: 40 }, 'explain ');
  expect(sent).toEqual({ text: 'explain select wrong', from: 32 });
  expect(sent.from + sent.text.indexOf('wrong')).toBe(47);
  expect(textToRun({ text: ' EXPLAIN select 1', from: 3 }, 'explain ')).toEqual({ text: ' EXPLAIN select 1', from: 3 });
  expect(textToRun({ text: 'select 1', from: 3 }, '')).toEqual({ text: 'select 1', from: 3 });
});

test('a run opens its first result, or the messages when something failed or nothing was read', () => {
  const done = (kind: string) => ({ success: true, kind }) as Result;
  expect(resultTabOf({ results: [done('write'), done('read')], problem: null })).toBe('r1');
  expect(resultTabOf({ results: [done('read')], problem: { message: '第二条失败', offset: null } })).toBe('messages');
  expect(resultTabOf({ results: [], problem: null })).toBe('messages');
});

test('a saved query opens with the defaults of its parameters', () => {
  const param = (name: string, type: string, defaultValue: string | null) => ({ name, type, defaultValue, label: null });
  const saved = {
    id: '7',
    queryName: '长'.repeat(60),
    sourceId: '3',
    sqlText: 'select ${n}, ${empty}',
    params: [param('n', 'number', '12'), param('empty', 'text', null), param('odd', 'number', 'x')],
  } as unknown as SavedQuery;
  expect(tabOf(saved)).toEqual({ tabName: '长'.repeat(50), sourceId: '3', sqlText: saved.sqlText, params: { n: 12 }, queryId: '7' });
});
