import { expect, it } from 'vitest';
import { plainText, summaryOf, tidy } from './document.ts';

it('keeps only what may be stored', () => {
  const document = tidy({
    form: 1,
    blocks: [
      { type: 'paragraph', line: [] },
      {
        type: 'paragraph',
        line: [{ text: 'a' }, { text: 'b' }, { text: '' }, { text: 'c', bold: true }, { text: 'd', link: 'javascript:1' }],
      },
      { type: 'bullets', items: [[], [{ text: ' ' }]] },
      { type: 'paragraph', line: [] },
      { type: 'numbers', items: [[{ text: '1' }], []] },
      { type: 'quote', line: [{ text: ' ' }] },
    ],
  });
  expect(document.blocks).toEqual([
    { type: 'paragraph', line: [{ text: 'ab' }, { text: 'c', bold: true }, { text: 'd' }] },
    { type: 'paragraph', line: [] },
    { type: 'numbers', items: [[{ text: '1' }]] },
  ]);
  expect(plainText(document)).toBe('abcd\n\n1');
});

it('cuts summaries between characters', () => {
  expect(summaryOf(' a\n b ', 10)).toBe('a b');
  expect(summaryOf('😀😀😀', 2)).toBe('😀😀…');
});
