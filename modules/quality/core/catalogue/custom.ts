import * as z from 'zod';
import { Operator } from '../../contract/rule-config.ts';
import { formulaProblem } from '../compile/formula.ts';
import { ConfigProblem } from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';
import { COMPARISONS, OPERATOR_CHOICES } from './pairs.ts';

/* Rules whose number is that of a statement, or made of other rules. */

const boundsFor = (operator: Operator, value: string) => ({
  min: ['eq', 'ge', 'gt', 'ne'].includes(operator) ? value : null,
  max: ['eq', 'le', 'lt', 'ne'].includes(operator) ? value : null,
});

export const CUSTOM_RULES: readonly RuleType[] = [
  defineRuleType({
    code: 'custom_number',
    dimension: 'accuracy',
    name: '自定义SQL（一个数）',
    help: '一条查询语句，结果的第一行第一列是一个数，与给定值比较；以规则负责人的权限运行',
    target: 'table',
    group: 'custom',
    parameters: z.object({ sql: z.string().trim().min(1), operator: Operator, value: z.string() }),
    fields: [
      { key: 'sql', label: '查询一个数的SQL', control: 'sql', isRequired: true },
      { key: 'operator', label: '关系', control: 'choice', isRequired: true, choices: OPERATOR_CHOICES },
      { key: 'value', label: '给定值', control: 'text', isRequired: true },
    ],
    nulls: null,
    hasFilter: false,
    needsLiteral: false,
    measure: ({ parameters }) => ({
      of: 'sql',
      gives: 'number',
      sql: parameters.sql,
      bounds: boundsFor(parameters.operator, parameters.value),
      operator: parameters.operator,
    }),
    sentence: ({ parameters }) => `自定义SQL查出的数${COMPARISONS[parameters.operator].label}${parameters.value}`,
    knownAs: { datavines: ['custom_aggregate_sql'] },
  }),
  defineRuleType({
    code: 'custom_formula',
    dimension: 'accuracy',
    name: '规则公式',
    help: '用其他规则最近一次的结果计算，如 [规则1] / [规则1行数]；同一批里其他规则先执行',
    target: 'table',
    group: 'custom',
    parameters: z.object({
      expression: z.string().trim().min(1),
      ruleIds: z.array(z.string()).min(1),
      operator: Operator,
      value: z
        .string()
        .trim()
        .regex(/^[+-]?\d{1,60}(\.\d{1,60})?$/),
    }),
    fields: [
      { key: 'ruleIds', label: '引用的规则', control: 'rules', isRequired: true, help: '按选择的先后为规则1、规则2…' },
      {
        key: 'expression',
        label: '公式',
        control: 'expression',
        isRequired: true,
        placeholder: '[规则1] / [规则1行数]',
        help: '[规则1]：测得的数，按行检查的规则为不合格行数；[规则1行数]：检查的行数',
      },
      { key: 'operator', label: '关系', control: 'choice', isRequired: true, choices: OPERATOR_CHOICES },
      { key: 'value', label: '给定值', control: 'text', isRequired: true },
    ],
    nulls: null,
    hasFilter: false,
    needsLiteral: false,
    measure({ parameters }) {
      const problem = formulaProblem(parameters.expression, parameters.ruleIds.length);
      if (problem !== null) throw new ConfigProblem(problem, 'ruleConfig.custom.expression');
      return {
        of: 'formula',
        expression: parameters.expression,
        ruleIds: parameters.ruleIds,
        bounds: boundsFor(parameters.operator, parameters.value),
        operator: parameters.operator,
      };
    },
    sentence: ({ parameters, ruleName }) =>
      `公式 ${parameters.expression} ${COMPARISONS[parameters.operator].label}${parameters.value}；${parameters.ruleIds
        .map((id, i) => `规则${i + 1}是“${ruleName(id)}”`)
        .join('，')}`,
  }),
];
