import { exprProgram, parseExpr, ExprProblem, type ExprField } from '#kit/core/expr/index.ts';
import type { Operator } from '../../contract/rule-config.ts';
import type { RuleColumn, RuleTable } from '../catalogue/declaration.ts';
import type { CatalogueCheck, Measure } from '../catalogue/measure.ts';
import { compareDecimals } from './decimals.ts';
import { failed, outcome, skipped, type Outcome } from './outcome.ts';
import { isWithin } from './plan.ts';

/* Results of rules that no statement of ours measures: metadata, statements of owners, formulas, probes. What they need is given. */

/** What metadata rules need beside the table. */
export interface Facts {
  readonly table: RuleTable;
  /** columns at the last check of the rule; null = this is the first */
  readonly previous?: readonly Pick<RuleColumn, 'name' | 'dataType'>[] | null;
  /** contrast of the column with its standard, by part; null = it is bound to none */
  readonly contrast?: Readonly<Partial<Record<string, boolean>>> | null;
}

const typeName = (type: string): string => type.toLowerCase().replace(/\s+/g, ' ').trim();
const bareType = (type: string): string => typeName(type).replace(/\s*\(.*\)/, '');

function columnsOutcome(ruleId: string, ask: Extract<CatalogueCheck, { check: 'columns' }>, table: RuleTable): Outcome {
  const names = table.columns.map(({ name }) => name);
  const lacking = ask.names.filter((name) => !names.includes(name));
  const extra = ask.how === 'contains' ? [] : names.filter((name) => !ask.names.includes(name));
  const isOrdered = ask.how !== 'ordered' || names.join('\n') === ask.names.join('\n');
  const said = [
    ...(lacking.length > 0 ? [`缺少 ${lacking.join('、')}`] : []),
    ...(extra.length > 0 ? [`多出 ${extra.join('、')}`] : []),
    ...(lacking.length + extra.length === 0 && !isOrdered ? ['顺序不同'] : []),
  ];
  return outcome(ruleId, { isGood: said.length === 0, value: said.join('，') || '一致' });
}

function unchanged(ruleId: string, { table, previous }: Facts): Outcome {
  if (!previous) return skipped(ruleId, '第一次检查，没有可比较的结构');
  const now = new Map(table.columns.map(({ name, dataType }) => [name, dataType]));
  const before = new Map(previous.map(({ name, dataType }) => [name, dataType]));
  const said = [
    ...[...now.keys()].filter((name) => !before.has(name)).map((name) => `增加 ${name}`),
    ...[...before.keys()].filter((name) => !now.has(name)).map((name) => `减少 ${name}`),
    ...[...now].flatMap(([name, type]) => {
      const old = before.get(name);
      return old !== undefined && old !== type ? [`${name} 的类型由 ${old} 变为 ${type}`] : [];
    }),
  ];
  return outcome(ruleId, { isGood: said.length === 0, value: said.join('，') || '没有变化' });
}

