import * as z from 'zod';
import type { CnKind } from '#kit/core/cn/index.ts';
import { all, call, column, compare, isIn, matches, number, type Comparison, type SqlForm } from '../measure/tree.ts';
import { columnLabel, ConfigProblem, type KnownAs } from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';
import { boundsOf, boundsText, endOf, RANGE } from './parts.ts';

/* Rules of the family about the values of one column: length, range, pattern, set, and the numbers that Chinese standards define. */

export const CHARACTERS = '长度按字符计，不按字节（一个汉字是一个字符）';
const length = (
  code: string,
  name: string,
  of: { key: 'maxLength' | 'length'; op: Comparison; says: string; knownAs?: KnownAs },
): RuleType =>
  defineRuleType({
    code,
    dimension: 'accuracy',
    name,
    help: `文本的长度${of.says}若干个字符`,
    target: 'column',
    kinds: ['text'],
    group: 'accuracy',
    parameters: z.object({ maxLength: z.number().optional(), length: z.number().optional() }).superRefine((one, ctx) => {
      if (one[of.key] === undefined) ctx.addIssue({ code: 'custom', message: `请填写“${name}”`, path: [of.key] });
    }),
    fields: [
      {
        key: of.key,
        label: of.key === 'length' ? '长度' : '最大长度',
        control: 'number',
        isRequired: true,
        unit: '个字符',
        help: CHARACTERS,
      },
    ],
    nulls: 'ignore',
    needsLiteral: false,
    measure: ({ column: one, parameters }) => ({
      of: 'rows',
      good: compare(call('length', column(one.name)), of.op, number(parameters[of.key] ?? 0)),
      judged: [column(one.name)],
    }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”的长度${of.says}${parameters[of.key]}个字符；${CHARACTERS}`,
    ...(of.knownAs && { knownAs: of.knownAs }),
  });

const FORM_TEXTS: Readonly<Record<string, { name: string; rule: string }>> = {
  accuracy_id_card: { name: '身份证号', rule: '18位公民身份号码：省级代码、出生日期与校验位正确（GB 11643）' },
  accuracy_credit_code: { name: '统一社会信用代码', rule: '18位统一社会信用代码：登记管理部门、主体标识码与校验位正确（GB 32100）' },
  accuracy_mobile: { name: '手机号码', rule: '11位手机号码：1开头、第二位为3至9（号段持续放出，不逐段核对）' },
  accuracy_bank_card: { name: '银行卡号', rule: '银行卡号：发卡组织、位数与校验位正确（GB/T 15694）' },
};
const form = (code: string, of: SqlForm & CnKind): RuleType => {
  const { name, rule } = FORM_TEXTS[code]!;
  return defineRuleType({
    code,
    dimension: 'accuracy',
    name,
    help: `字段的值是${rule}`,
    target: 'column',
    kinds: ['text', 'number'],
    group: null,
    parameters: z.object({}),
    fields: [],
    nulls: 'ignore',
    needsLiteral: false,
    measure: ({ column: one }) => ({ of: 'rows', good: { is: 'form', form: of, value: column(one.name) }, judged: [column(one.name)] }),
    sentence: ({ column: one }) => `字段“${columnLabel(one)}”的值是${rule}`,
    ...(code === 'accuracy_id_card' && { knownAs: { qualitis: ['身份证检测'] } }),
  });
};

export const ACCURACY_RULES: readonly RuleType[] = [
  length('accuracy_key_length', '最大长度', { key: 'maxLength', op: '<=', says: '不超过', knownAs: { datavines: ['column_length'] } }),
  length('accuracy_length', '固定长度', {
    key: 'length',
    op: '=',
    says: '等于',
    knownAs: { gx: ['column_value_lengths_to_equal'] },
  }),
  defineRuleType({
    code: 'accuracy_range',
    dimension: 'accuracy',
    name: '取值范围',
    help: '数值、日期或文本在最小值与最大值之间，包含两端；可只填一端，可用 ${yyyy-MM-dd} 表示检查当天',
    target: 'column',
    kinds: ['number', 'time', 'text'],
    group: 'accuracy',
    parameters: RANGE,
    fields: [
      { key: 'min', label: '最小值', control: 'text', help: '含该值；日期写成 2026-03-01' },
      { key: 'max', label: '最大值', control: 'text', help: '含该值；${yyyy-MM-dd} 表示检查当天' },
    ],
    nulls: 'ignore',
    needsLiteral: true,
    measure({ column: one, parameters }) {
      const { min, max } = boundsOf(parameters);
      const value = column(one.name);
      // a day as the last one includes all of it, also where the column holds moments
      const left = max !== null && one.kind === 'time' && /^\d{4}-\d\d-\d\d$/.test(max) ? call('toDay', value) : value;
      return {
        of: 'rows',
        good: all(
          ...(min === null ? [] : [compare(value, '>=', endOf(one, min, 'ruleConfig.accuracy.min'))]),
          ...(max === null ? [] : [compare(left, '<=', endOf(one, max, 'ruleConfig.accuracy.max'))]),
        ),
        judged: [value],
      };
    },
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”的值${boundsText(boundsOf(parameters))}`,
    knownAs: { gx: ['column_values_to_be_between'], qualitis: ['数值范围检测'], datavines: ['column_value_between'] },
  }),
  defineRuleType({
    code: 'accuracy_regex',
    dimension: 'accuracy',
    name: '正则表达式',
    help: '文本与正则表达式相符；未写 ^ 与 $ 时在文本中任意位置出现即可',
    target: 'column',
    kinds: ['text', 'number'],
    group: 'accuracy',
    parameters: z.object({ pattern: z.string().min(1) }),
    fields: [{ key: 'pattern', label: '正则表达式', control: 'text', isRequired: true, placeholder: '^[A-Z]{2}\\d{6}$' }],
    nulls: 'ignore',
    needsLiteral: true,
    measure: ({ column: one, parameters }) => ({
      of: 'rows',
      good: matches(column(one.name), parameters.pattern),
      judged: [column(one.name)],
    }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”的值与正则表达式 ${parameters.pattern} 相符`,
    knownAs: { gx: ['column_values_to_match_regex'], qualitis: ['正则表达式检测'], datavines: ['column_match_regex'] },
  }),
  defineRuleType({
    code: 'accuracy_in_set',
    dimension: 'accuracy',
    name: '在取值列表中',
    help: '字段的值是列出的值之一，逐字比较，区分大小写',
    target: 'column',
    kinds: ['text', 'number', 'boolean'],
    group: 'accuracy',
    parameters: z.object({ values: z.array(z.string()).min(1) }),
    fields: [{ key: 'values', label: '允许的值', control: 'words', isRequired: true }],
    nulls: 'ignore',
    needsLiteral: true,
    measure: ({ column: one, parameters }) => ({
      of: 'rows',
      good: isIn(column(one.name), parameters.values),
      judged: [column(one.name)],
    }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”的值是 ${shortList(parameters.values)} 之一，区分大小写`,
    knownAs: { gx: ['column_values_to_be_in_set'], qualitis: ['枚举值检测'], datavines: ['column_in_enums'] },
  }),
  defineRuleType({
    code: 'accuracy_no_space',
    dimension: 'accuracy',
    name: '不含空格',
    help: '文本中没有空格、制表符、换行和全角空格',
    target: 'column',
    kinds: ['text'],
    group: null,
    parameters: z.object({}),
    fields: [],
    nulls: 'ignore',
    needsLiteral: false,
    measure: ({ column: one }) => ({
      of: 'rows',
      good: { is: 'spaceless', value: column(one.name) },
      judged: [column(one.name)],
    }),
    sentence: ({ column: one }) => `字段“${columnLabel(one)}”的文本不含空格、制表符、换行和全角空格`,
  }),
  form('accuracy_id_card', 'idCard'),
  form('accuracy_credit_code', 'creditCode'),
  form('accuracy_mobile', 'mobile'),
  defineRuleType({
    code: 'accuracy_email',
    dimension: 'accuracy',
    name: '电子邮箱',
    help: '字段的值是电子邮箱地址',
    target: 'column',
    kinds: ['text'],
    group: null,
    parameters: z.object({}),
    fields: [],
    nulls: 'ignore',
    needsLiteral: false,
    measure: ({ column: one }) => ({
      of: 'rows',
      good: { is: 'form', form: 'email', value: column(one.name) },
      judged: [column(one.name)],
    }),
    sentence: ({ column: one }) => `字段“${columnLabel(one)}”的值是电子邮箱地址，如 name@example.com`,
  }),
  form('accuracy_bank_card', 'bankCard'),
];

/** The first values of a list as people read it. */
export function shortList(values: readonly string[]): string {
  if (values.length === 0) throw new ConfigProblem('请填写取值列表', 'ruleConfig');
  const first = values.slice(0, 10).join('、');
  return values.length > 10 ? `${first} 等${values.length}个值` : first;
}
