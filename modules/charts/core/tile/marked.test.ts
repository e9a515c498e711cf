import { expect, test } from 'vitest';
import { marked } from './marked.ts';

const province = { col: 'province', value: '四川省' };
const city = { col: 'city', value: '成都市' };

test('a tile that was drilled into marks values of the level that it shows, not of those above', () => {
  expect(marked(undefined, [])).toBeNull();
  expect(marked([province], undefined)).toEqual([province]);
  expect(marked([province], [province])).toBeNull();
  expect(marked([province, city], [province])).toEqual([city]);
});
