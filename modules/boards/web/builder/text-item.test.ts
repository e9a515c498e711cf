import { expect, it } from 'vitest';
import { BoardItem } from '../../contract/board-config.ts';
import { textChange, textValues } from './text-item.ts';

const item = (style?: object) => BoardItem.parse({ i: 't', x: 0, y: 0, w: 4, h: 2, kind: 'text', text: '说明', style });

it('a text tile without a style shows the size and side that it is drawn with', () => {
  expect(textValues(item())).toEqual({ text: '说明', style: { fontSize: 14, align: 'left' } });
  expect(textValues(item({ fontSize: 20, color: '#ff0000' }))).toEqual({
    text: '说明',
    style: { fontSize: 20, align: 'left', color: '#ff0000' },
  });
});

it('a change leaves the other settings of the style as they are', () => {
  expect(textChange(item({ fontSize: 20 }), 'style.bold', true)).toEqual({ style: { fontSize: 20, bold: true } });
  expect(textChange(item({ fontSize: 20 }), 'text', '')).toEqual({ text: '' });
});

it('an emptied colour, like an emptied size, goes back to the default', () => {
  expect(textChange(item({ color: '#ff0000', bold: true }), 'style.color', '')).toEqual({ style: { bold: true } });
  expect(textChange(item({ fontSize: 20 }), 'style.fontSize', undefined)).toEqual({ style: {} });
  expect(BoardItem.safeParse({ ...item({ color: '#ff0000' }), ...textChange(item(), 'style.color', '') }).success).toBe(true);
});
