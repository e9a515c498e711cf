import { describe, expect, test } from 'vitest';
import type { SetModel } from '../../contract/data-set-model.ts';
import { baseQuery, joinProblems } from './base-query.ts';
import { bindNames, namesIn, withoutNames } from './bind-names.ts';
import { beginAfter } from '#modules/sources/core/index.ts';
import { extractType, incrementalQuery } from './extract-sql.ts';
import { guessField, shortName } from './guess.ts';
import { applySchema, schemaOf } from './schema-config.ts';

describe('parameters of an SQL text', () => {
  test('names are found outside of quotes, comments and casts', () => {
    expect(
      namesIn(`select ':no', ":no", a::date, $$ :no $$ /* :no */ -- :no\n from t where b = :from and c in (:list) and d = :from`),
    ).toEqual(['from', 'list']);
    expect(namesIn(`select '12:30' , b[1:n] from t`)).not.toContain('30');
  });
  test('values travel apart, lists become one placeholder each', () => {
    const params = [
      { name: 'a', type: 'number' as const, value: 1 },
      { name: 'l', type: 'list' as const, value: [] },
    ];
    expect(bindNames('x = :a and y in (:l) and z = :a', params, { a: '7', l: ["'; drop table t; --", 2] }, 'postgres')).toEqual({
      text: 'x = $1 and y in ($2, $3) and z = $4',
      params: [7, "'; drop table t; --", 2, 7],
      problem: null,
    });
    expect(bindNames('y in (:l)', params, {}, 'mysql')).toEqual({ text: 'y in (?)', params: [null], problem: null });
    expect(bindNames('x = :a', params, { l: [] }, 'oracle').problem).toContain('暂不支持参数');
    expect(bindNames('x = :constructor', [], {}, 'postgres').params).toEqual([null]);
  });
  test('for lineage they are NULL', () =>
    expect(withoutNames('select a::int from t where b = :c')).toBe('select a::int from t where b = null'));
});

describe('the query behind a model', () => {
  const field = (id: string) => ({ id, name: id, role: 'dimension' as const, type: 'string' as const, hidden: false });
  test('names are quoted for the grammar', () => {
    const model = { origin: { kind: 'table', table: { schema: 's"x', table: 't' } }, fields: [field('a"; drop table t; --')] } as const;
    expect(baseQuery(model as unknown as SetModel, 'postgres')).toBe('select "a""; drop table t; --" from "s""x"."t"');
    expect(baseQuery(model as unknown as SetModel, 'mysql')).toBe('select `a"; drop table t; --` from `s"x`.`t`');
  });
  const join = {
    tables: [
      { schema: 'p', table: 'orders', alias: 'o' },
      { schema: 'p', table: 'customer', alias: 'c' },
      { schema: 'p', table: 'area', alias: 'a' },
    ],
    joins: [
      { left: 'c', right: 'a', kind: 'left' as const, on: [{ left: 'area', right: 'code' }], cardinality: 'one' as const },
      { left: 'o', right: 'c', kind: 'inner' as const, on: [{ left: 'cid', right: 'id' }], cardinality: 'one' as const },
    ],
    columns: [{ id: '客户', alias: 'c', column: 'name' }],
  };
  test('joins come in an order in which every table hangs on one before it', () => {
    const text = baseQuery({ origin: { kind: 'join', model: join }, fields: [field('客户')] } as SetModel, 'postgres')!;
    expect(text).toBe(
      `select "c"."name" as "客户"\nfrom "p"."orders" "o"\ninner join "p"."customer" "c" on "o"."cid" = "c"."id"\nleft join "p"."area" "a" on "c"."area" = "a"."code"`,
    );
  });
  test('a table without a join is told', () => {
    expect(joinProblems(join)).toEqual([]);
    expect(joinProblems({ ...join, joins: [join.joins[1]!] })).toEqual(['表“area”没有与其他表关联']);
  });
});

describe('guessing', () => {
  const facts = { kind: 'number' as const, sourceType: 'numeric', cnName: null, isKey: false };
  test.each([
    ['contract_amount', '新签合同额（元）', 'measure', 'sum', 'wan'],
    ['rate', '完成率（%）', 'measure', 'avg', 'none'],
    ['year', '年度', 'dimension', null, 'none'],
    ['org_id', '组织编号', 'dimension', null, 'none'],
  ])('%s %s', (id, comment, role, agg, scale) => {
    const guess = guessField({ ...facts, id, comment });
    expect([guess.role, guess.agg, guess.format?.scale]).toEqual([role, agg, scale]);
  });
  test('names end where the explanation begins', () => {
    expect(shortName('来源：1展会 2老客户')).toBe('来源');
    expect(shortName('新签合同额（元）')).toBe('新签合同额');
    expect(shortName('  ')).toBeNull();
  });
  test('places are known by their names', () => {
    expect(guessField({ ...facts, kind: 'text', sourceType: 'text', id: 'province_code', comment: '省份代码' }).geo).toBe('province');
    expect(guessField({ ...facts, id: 'lng', comment: '经度' }).geo).toBe('lng');
  });
});

describe('the form of the family', () => {
  const fields = [
    { id: 'org', name: '单位', role: 'dimension' as const, type: 'string' as const, hidden: false },
    { id: 'amt', name: '金额', role: 'measure' as const, type: 'number' as const, agg: 'sum' as const, hidden: false },
    { id: 'r', name: '率', role: 'measure' as const, type: 'number' as const, agg: 'none' as const, expr: 'SUM([amt]) / 2', hidden: false },
  ];
  test('what is derived and put back changes nothing', () => {
    const schema = schemaOf({ fields });
    expect(schema.columns).toEqual(['org', 'amt']);
    expect(schemaOf({ fields: applySchema(fields, schema) })).toEqual(schema);
  });
  test('roles, names and order are taken over, the rest is hidden, calculated fields stay', () => {
    const made = applySchema(fields, { columns: [], dimensions: [{ col: 'amt', alias: '数额' }], measures: [] });
    expect(made.map(({ id, role, name, hidden }) => [id, role, name, hidden])).toEqual([
      ['amt', 'dimension', '数额', false],
      ['org', 'dimension', '单位', true],
      ['r', 'measure', '率', false],
    ]);
  });
});

describe('extracts', () => {
  test('the next run begins before the last value', () => {
    expect(beginAfter('2026-03-01 00:00:10', 'datetime', 20)).toBe('2026-02-28 23:59:50');
    expect(beginAfter('2026-03-01', 'date', 86_400)).toBe('2026-02-28');
    expect(beginAfter('100', 'number', 5)).toBe('95');
    expect(beginAfter('x', 'number', 5)).toBeNull();
    expect(incrementalQuery('select 1', "1'; drop", { id: 'n', type: 'number' }, 'postgres')).toContain('>= null');
  });
  test('types are exact where the source says so, and text where masks stand', () => {
    const column = { name: 'a', kind: 'number', masked: false };
    expect(extractType({ ...column, type: 'numeric(18,2)' })).toBe('DECIMAL(18, 2)');
    expect(extractType({ ...column, type: 'bigint' })).toBe('BIGINT');
    expect(extractType({ ...column, type: 'bigint', masked: true })).toBe('VARCHAR');
    expect(extractType({ ...column, kind: 'time', type: 'timestamptz' })).toBe('TIMESTAMP');
  });
});
