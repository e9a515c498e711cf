import { describe, expect, test } from 'vitest';
import { BoardConfig } from '../contract/board-config.ts';
import { diffBoards } from './diff.ts';
import { itemsOf, withChanged, withItem, withoutItems, withTab, withoutTab } from './commands.ts';
import { mergeBoards } from './merge.ts';

const empty = BoardConfig.parse({ v: 1, tabs: [{ id: 'main', name: '首页', layout: [] }] });
const text = (board: BoardConfig, words: string, mark: string, tab = 'main') => withItem(board, tab, { kind: 'text', text: words }, mark);
const base = text(text(empty, '甲', 'x').config, '乙', 'x').config;
const [first, second] = itemsOf(base).map((item) => item.i) as [string, string];
const words = (board: BoardConfig) => itemsOf(board).map((item) => item.text);

describe('two people change one board', () => {
  test('what each adds has a key of its own, and is told as added', () => {
    const theirs = text(base, '对方的', 'aaa').config;
    const mine = text(base, '我的', 'bbb').config;
    expect(diffBoards(theirs, mine).map(({ what, name }) => [what, name])).toEqual([
      ['added', '我的'],
      ['removed', '对方的'],
    ]);
    expect(diffBoards(base, mine).map(({ what, name }) => [what, name])).toEqual([['added', '我的']]);
    const both = mergeBoards(base, theirs, mine);
    expect(words(both)).toEqual(['甲', '乙', '对方的', '我的']);
    // both stood in the same place
    const [, , a, b] = itemsOf(both);
    expect(b!.y).toBeGreaterThanOrEqual(a!.y + a!.h);
  });

  test('the change of each holds, mine where both changed the same', () => {
    const theirs = withChanged(withChanged(base, first, { text: '对方改甲' }), second, { text: '对方改乙' });
    const mine = { ...withChanged(base, second, { text: '我改乙' }), refreshSec: 30 };
    const both = mergeBoards(base, { ...theirs, apply: 'button' }, mine);
    expect(words(both)).toEqual(['对方改甲', '我改乙']);
    expect([both.apply, both.refreshSec]).toEqual(['button', 30]);
  });

  test('what one removed is gone unless the other changed it', () => {
    const theirs = withoutItems(base, [first, second]);
    expect(words(mergeBoards(base, theirs, withChanged(base, second, { text: '还要' })))).toEqual(['还要']);
    expect(words(mergeBoards(base, base, theirs))).toEqual([]);
  });

  test('a tab that one removed comes back with what the other put on it', () => {
    const made = withTab(base, '明细', 'm');
    const theirs = withoutTab(made.config, made.id);
    const mine = text(made.config, '新', 'b', made.id).config;
    const both = mergeBoards(made.config, theirs, mine);
    expect(both.tabs.map(({ name, layout }) => [name, layout.length])).toEqual([
      ['首页', 2],
      ['明细', 1],
    ]);
    expect(BoardConfig.safeParse(both).success).toBe(true);
  });
});
