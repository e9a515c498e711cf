import { expect, test } from 'vitest';
import { testSuppliers } from '#kit/test/suppliers.ts';
import { blockKeys } from './blocks.ts';
import { findAllPairs, LARGEST_BLOCK } from './find.ts';
import { groupPairs } from './group.ts';
import { PRESETS, type MatchRecord, type MatchRule, type Pair } from './kinds.ts';
import { prepare } from './score.ts';

const rule: MatchRule = {
  ...PRESETS.balanced,
  attributes: [
    { column: 'name', kind: 'company' },
    { column: 'code', kind: 'creditCode' },
    { column: 'phone', kind: 'phone' },
    { column: 'contact', kind: 'person' },
    { column: 'address', kind: 'address' },
  ],
};
const record = (id: string, values: Record<string, string | null>): MatchRecord => ({ id, values });
const key = ({ a, b }: Pair): string => `${a} ${b}`;
const sorted = (pairs: readonly Pair[]): Pair[] => [...pairs].sort((one, two) => (key(one) < key(two) ? -1 : 1));
/** Another order, always the same one for a seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const next = [...items];
  let state = seed;
  for (let at = next.length - 1; at > 0; at -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (at + 1);
    [next[at], next[other]] = [next[other]!, next[at]!];
  }
  return next;
}

test('of 3,000 suppliers at least 95 % of the planted duplicates are found and at most 2 % of what is found is none', () => {
  const { records, repeats } = testSuppliers(3000, { seed: 'recall' });
  const { pairs } = findAllPairs(rule, records);
  const planted = new Set([...repeats].map(([one, two]) => [one, two].sort().join(' ')));
  const right = pairs.filter((pair) => planted.has(key(pair)));
  expect(planted.size).toBe(150);
  expect(right.length / planted.size).toBeGreaterThanOrEqual(0.95);
  expect((pairs.length - right.length) / pairs.length).toBeLessThanOrEqual(0.02);
  const automatic = pairs.filter(({ score }) => score >= rule.auto);
  expect(automatic.length).toBeGreaterThan(75);
  expect(automatic.filter((pair) => !planted.has(key(pair)))).toEqual([]);
});

test('a long foreign name with a slip is found, by few keys', () => {
  const [one, two] = ['MITSUBISHI HEAVY INDUSTRIES SHIPBUILDING', 'MITSUBISHI HEAVY INDUSTRIES SHIPBUIDLING'].map((name, at) =>
    record(String(at), { name, code: null, phone: null, contact: null, address: null }),
  );
  expect(findAllPairs(rule, [one!, two!]).pairs).toHaveLength(1);
  expect(blockKeys(rule, prepare(rule, one!)).length).toBeLessThanOrEqual(6);
});

test('the order of records changes neither pairs nor groups', () => {
  const { records } = testSuppliers(600, { share: 0.2, seed: 'order' });
  const { pairs } = findAllPairs(rule, records);
  expect(pairs.length).toBeGreaterThan(100);
  const groups = groupPairs(pairs);
  for (const seed of [1, 2, 3, 4, 5]) {
    const other = findAllPairs(rule, shuffled(records, seed)).pairs;
    expect(sorted(other)).toEqual(sorted(pairs));
    expect(groupPairs(other)).toEqual(groups);
  }
});

test('records that come later find what they would have found at once', () => {
  const { records } = testSuppliers(600, { share: 0.2, seed: 'later' });
  const whole = findAllPairs(rule, records).pairs;
  for (const seed of [7, 8, 9]) {
    const order = shuffled(records, seed);
    const kept: Pair[] = [...findAllPairs(rule, order.slice(0, 200)).pairs];
    for (const until of [350, 351, 600]) {
      const known = until === 350 ? 200 : until === 351 ? 350 : 351;
      const fresh = new Set(order.slice(known, until).map(({ id }) => id));
      kept.push(...findAllPairs(rule, order.slice(0, until), (id) => fresh.has(id)).pairs);
    }
    expect(sorted(kept)).toEqual(sorted(whole));
    expect(groupPairs(kept)).toEqual(groupPairs(whole));
  }
});

test('two valid credit codes keep companies of the same name apart; the same code brings other names to a person', () => {
  const { pairs } = findAllPairs({ ...PRESETS.strict, attributes: rule.attributes.slice(0, 2) }, [
    record('a', { name: '南京市住房和城乡建设局', code: '91350100M000100Y43' }),
    record('b', { name: '南京市住房和城乡建设局', code: '91110108551385082Q' }),
    record('c', { name: '完全另一个名称', code: '91350100M000100Y43' }),
  ]);
  expect(pairs.map(({ a, b, score }) => ({ a, b, score }))).toEqual([{ a: 'a', b: 'c', score: 0.8 }]);
});

test('where little can be compared a person has to look, however alike it is', () => {
  const { pairs } = findAllPairs(rule, [record('a', { name: '南京华鑫建材有限公司' }), record('b', { name: '南京华鑫建材有限公司' })]);
  expect(pairs).toMatchObject([{ score: 0.91, reasons: [{ text: '相同' }, { score: null, text: '都没有值' }, {}, {}, {}] }]);
});

test('a value that many share groups nothing, and it is said', () => {
  const records = Array.from({ length: LARGEST_BLOCK + 1 }, (_, at) => record(`r${at}`, { phone: '4008001234' }));
  const hotline: MatchRule = { ...PRESETS.loose, attributes: [{ column: 'phone', kind: 'phone' }] };
  expect(findAllPairs(hotline, records)).toEqual({ pairs: [], compared: 0, leftOut: 1 });
  expect(findAllPairs(hotline, records.slice(0, 3)).pairs).toHaveLength(3);
});

const pair = (a: string, b: string, score: number): Pair => ({ a, b, score, reasons: [], clashes: false });
test('groups hold records, not pairs, and the weakest link is their score', () => {
  expect(groupPairs([pair('b', 'c', 0.8), pair('a', 'b', 0.95), pair('x', 'y', 0.9)])).toMatchObject([
    { records: ['x', 'y'], score: 0.9 },
    { records: ['a', 'b', 'c'], score: 0.8 },
  ]);
});
test('what must stay apart is not joined by a third: the stronger pair wins', () => {
  const apart = { apart: [['c', 'a']] } as const;
  expect(groupPairs([pair('a', 'b', 0.95), pair('b', 'c', 0.9)], apart)).toMatchObject([{ records: ['a', 'b'] }]);
  expect(groupPairs([pair('b', 'c', 0.9), pair('a', 'b', 0.95)], apart)).toMatchObject([{ records: ['a', 'b'] }]);
});
test('companies with different valid codes do not come together by one that has none', () => {
  const identities = (id: string) => ({ a: { code: 'X' }, c: { code: 'Y' } })[id];
  const pairs = [pair('a', 'b', 0.95), pair('b', 'c', 0.9)];
  expect(groupPairs(pairs, { identities })).toMatchObject([{ records: ['a', 'b'] }]);
  expect(groupPairs(pairs)).toMatchObject([{ records: ['a', 'b', 'c'] }]);
});
