import { expect, it } from 'vitest';
import { kindOf } from './kind.ts';
import { sizeText } from './size.ts';
import { CONTENT_TYPES } from './sniff.ts';

it('every uploaded type has a kind', () => {
  expect(Object.keys(CONTENT_TYPES).filter((ending) => kindOf(`a.${ending}`) === 'other')).toEqual([]);
  expect([kindOf('a.zip'), kindOf('a'), kindOf('a.webp'), kindOf('a.csv')]).toEqual(['other', 'other', 'image', 'excel']);
});

it('sizes read like people say them', () => {
  expect([0, 1023, 1024, 1536, 2_147_483_648].map(sizeText)).toEqual(['0 B', '1023 B', '1.0 KB', '1.5 KB', '2.0 GB']);
});
