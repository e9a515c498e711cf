import { expect, test } from 'vitest';
import { unlikeParts } from './unlike.ts';

const marked = (text: string, other: string): string =>
  unlikeParts(text, other)
    .map(({ text: part, isUnlike }) => (isUnlike ? `[${part}]` : part))
    .join('');

test.each([
  ['江苏沿江有限责任公司', '江苏沿江有限公司', '江苏沿江有限[责任]公司'],
  ['江苏沿江有限公司', '江苏沿江有限责任公司', '江苏沿江有限公司'],
  ['甲乙', '丙丁', '[甲乙]'],
  ['164****0926', '154****4417', '1[6]4****[0926]'],
])('of %s against %s the unlike parts are marked: %s', (text, other, expected) => {
  expect(marked(text, other)).toBe(expected);
});
