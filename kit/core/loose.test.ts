import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { documentText } from './document-text.ts';
import { asList, asNumber, asObject, asText, idText, isDeep, secondsOf, unpacked, whole } from './loose.ts';
import { repair } from './repair.ts';
import { bytesText } from './text/bytes-text.ts';

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

describe('a document that nobody has checked', () => {
  it('gives texts, cut to their length, and numbers as text', () => {
    expect([asText('abc', 2), asText('', 2), asText(12, 1), asText(null, 2), asText({}, 2)]).toEqual(['ab', null, '12', null, null]);
  });
  it('gives numbers, also when they are stored as text', () => {
    expect([asNumber(1.5), asNumber('1.5'), asNumber(' '), asNumber('x'), asNumber(Infinity), asNumber(null), asNumber(true)]).toEqual([
      1.5,
      1.5,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([whole('3.6', 0, 9, 5), whole(99, 0, 9, 5), whole(-1, 0, 9, 5), whole('x', 0, 9, 5)]).toEqual([4, 9, 0, 5]);
    expect([secondsOf(30_000), secondsOf('1500'), secondsOf(-1), secondsOf(1e12), secondsOf('x')]).toEqual([30, 2, 0, 86_400, 0]);
  });
  it('gives objects and lists, or empty ones', () => {
    expect([asObject({ a: 1 }), asObject([1]), asObject(null), asList([1]), asList({ a: 1 })]).toEqual([{ a: 1 }, {}, {}, [1], []]);
  });
  it('gives ids in their form', () => {
    expect([idText('a_1'), idText(12), idText('A'), idText('a b'), idText('a'.repeat(32)), idText('a'.repeat(33)), idText('')]).toEqual([
      'a_1',
      '12',
      null,
      null,
      'a'.repeat(32),
      null,
      null,
    ]);
  });
  it('is nothing when it is no JSON or too deep', () => {
    expect([isDeep(nested(60)), isDeep(nested(61)), isDeep(null), isDeep([nested(60)])]).toEqual([false, true, false, true]);
    expect([unpacked('{"a":1}'), unpacked({ a: 1 }), unpacked('{a'), unpacked(null)]).toEqual([{ a: 1 }, { a: 1 }, null, null]);
    expect([unpacked(nested(61)), unpacked(JSON.stringify(nested(61)))]).toEqual([null, null]);
  });
});

describe('repair', () => {
  const Filter = z.strictObject({ field: z.string(), most: z.number().max(9).optional() });
  const Chart = z.object({ title: z.string().default('图表'), filters: z.array(Filter), kind: z.enum(['bar', 'line']) });
  it('takes away what is wrong and nothing else', () => {
    const input = {
      title: 3,
      kind: 'bar',
      filters: [{ field: 'a' }, { field: 1 }, { field: 'b', most: 99 }, { field: 'c', extra: true }, 'x'],
    };
    const before = structuredClone(input);
    expect(repair(Chart, input)).toEqual({ title: '图表', kind: 'bar', filters: [{ field: 'a' }, { field: 'b' }, { field: 'c' }] });
    expect(input).toEqual(before);
  });
  it('gives up where something is missing, nothing is usable or it is too deep', () => {
    expect(repair(Chart, { kind: 'pie', filters: [] })).toBeNull();
    expect(repair(Chart, { kind: 'bar' })).toBeNull();
    expect([repair(Chart, null), repair(Chart, 'x'), repair(Chart, nested(70))]).toEqual([null, null, null]);
  });
});

it('documents that say the same have one text', () => {
  expect(documentText({ b: [{ d: 1, c: undefined, a: null }], a: 'x' })).toBe('{"a":"x","b":[{"a":null,"d":1}]}');
  expect(documentText({ a: [2, 1] })).not.toBe(documentText({ a: [1, 2] }));
});

it.each([
  [null, null],
  ['0', '0 B'],
  ['1023', '1023 B'],
  ['1024', '1.0 KB'],
  ['4404020', '4.2 MB'],
  ['1099511627776', '1.0 TB'],
  ['9999999999999999', '9094.9 TB'],
])('%s bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));
