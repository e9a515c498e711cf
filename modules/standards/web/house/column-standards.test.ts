import { expect, it } from 'vitest';
import { inFilter, mappedPercent } from './column-standards.ts';

const standing = (state: string | null, proposals = 0) => ({
  binding: state === null ? null : { state },
  proposals: Array.from({ length: proposals }),
});

it('columns are filtered by how they stand', () => {
  expect(
    ['conform', 'partial', 'bad', 'retired', 'exempt', 'unread', 'open'].filter((state) => inFilter(standing(state), 'wrong')),
  ).toEqual(['partial', 'bad', 'retired', 'unread']);
  expect(inFilter(standing(null), 'unbound')).toBe(true);
  expect(inFilter(standing('exempt'), 'unbound')).toBe(false);
  expect(inFilter(standing(null, 1), 'proposed')).toBe(true);
  expect(inFilter(standing(null), 'proposed')).toBe(false);
});

it('a share of mapped values is never rounded up to all', () => {
  expect(mappedPercent({ values: 1000, mapped: 999 })).toBe('99%（999/1000）');
  expect(mappedPercent({ values: 0, mapped: 0 })).toBe('未采集');
});
