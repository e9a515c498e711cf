import { describe, expect, it } from 'vitest';
import { ReqParam } from '../contract/api.ts';
import { pagingOf } from './paging.ts';
import { ParamProblem, valueOf } from './values.ts';

const param = (over: object = {}) => ReqParam.parse({ paramName: 'p', ...over });
const refused = (over: object, type: string, raw: unknown) => {
  try {
    return valueOf(param(over), type, raw);
  } catch (error) {
    if (error instanceof ParamProblem) return error.param;
    throw error;
  }
};

describe('a value of a call', () => {
  it.each([
    ['integer', '2147483647', '2147483647'],
    ['integer', '2147483648', 'p'],
    ['smallint', '-32769', 'p'],
    ['bigint', '9223372036854775807', '9223372036854775807'],
    ['bigint', '9223372036854775808', 'p'],
    ['int', '1.5', 'p'],
    ['int', '007', '7'],
    ['numeric(12,2)', '-12.345', '-12.345'],
    ['numeric(12,2)', '1e9', 'p'],
    ['date', '2026-02-29', 'p'],
    ['date', '2024-02-29', '2024-02-29'],
    ['timestamp', '2026-01-31T08:30:00+08:00', '2026-01-31 08:30:00+08:00'],
    ['timestamp', '2026-01-31 25:00:00', 'p'],
    ['text', "'; --", "'; --"],
    ['text', '😀', '😀'],
    ['text', '\u0007', 'p'],
    ['text', '\ud800', 'p'],
    ['text', 'a'.repeat(501), 'p'],
  ])('for a column of type %s: %s', (type, raw, expected) => {
    expect(refused({}, type, raw)).toBe(expected);
  });

  it('left out takes the default, is refused where it must be given, and else leaves its condition out', () => {
    expect(valueOf(param({ defaultValue: 'x' }), 'text', undefined)).toBe('x');
    expect(valueOf(param(), 'text', '')).toBeNull();
    expect(refused({ nullable: '0' }, 'text', null)).toBe('p');
  });

  it('is a list for IN, of texts parted by commas or of JSON', () => {
    expect(valueOf(param({ whereType: '12' }), 'integer', '1,2')).toEqual(['1', '2']);
    expect(valueOf(param({ whereType: '12' }), 'integer', [1, 2])).toEqual(['1', '2']);
    expect(refused({ whereType: '12' }, 'integer', ['1', 'x'])).toBe('p');
    expect(
      refused(
        { whereType: '12' },
        'integer',
        Array.from({ length: 201 }, () => 1),
      ),
    ).toBe('p');
    expect(refused({}, 'text', { a: 1 })).toBe('p');
  });
});

it('a page has its size cut to the most, and a number that is one', () => {
  const limits = { defaultSize: 20, maxSize: 200 };
  expect(pagingOf({}, limits)).toEqual({ pageNum: 1, pageSize: 20 });
  expect(pagingOf({ pageSize: '100000', pageNum: 3 }, limits)).toEqual({ pageNum: 3, pageSize: 200 });
  for (const pageNum of ['0', '-1', '1.5', 'x', '99999999999']) expect(() => pagingOf({ pageNum }, limits)).toThrow(ParamProblem);
});
