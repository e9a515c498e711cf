import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RecordFacts, textOf } from './RecordFacts.tsx';

it.each([
  ['甲', '甲'],
  [0, '0'],
  [12.5, '12.5'],
  ['', null],
  [null, null],
  [undefined, null],
  [true, null],
  [{ a: 1 }, null],
  [['x'], null],
])('%j of a stored record reads %j', (value, text) => expect(textOf(value)).toBe(text));

it('facts without a value say that there is none', () => {
  const facts = [
    { name: '合同', value: 'HT-1' },
    { name: '金额', value: null },
  ];
  render(<RecordFacts facts={facts} />);
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['合同', '金额']);
  const [first, second] = screen.getAllByRole('definition').map((one) => one.textContent);
  expect(first).toBe('HT-1');
  expect(second).not.toBe('');
  expect(second).not.toBe('null');
});
