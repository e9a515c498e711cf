import { describe, expect, it } from 'vitest';
import { sqlDialect, written } from '#modules/datasets/core/index.ts';
import { plainScript, ScriptProblem, scriptParams, scriptStatements } from './script.ts';
import type { Given } from './values.ts';

const text = (script: string, values: Record<string, Given>, dialect: 'postgres' | 'mysql' = 'postgres') => {
  const made = sqlDialect(dialect);
  return written(
    scriptStatements(script, new Map(Object.entries(values)), { paging: { pageNum: 2, pageSize: 10 }, sort: null }, made).rows,
    made,
  );
};
const SCRIPT = "select a, ':no' as b from t where x = :x ${ and y in (:ys) } [[ and z = :z ]]";

describe('a script', () => {
  it('keeps a block only when all its parameters are given', () => {
    expect(text(SCRIPT, { x: 1, ys: null, z: null })).toEqual({
      text: "select * from (select a, ':no' as b from t where x = cast($1 as integer)  \n) as t limit cast($2 as integer) offset cast($3 as integer)",
      params: ['1', '10', '10'],
    });
    expect(text(SCRIPT, { x: 'v', ys: ['1', '2'], z: 'w' }).params).toEqual(['v', '1', '2', 'w', '10', '10']);
  });

  it('never puts a value into the text', () => {
    const evil = "1' or '1'='1";
    for (const dialect of ['postgres', 'mysql'] as const)
      expect(text(SCRIPT, { x: evil, ys: [evil], z: evil }, dialect).text).not.toContain('or');
  });

  it('knows its parameters, and which may be left out', () => {
    expect(scriptParams(SCRIPT)).toEqual([
      { name: 'x', isOptional: false },
      { name: 'ys', isOptional: true },
      { name: 'z', isOptional: true },
    ]);
  });

  it('keeps every place for whoever checks the text', () => {
    const plain = plainScript(SCRIPT);
    expect(plain.indexOf('from t')).toBe(SCRIPT.indexOf('from t'));
    expect(plain.indexOf('and z')).toBe(SCRIPT.indexOf('and z'));
    expect(plain).toContain("':no'");
  });

  it.each([
    ["select '${ and a = :a }'", 8],
    ['select 1 -- ${ and a = :a }', 12],
    ['select 1 ${x}', 9],
    ['select 1 ${ drop table a }', 9],
    ['select 1 [[ and a = :a', 9],
    [Array.from({ length: 7 }, (_, i) => `[[ and a = :a${i} ]]`).join(''), 0],
  ])('refuses %s at its place', (script, offset) => {
    expect(() => scriptParams(script)).toThrow(ScriptProblem);
    try {
      scriptParams(script);
    } catch (error) {
      expect((error as ScriptProblem).offset).toBe(offset);
    }
  });
});
