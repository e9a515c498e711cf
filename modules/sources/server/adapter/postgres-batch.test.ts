import { describe, expect, it } from 'vitest';
import { batchOf, batchParams } from './postgres-batch.ts';

const [INT, TEXT, JSON_TYPE] = [23, 25, 114];

describe('the statement for several runs', () => {
  it('keeps limits apart from values, wherever the placeholders stand', () => {
    const batch = batchOf('select a from t where b = $1 and c = $3 limit $2 offset $4', [INT, INT, TEXT, INT]);
    expect(batch).toMatchObject({ varying: [0, 2], fixed: [1, 3] });
    expect(
      batchParams(batch!, [
        ['1', '20', 'x', '0'],
        ['2', '20', null, '0'],
      ]),
    ).toEqual(['{"1","2"}', '{"x",NULL}', '20', '0']);
  });

  it('takes nothing in texts, names and numbers for a placeholder', () => {
    const batch = batchOf(`select '$2 '' $3' as "$4", a$5 from t where b = $1`, [INT]);
    expect(batch?.varying).toEqual([0]);
    expect(batch?.text).toContain(`select '$2 '' $3' as "$4", a$5 from t where b = "run of batch"."p0"`);
  });

  it('writes values as PostgreSQL reads them in arrays', () => {
    const batch = batchOf('select $1', [TEXT])!;
    expect(batchParams(batch, [['a"b'], ['c\\d'], ['NULL'], [''], ['e,{}']])).toEqual(['{"a\\"b","c\\\\d","NULL","","e,{}"}']);
  });

  it.each([
    ['a comment', 'select 1 -- $1\n where 1 = $1'],
    ['a comment within', 'select /* $1 */ 1 where 1 = $1'],
    ['an escaped text', `select e'\\' $1' where 1 = $1`],
    ['a dollar quote', 'select $a$ $1 $a$ where 1 = $1'],
    ['a text without an end', `select 'a where 1 = $1`],
  ])('is not made of %s', (_what, text) => expect(batchOf(text, [INT])).toBeNull());

  it('is not made where nothing differs, or of types that arrays do not take', () => {
    expect(batchOf('select 1 limit $1', [INT])).toBeNull();
    expect(batchOf('select 1', [])).toBeNull();
    expect(batchOf('select $1', [JSON_TYPE])).toBeNull();
  });
});
