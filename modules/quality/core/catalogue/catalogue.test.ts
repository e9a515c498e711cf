import { describe, expect, it } from 'vitest';
import { RuleConfig } from '../../contract/rule-config.ts';
import { comparesLiteral } from '../measure/tree.ts';
import { ConfigProblem, DIMENSIONS } from './declaration.ts';
import { RULE_TYPES, ruleTypeOf } from './index.ts';
import { ruleOn } from './test-given.ts';

/** The first twenty, whose codes and parameters never change. */
const FIXED: readonly [code: string, column: string | null, more: object, sentence: string][] = [
  ['unique_key', 'id', {}, '字段“编号（id）”的值不重复，同一个值第二行起计为不合格；空值不参与检查。'],
  ['unique_columns', null, { unique: { columnIds: ['name', 'dept'] } }, '字段“姓名（name）”、“部门（dept）”的值组合不重复'],
  ['integrity_key', 'name', {}, '字段“姓名（name）”不为空值（NULL），空白文本不算空值。'],
  ['integrity_not_blank', 'name', {}, '也不是空白文本'],
  ['accuracy_key_length', 'name', { accuracy: { maxLength: 4 } }, '不超过4个字符；长度按字符计，不按字节'],
  ['accuracy_length', 'code', { accuracy: { length: 6 } }, '等于6个字符'],
  ['accuracy_range', 'born', { accuracy: { min: '1940-01-01', max: '2026-03-01' } }, '在1940-01-01至2026-03-01之间（含两端）'],
  ['accuracy_regex', 'code', { accuracy: { pattern: '^[A-Z]+$' } }, '与正则表达式 ^[A-Z]+$ 相符'],
  ['accuracy_in_set', 'dept', { accuracy: { values: ['A', 'B'] } }, '是 A、B 之一，区分大小写'],
  ['accuracy_no_space', 'name', {}, '不含空格、制表符、换行和全角空格'],
  ['accuracy_id_card', 'code', {}, '校验位正确（GB 11643）'],
  ['accuracy_credit_code', 'code', {}, 'GB 32100'],
  ['accuracy_mobile', 'code', {}, '手机号码'],
  ['accuracy_email', 'code', {}, '电子邮箱'],
  ['accuracy_bank_card', 'code', {}, 'GB/T 15694'],
  ['consistent_key', 'dept', { consistent: { gbTypeId: '1', bindGbColumn: 'gb_code' } }, '都是标准字典“性别”的代码'],
  ['consistent_columns', 'seen', { consistent: { columnId: 'left_at', operator: 'le', days: 7 } }, '不大于字段“left_at”加7天，按日期比较'],
  ['relevance_key', 'dept', { relevance: { relatedTableId: 'dept', relatedColumnId: 'code' } }, '都存在于表“部门（dept）”的字段“code”中'],
  ['timeliness_key', 'seen', { timeliness: { threshold: 3 } }, '不满3天'],
  ['custom_sql', null, { custom: { sql: 'select 1' } }, '查不出不合格的行'],
];
const config = (ruleItemCode: string, more: object = {}) => RuleConfig.parse({ ruleItemCode, ...more });

