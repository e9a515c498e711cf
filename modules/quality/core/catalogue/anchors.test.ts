import { expect, it } from 'vitest';
import { DATAVINES, GX, QUALITIS } from './test-anchors.ts';
import { RULE_TYPES } from './index.ts';

it('every check of Great Expectations, Qualitis and Datavines has a rule type', () => {
  const known = (of: 'gx' | 'qualitis' | 'datavines') => new Set(RULE_TYPES.flatMap(({ knownAs }) => knownAs?.[of] ?? []));
  expect([GX.length, QUALITIS.length, DATAVINES.length]).toEqual([58, 14, 27]);
  expect(GX.filter((name) => !known('gx').has(name))).toEqual([]);
  expect(QUALITIS.filter((name) => !known('qualitis').has(name))).toEqual([]);
  expect(DATAVINES.filter((name) => !known('datavines').has(name))).toEqual([]);
});
it('no rule type claims a name that nobody has', () => {
  const all = new Set<string>([...GX, ...QUALITIS, ...DATAVINES]);
  const claimed = RULE_TYPES.flatMap(({ knownAs }) => [
    ...(knownAs?.gx ?? []),
    ...(knownAs?.qualitis ?? []),
    ...(knownAs?.datavines ?? []),
  ]);
  expect(claimed.filter((name) => !all.has(name))).toEqual([]);
});
