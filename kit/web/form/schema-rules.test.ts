import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { requiredText, Status } from '#kit/contract/fields.ts';
import { bodyProblems, defaultOf, fieldSchema, isEmpty, isRequired, normalise, problemOf, serverProblems } from './schema-rules.ts';

const body = z.object({
  name: requiredText(5, '名称'),
  remark: z.string().max(3, '备注过长').nullish(),
  text: z.string(),
  count: z.number(),
  status: Status.default('1'),
});
const of = (field: string) => fieldSchema(body, field);

it('the field of a body is found, of anything else there is none', () => {
  expect(of('name')).toBe(body.shape.name);
  expect(of('missing')).toBeUndefined();
  expect(fieldSchema(z.string(), 'name')).toBeUndefined();
});

it.each([
  ['name', true],
  ['count', true],
  ['remark', false],
  // blank text is an answer, a default needs none
  ['text', false],
  ['status', false],
  ['missing', false],
])('%s is required: %s', (field, expected) => expect(isRequired(of(field))).toBe(expected));

it.each([
  [undefined, true],
  [null, true],
  ['', true],
  [[], true],
  [[1], false],
  [0, false],
  [false, false],
  [' ', false],
])('%j is empty: %s', (value, expected) => expect(isEmpty(value)).toBe(expected));

it('a declared default is where a new record starts', () => {
  expect(defaultOf(of('status'))).toBe('1');
  expect(defaultOf(of('name'))).toBeUndefined();
  expect(defaultOf(undefined)).toBeUndefined();
});

describe('a cleared field', () => {
  it('becomes what its declaration takes', () => {
    expect(normalise(of('remark'), '')).toBeNull();
    expect(normalise(of('status'), null)).toBeUndefined();
    expect(normalise(of('text'), null)).toBe('');
    expect(normalise(of('count'), '')).toBeUndefined();
    expect(normalise(undefined, undefined)).toBeNull();
  });
  it('is none as long as there is a value', () => {
    expect(normalise(of('remark'), 0)).toBe(0);
    expect(normalise(of('remark'), false)).toBe(false);
    expect(normalise(of('name'), 'x')).toBe('x');
  });
});

describe('what is wrong with a value', () => {
  it.each<[string, unknown, string | null]>([
    ['name', '甲', null],
    ['name', '', '名称不能为空'],
    ['name', null, '名称不能为空'],
    ['name', '一二三四五六', '名称不能超过5个字符'],
    ['remark', '', null],
    ['remark', '一二三四', '备注过长'],
    ['count', null, '数量不能为空'],
    ['count', 'x', '数量不正确'],
    ['missing', 'x', null],
  ])('%s %j: %s', (field, value, expected) => {
    expect(problemOf(of(field), value, field === 'count' ? '数量' : '字段')).toBe(expected);
  });
});

it('problems of a whole body name their fields', () => {
  const pair = z
    .object({ from: z.number(), to: z.number() })
    .refine(({ from, to }) => from <= to, { message: '止不能早于起', path: ['to'] });
  expect(bodyProblems(pair, { from: 1, to: 2 })).toEqual([]);
  expect(bodyProblems(pair, { from: 2, to: 1 })).toEqual([{ field: 'to', message: '止不能早于起' }]);
  const whole = pair.refine(() => false, { message: '不行' });
  expect(bodyProblems(whole, { from: 1, to: 2 })).toEqual([{ field: '', message: '不行' }]);
});

it('problems that the server names are those of their fields', () => {
  expect(
    serverProblems([
      { path: 'name', message: '一' },
      { path: 'body.code', message: '二' },
      { path: ['body', 'items', 0], message: '三' },
      { path: '/body/remark', message: '四' },
      { path: '', message: '五' },
    ]),
  ).toEqual([
    { field: 'name', message: '一' },
    { field: 'code', message: '二' },
    { field: 'items', message: '三' },
    { field: 'remark', message: '四' },
    { field: '', message: '五' },
  ]);
  expect(serverProblems({ theirs: 1 })).toEqual([]);
});
