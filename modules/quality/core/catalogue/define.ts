import type { NullPolicy } from '../../contract/rule-config.ts';
import { ConfigProblem, type Asked, type Declaration, type Given, type RuleTable } from './declaration.ts';
import type { Measure } from './measure.ts';

/** A declared rule type as the rest of the product uses it. */
export interface RuleType extends Omit<Declaration<unknown>, 'measure' | 'sentence' | 'parameters' | 'hasFilter'> {
  readonly hasFilter: boolean;
  /** Throws ConfigProblem for parameters and columns that cannot be used. */
  measure(given: Given): Measure;
  /** The rule as a Chinese sentence with the policy for missing values and, of lengths, that characters are counted. Throws ConfigProblem. */
  sentence(given: Given): string;
}

const NULLS: Readonly<Record<NullPolicy, string>> = { ignore: '空值不参与检查', bad: '空值计为不合格' };

function askedOf<P>(declared: Declaration<P>, given: Given): Asked<P> {
  const { table, config } = given;
  const { group } = declared;
  const parsed = declared.parameters.safeParse(group === null ? {} : (config[group] ?? {}));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const key = String(issue?.path[0] ?? '');
    const field = declared.fields.find((one) => one.key === key);
    const message = issue?.code === 'custom' ? issue.message : `请填写${field ? `“${field.label}”` : '规则参数'}`;
    throw new ConfigProblem(message, ['ruleConfig', group ?? '', key].filter(Boolean).join('.'));
  }
  const columnOf = (id: string, of: RuleTable = table) => {
    const found = of.columns.find((column) => column.id === id);
    if (!found) throw new ConfigProblem(`表“${of.name}”没有所选的字段，请先同步元数据后重新选择`, 'ruleColumnId');
    return found;
  };
  return {
    parameters: parsed.data,
    table,
    nulls: config.nulls ?? declared.nulls ?? 'ignore',
    now: given.now,
    columnOf,
    tableOf(id) {
      const found = id === table.id ? table : given.tables?.get(id);
      if (!found) throw new ConfigProblem('所选的关联表不存在或已删除，请重新选择', 'ruleConfig');
      return found;
    },
    get column() {
      if (given.columnId === null) throw new ConfigProblem('请选择要检查的字段', 'ruleColumnId');
      const column = columnOf(given.columnId);
      if (declared.kinds && !declared.kinds.includes(column.kind))
        throw new ConfigProblem(`“${declared.name}”不适用于字段“${column.name}”的类型 ${column.dataType}`, 'ruleColumnId');
      return column;
    },
    ruleName: (id) => given.ruleNames?.get(id) ?? '已删除或不可见的规则',
    get codeSet() {
      if (!given.codeSet) throw new ConfigProblem('请选择标准字典', 'ruleConfig.consistent.gbTypeId');
      return given.codeSet;
    },
  };
}

/** A rule type from its declaration; parameters are parsed wherever they are used. */
export function defineRuleType<P>(declared: Declaration<P>): RuleType {
  const { measure, sentence, parameters: _, ...rest } = declared;
  return {
    ...rest,
    hasFilter: declared.hasFilter ?? true,
    measure: (given) => measure(askedOf(declared, given)),
    sentence(given) {
      const asked = askedOf(declared, given);
      const parts = [sentence(asked)];
      if (declared.nulls !== null) parts.push(NULLS[asked.nulls]);
      if (given.config.filter) parts.push(`只检查满足 ${given.config.filter} 的行`);
      return `${parts.join('；')}。`;
    },
  };
}
