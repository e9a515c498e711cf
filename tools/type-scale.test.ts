import { expect, it } from 'vitest';
import { offScale } from './type-scale.mjs';

const texts = (...lines: string[]) => offScale('kit/web/x.css', lines.join('\n')).map(({ line, text }) => [line, text]);

it('names the line and the declaration that is off the scale', () => {
  expect(texts('.a {', '  font-size: 15px;', '  font-weight: 700;', '}')).toEqual([
    [2, 'font-size: 15px'],
    [3, 'font-weight: 700'],
  ]);
  expect(texts('  font: 600 17px/1 var(--f-sans);')).toHaveLength(1);
});

it('takes the sizes of the scale, its variables and what is inherited', () => {
  expect(
    texts('  font-size: 13px;', '  font-size: var(--text-title);', '  font: inherit;', '  font: 500 12px/18px var(--f-sans);'),
  ).toEqual([]);
});

it('reads no comments', () => {
  expect(texts('/*', '  font-size: 15px;', '*/')).toEqual([]);
});