describe('rule types', () => {
  it.each(FIXED)('%s is there with its sentence', (code, column, more, sentence) => {
    const type = ruleTypeOf(code)!;
    const rule = ruleOn(column, config(code, more));
    expect(type.sentence(rule)).toContain(sentence);
    const measure = type.measure(rule);
    if (measure.of === 'rows' && comparesLiteral(measure.good)) expect(type.needsLiteral).toBe(true);
  });

  it('have codes of their own, a dimension, and fields that their parameters know', () => {
    expect(new Set(RULE_TYPES.map(({ code }) => code)).size).toBe(RULE_TYPES.length);
    for (const type of RULE_TYPES) {
      expect(Object.keys(DIMENSIONS)).toContain(type.dimension);
      expect(type.name).toMatch(/[\u4e00-\u9fff]/);
      if (type.group === null) expect(type.fields).toEqual([]);
      for (const { key } of type.fields)
        expect([type.code, Object.keys(RuleConfig.shape[type.group!].unwrap().shape)]).toEqual([type.code, expect.arrayContaining([key])]);
    }
  });

  it('say what is missing, and where', () => {
    const problem = (code: string, column: string | null, more: object = {}) => {
      try {
        ruleTypeOf(code)!.measure(ruleOn(column, config(code, more)));
      } catch (error) {
        if (error instanceof ConfigProblem) return [error.message, error.path];
        throw error;
      }
      return null;
    };
    expect(problem('accuracy_key_length', 'name')).toEqual(['请填写“最大长度”', 'ruleConfig.accuracy.maxLength']);
    expect(problem('accuracy_range', 'score', { accuracy: { min: '' } })).toEqual(['请填写最小值或最大值', 'ruleConfig.accuracy.min']);
    expect(problem('accuracy_range', 'score', { accuracy: { min: '一' } })).toEqual([
      '字段“score”是数值，“一”不是数值',
      'ruleConfig.accuracy.min',
    ]);
    expect(problem('accuracy_range', 'score', { accuracy: { min: '1' } })).toBeNull();
    expect(problem('accuracy_range', 'born', { accuracy: { max: '2026-02-30' } })).toEqual([
      '没有“2026-02-30”这个时间，请检查月、日和时刻',
      'ruleConfig.accuracy.max',
    ]);
    expect(problem('accuracy_range', 'born', { accuracy: { min: '2028-02-29 08:30' } })).toBeNull();
    for (const [column, min, max] of [
      ['score', '10', '9.5'],
      ['born', '2026-03-02', '2026-03-01'],
    ] as const)
      expect(problem('accuracy_range', column, { accuracy: { min, max } })).toEqual(['最大值不能小于最小值', 'ruleConfig.accuracy.max']);
    expect(problem('accuracy_range', 'born', { accuracy: { min: '2026-03-01 08:00', max: '2026-03-01' } })).toBeNull();
    expect(problem('consistent_sum', 'score', { consistent: { columnIds: ['name'] } })).toEqual([
      '字段“name”不是数值，不能相加',
      'ruleConfig.consistent.columnIds',
    ]);
    expect(problem('consistent_columns', 'seen', { consistent: { columnId: 'score', operator: 'le' } })?.[0]).toContain('类型不同');
    expect(problem('consistent_columns', 'seen', { consistent: { columnId: 'name', operator: 'le' } })).toBeNull();
    expect(
      problem('consistent_table', null, { consistent: { relatedTableId: 'dept', keyColumnIds: ['score'], relatedKeyColumnIds: ['code'] } }),
    ).toEqual(['字段“score”与对方表的“code”类型不同，不能比较', 'ruleConfig.consistent.relatedKeyColumnIds']);
    expect(problem('accuracy_id_card', null)).toEqual(['请选择要检查的字段', 'ruleColumnId']);
    expect(problem('accuracy_no_space', 'score')?.[0]).toContain('不适用于字段“score”');
    expect(problem('relevance_key', 'dept', { relevance: { relatedTableId: 'x', relatedColumnId: 'y' } })?.[0]).toContain('关联表不存在');
    expect(problem('unique_columns', null, { unique: { columnIds: ['name', 'gone'] } })?.[0]).toContain('没有所选的字段');
  });

  it('state what a missing value counts as', () => {
    const range = { accuracy: { min: '1' } };
    const sentence = (more: object) =>
      ruleTypeOf('accuracy_range')!.sentence(ruleOn('score', config('accuracy_range', { ...range, ...more })));
    expect(sentence({})).toBe('字段“score”的值不小于1；空值不参与检查。');
    expect(sentence({ nulls: 'bad' })).toBe('字段“score”的值不小于1；空值计为不合格。');
    expect(sentence({ filter: "[dept] = 'A'" })).toContain("只检查满足 [dept] = 'A' 的行");
  });
});
