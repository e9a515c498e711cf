import { expect, test } from 'vitest';
import { bindParams, paramNames } from './params.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { LexError } from './sql/lex.ts';

const pg = dialectOf('postgres');
const mysql = dialectOf('mysql');

function refusal(script: string, values: Parameters<typeof bindParams>[1]): LexError {
  try {
    bindParams(script, values, pg);
  } catch (error) {
    if (error instanceof LexError) return error;
  }
  throw new Error('it was let through');
}

test('names of a script, each once, Chinese too', () => {
  expect(paramNames('select ${a}, ${部门}, ${a} from t where x = ${ 1 } and y = ${2x}')).toEqual(['a', '部门']);
});

test('values travel apart from the text, and stay what they are', () => {
  const [one] = bindParams('select * from t where a = ${a} and b > ${b}', { a: "x'; drop table t; --", b: 3 }, pg);
  expect(one!.text).toBe('select * from t where a = $1   and b > $2  ');
  expect(one!.params).toEqual(["x'; drop table t; --", 3]);
});

test('a name used twice is two values; a list becomes as many', () => {
  const [one] = bindParams('select ${a} where ${a} in (${ids})', { a: null, ids: ['1', '2', '3'] }, mysql);
  expect(one!.text).toBe('select ?    where ?    in (?, ?, ?)');
  expect(one!.params).toEqual([null, null, '1', '2', '3']);
});

test('statements of a script count their values anew and stay on their lines', () => {
  const [first, second] = bindParams('select ${a};\nselect ${b}, ${a}', { a: 1, b: 2 }, pg);
  expect(first!.text).toBe('select $1  ');
  expect(second!.text).toBe('            \nselect $1  , $2  ');
  expect(second!.params).toEqual([2, 1]);
});

test.each(["select '${a}'", 'select "${a}" from t', 'select 1 /* ${a} */', 'select 1 -- ${a}'])(
  '%s: not inside quotes or comments',
  (script) => {
    expect(refusal(script, { a: 1 }).message).toContain('不能写在引号或注释里');
  },
);

test('a missing value and an empty list name the place in what the person wrote', () => {
  const missing = refusal('select ${a},\n ${b}', { a: [1, 2, 3] });
  expect(missing.message).toContain('“b”');
  expect(missing.offset).toBe(14);
  expect(refusal('select ${a}', { a: [] }).message).toContain('至少需要一个取值');
  const quoted = refusal("select ${a} in (${b}), '${a}'", { a: 1, b: [1, 2, 3, 4, 5, 6, 7, 8] });
  expect(quoted.offset).toBe(24);
});

test('placeholders of the server’s own kind are refused: nobody could say what they mean', () => {
  expect(refusal('select $1, ${a}', { a: 5 }).message).toContain('${名称}');
});

test('a list holds up to a thousand values', () => {
  const list = Array.from({ length: 1000 }, (_, n) => n);
  expect(bindParams('select 1 where a in (${a})', { a: list }, pg)[0]!.params).toHaveLength(1000);
  expect(refusal('select 1 where a in (${a})', { a: [...list, 1000] }).message).toContain('最多1000个取值');
});