/** Result of a metadata rule. */
export function catalogueOutcome(ruleId: string, measure: Extract<Measure, { of: 'catalogue' }>, facts: Facts): Outcome {
  const { ask } = measure;
  const { table } = facts;
  const one = table.columns.find(({ name }) => name === measure.column);
  switch (ask.check) {
    case 'columnExists':
      return outcome(ruleId, { isGood: one !== undefined, value: one ? '存在' : '不存在' });
    case 'hasComment': {
      const comment = (measure.column === null ? table.comment : one?.comment)?.trim();
      return outcome(ruleId, { isGood: Boolean(comment), value: comment || '没有说明' });
    }
    case 'hasPrimaryKey':
      return outcome(ruleId, { isGood: table.key !== null && table.key.length > 0, value: table.key?.join('、') || '没有主键' });
    case 'notNullable':
      return one?.isNullable === undefined
        ? skipped(ruleId, '元数据中没有可否为空的信息')
        : outcome(ruleId, { isGood: !one.isNullable, value: one.isNullable ? '可为空' : '不可为空' });
    case 'type': {
      const type = one?.dataType ?? '';
      return outcome(ruleId, {
        isGood: ask.types.some((wanted) => typeName(wanted) === typeName(type) || typeName(wanted) === bareType(type)),
        value: type,
      });
    }
    case 'columnCount':
      return outcome(ruleId, { isGood: isWithin(String(table.columns.length), ask.bounds), value: String(table.columns.length) });
    case 'columns':
      return columnsOutcome(ruleId, ask, table);
    case 'naming': {
      const roots = new Set(ask.roots.map((root) => root.toLowerCase()));
      const unknown = (measure.column ?? '')
        .toLowerCase()
        .split('_')
        .filter((part) => !roots.has(part) && !/^\d+$/.test(part));
      return outcome(ruleId, { isGood: unknown.length === 0, value: unknown.length === 0 ? '符合' : `不是词根：${unknown.join('、')}` });
    }
    case 'element': {
      const { contrast } = facts;
      if (!contrast) return skipped(ruleId, '字段没有绑定数据元标准');
      const bad = ask.parts.filter((part) => contrast[part] === false);
      return outcome(ruleId, { isGood: bad.length === 0, value: bad.length === 0 ? '合标' : `不合标：${bad.join('、')}` });
    }
    case 'unchanged':
      return unchanged(ruleId, facts);
  }
}

const KEEPS: Readonly<Record<Operator, (order: number) => boolean>> = {
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  ge: (order) => order >= 0,
  gt: (order) => order > 0,
};
const against = (
  ruleId: string,
  value: string,
  { operator, bounds }: { operator: Operator; bounds: { min: string | null; max: string | null } },
) => outcome(ruleId, { isGood: KEEPS[operator](compareDecimals(value, bounds.min ?? bounds.max ?? '0')), value: value });

/** Result of a statement of the owner that answers one number: the first cell of its first row. */
export function numberOutcome(ruleId: string, measure: Extract<Measure, { of: 'sql'; gives: 'number' }>, cell: unknown): Outcome {
  if (cell === null || cell === undefined) return skipped(ruleId, '查询没有得到数值，本次跳过');
  const value = String(cell as string | number);
  if (value.trim() === '' || Number.isNaN(Number(value))) return failed(ruleId, `查询的结果“${value.slice(0, 20)}”不是数值`);
  return against(ruleId, value, measure);
}

/**
 * Result of a formula over other rules of the batch: `[规则1]` is the number of the first of them (bad rows of row rules). One that could not run
 * leaves the formula without a result.
 */
export function formulaOutcome(
  ruleId: string,
  measure: Extract<Measure, { of: 'formula' }>,
  results: readonly (Outcome | undefined)[],
): Outcome {
  const numbers = results.map((one) =>
    one?.problem ? null : (one?.value ?? (one?.bad === undefined ? null : (one.bad?.toString() ?? null))),
  );
  if (numbers.some((one) => one === null)) return skipped(ruleId, '引用的规则本次没有结果，跳过');
  const fields = numbers.map((_, i): ExprField => ({ id: `规则${i + 1}`, name: `规则${i + 1}`, type: 'number' }));
  const parsed = parseExpr(measure.expression);
  if (parsed.ast === null) return failed(ruleId, `公式不正确：${parsed.error.message}`);
  try {
    const value = exprProgram(parsed.ast, fields, { today: '2000-01-01' }).run((id) => numbers[Number(id.slice(2)) - 1] ?? null);
    if (typeof value !== 'string') return skipped(ruleId, '公式没有得到数值（如除数为0），本次跳过');
    return against(ruleId, value, measure);
  } catch (error) {
    if (error instanceof ExprProblem) return failed(ruleId, `公式不正确：${error.message}`);
    throw error;
  }
}

/** Result of a probe: how long one row took to come, in milliseconds; null = it could not be read. */
export const probeOutcome = (ruleId: string, measure: Extract<Measure, { of: 'probe' }>, ms: number | null): Outcome =>
  ms === null
    ? outcome(ruleId, { isGood: false, value: '不可访问' })
    : outcome(ruleId, { isGood: measure.seconds === null || ms <= measure.seconds * 1000, value: `${Math.round(ms)}毫秒` });
