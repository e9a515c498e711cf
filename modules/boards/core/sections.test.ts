import { expect, test } from 'vitest';
import { BoardItem } from '../contract/board-config.ts';
import { shownItems } from './sections.ts';

const item = (i: string, y: number, h: number, kind: BoardItem['kind'] = 'chart') => BoardItem.parse({ i, x: 0, y, w: 12, h, kind });
const layout = [item('top', 0, 4), item('s1', 4, 1, 'section'), item('a', 5, 6), item('s2', 11, 1, 'section'), item('b', 12, 8)];
const places = (folded: string[]) => shownItems(layout, new Set(folded)).map(({ i, y }) => `${i}@${y}`);

test('everything stands where it was put while nothing is folded', () => {
  expect(places([])).toEqual(['top@0', 's1@4', 'a@5', 's2@11', 'b@12']);
});
test('a folded section hides its tiles, and what follows moves up', () => {
  expect(places(['s1'])).toEqual(['top@0', 's1@4', 's2@5', 'b@6']);
  expect(places(['s2'])).toEqual(['top@0', 's1@4', 'a@5', 's2@11']);
  expect(places(['s1', 's2'])).toEqual(['top@0', 's1@4', 's2@5']);
});
