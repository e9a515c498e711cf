import * as z from 'zod';
import { conditionOf } from '../measure/from-expr.ts';
import { column, TRUE, type Aggregate, type Condition, type Value } from '../measure/tree.ts';
import {
  columnLabel,
  ConfigProblem,
  isAcross,
  relatedLabel,
  tableLabel,
  type Asked,
  type ConfigField,
  type RuleColumn,
  type RuleTable,
} from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';

/* Rules that hold one table against another one, of the same source or of another. */

export const AGGREGATES = {
  count: '行数',
  sum: '总和',
  mean: '平均值',
  min: '最小值',
  max: '最大值',
  distinct: '不同值个数',
} as const;
const aggregateOf = (kind: keyof typeof AGGREGATES, value: Value | null): Aggregate => {
  if (kind === 'count' || value === null) return { is: 'rows' };
  return { is: kind, value, where: TRUE };
};

const Ids = z.array(z.string()).optional();
const TOLERANCE_FIELDS: readonly ConfigField[] = [
  { key: 'tolerance', label: '允许相差', control: 'number', help: '数值相差不超过它算一致' },
  { key: 'tolerancePercent', label: '允许相差百分比', control: 'number', unit: '%' },
];
const FILTER_FIELD: ConfigField = {
  key: 'relatedFilter',
  label: '只取对方表的这些行',
  control: 'expression',
  help: '用 [字段] 写对方表的条件，不填则取全部行',
  placeholder: "[status] = '1'",
};
const allowedText = ({ tolerance, tolerancePercent }: { tolerance?: number | undefined; tolerancePercent?: number | undefined }) =>
  [...(tolerance ? [`相差不超过${tolerance}`] : []), ...(tolerancePercent ? [`相差不超过${tolerancePercent}%`] : [])].join('或');
const filterText = (relatedFilter: string | undefined): string =>
  relatedFilter?.trim() ? `；对方表只取满足 ${relatedFilter.trim()} 的行` : '';
const otherFilterOf = ({ now }: Asked<unknown>, text: string | undefined, table: RuleTable): Condition =>
  text?.trim() ? conditionOf(text, table.columns, { today: now.slice(0, 10), path: 'ruleConfig.consistent.relatedFilter' }) : TRUE;
/** Columns of both sides of a comparison of tables. Throws ConfigProblem where their numbers differ. */
export function sides<P>(
  { columnOf, tableOf }: Asked<P>,
  of: { tableId: string; here: readonly string[]; there: readonly string[]; path: string },
): { table: RuleTable; here: RuleColumn[]; there: RuleColumn[] } {
  if (of.here.length !== of.there.length) throw new ConfigProblem('两边的字段个数应相同', of.path);
  const table = tableOf(of.tableId);
  return { table, here: of.here.map((id) => columnOf(id)), there: of.there.map((id) => columnOf(id, table)) };
}
export const names = (columns: readonly RuleColumn[]): string[] => columns.map(({ name }) => name);

/** The columns of the other table that these are held against: those chosen, or those of the same names. */
function partners(table: RuleTable, columns: readonly RuleColumn[]): RuleColumn[] {
  return columns.map(({ name }) => {
    const found =
      table.columns.find((one) => one.name === name) ?? table.columns.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!found) throw new ConfigProblem(`对方表没有同名字段“${name}”，请选择对方的字段`, 'ruleConfig.consistent.columnIds');
    return found;
  });
}

/** Columns that one statement holds against each other are of one kind; across sources their values are compared as texts of one form. */
function alike(here: readonly RuleColumn[], there: readonly RuleColumn[], path: string): void {
  here.forEach((one, i) => {
    const other = there[i]!;
    if (one.kind !== other.kind && one.kind !== 'other' && other.kind !== 'other')
      throw new ConfigProblem(`字段“${one.name}”与对方表的“${other.name}”类型不同，不能比较`, path);
  });
}

const rowsRule = defineRuleType({
  code: 'consistent_table',
  dimension: 'consistent',
  name: '两表逐键一致',
  help: '按键比对两张表：缺少、多出、内容不同的行都不合格；对方表可以在另一个数据源',
  target: 'table',
  group: 'consistent',
  parameters: z.object({
    relatedTableId: z.string(),
    keyColumnIds: z.array(z.string()).min(1),
    relatedKeyColumnIds: z.array(z.string()).min(1),
    columnIds: Ids,
    relatedColumnIds: Ids,
    relatedFilter: z.string().optional(),
    tolerance: z.number().min(0).optional(),
    tolerancePercent: z.number().min(0).max(100).optional(),
  }),
  fields: [
    { key: 'relatedTableId', label: '对方表', control: 'table', isRequired: true },
    { key: 'keyColumnIds', label: '本表的键', control: 'columns', isRequired: true },
    { key: 'relatedKeyColumnIds', label: '对方表的键', control: 'relatedColumns', isRequired: true, help: '顺序与本表的键相同' },
    { key: 'columnIds', label: '比对的字段', control: 'columns', help: '不选则只看键是否缺少或多出' },
    { key: 'relatedColumnIds', label: '对方比对的字段', control: 'relatedColumns', help: '顺序与比对的字段相同；不选则取同名字段' },
    ...TOLERANCE_FIELDS,
    FILTER_FIELD,
  ],
  nulls: null,
  needsLiteral: false,
  measure(asked) {
    const { parameters } = asked;
    const { table, here, there } = sides(asked, {
      tableId: parameters.relatedTableId,
      here: parameters.keyColumnIds,
      there: parameters.relatedKeyColumnIds,
      path: 'ruleConfig.consistent.relatedKeyColumnIds',
    });
    const columns = (parameters.columnIds ?? []).map((id) => asked.columnOf(id));
    const chosen = parameters.relatedColumnIds ?? [];
    if (chosen.length > 0 && chosen.length !== columns.length)
      throw new ConfigProblem('两边比对的字段个数应相同', 'ruleConfig.consistent.relatedColumnIds');
    const others = chosen.length > 0 ? chosen.map((id) => asked.columnOf(id, table)) : partners(table, columns);
    if (!isAcross(asked.table, table)) {
      alike(here, there, 'ruleConfig.consistent.relatedKeyColumnIds');
      alike(columns, others, 'ruleConfig.consistent.relatedColumnIds');
    }
    return {
      of: 'differences',
      keys: names(here),
      columns: names(columns),
      table,
      otherKeys: names(there),
      otherColumns: names(others),
      otherFilter: otherFilterOf(asked, parameters.relatedFilter, table),
      tolerance: parameters.tolerance ?? 0,
      tolerancePercent: parameters.tolerancePercent ?? 0,
    };
  },
  sentence(asked) {
    const { table, parameters, tableOf } = asked;
    const allowed = allowedText(parameters);
    const what =
      (parameters.columnIds ?? []).length > 0 ? '逐行一致，缺少、多出与不同的行计为不合格' : '一一对应，缺少与多出的行计为不合格';
    return `表“${tableLabel(table)}”与${relatedLabel(table, tableOf(parameters.relatedTableId))}按键${what}${allowed ? `；数值${allowed}算一致` : ''}${filterText(parameters.relatedFilter)}`;
  },
  knownAs: { datavines: ['multi_table_accuracy'] },
});

const figuresRule = defineRuleType({
  code: 'consistent_aggregate',
  dimension: 'consistent',
  name: '两表汇总对账',
  help: '本表与对方表的行数、总和等汇总值（可以按组）相等或差异在允许范围内；对方表可以在另一个数据源',
  target: 'table',
  group: 'consistent',
  parameters: z.object({
    relatedTableId: z.string(),
    aggregate: z.enum(['count', 'sum', 'mean', 'min', 'max', 'distinct']),
    columnId: z.string().optional(),
    relatedColumnId: z.string().optional(),
    groupColumnIds: Ids,
    relatedGroupColumnIds: Ids,
    relatedFilter: z.string().optional(),
    tolerance: z.number().min(0).optional(),
    tolerancePercent: z.number().min(0).max(100).optional(),
  }),
  fields: [
    { key: 'relatedTableId', label: '对方表', control: 'table', isRequired: true },
    {
      key: 'aggregate',
      label: '汇总',
      control: 'choice',
      isRequired: true,
      choices: Object.entries(AGGREGATES).map(([value, label]) => ({ value, label })),
    },
    { key: 'columnId', label: '本表字段', control: 'column', help: '汇总行数时不填' },
    { key: 'relatedColumnId', label: '对方字段', control: 'relatedColumn', help: '汇总行数时不填' },
    { key: 'groupColumnIds', label: '本表分组字段', control: 'columns', help: '不选则比对一个总数' },
    { key: 'relatedGroupColumnIds', label: '对方分组字段', control: 'relatedColumns', help: '顺序与本表分组字段相同' },
    ...TOLERANCE_FIELDS,
    FILTER_FIELD,
  ],
  nulls: null,
  needsLiteral: true,
  measure(asked) {
    const { parameters, columnOf } = asked;
    const { aggregate, columnId, relatedColumnId } = parameters;
    if (aggregate !== 'count' && (!columnId || !relatedColumnId))
      throw new ConfigProblem('请选择两边要汇总的字段', 'ruleConfig.consistent.columnId');
    const { table, here, there } = sides(asked, {
      tableId: parameters.relatedTableId,
      here: parameters.groupColumnIds ?? [],
      there: parameters.relatedGroupColumnIds ?? [],
      path: 'ruleConfig.consistent.relatedGroupColumnIds',
    });
    const chosen = [...(columnId ? [columnOf(columnId)] : []), ...(relatedColumnId ? [columnOf(relatedColumnId, table)] : [])];
    const unfit = aggregate === 'sum' || aggregate === 'mean' ? chosen.find(({ kind }) => kind !== 'number') : undefined;
    if (unfit) throw new ConfigProblem(`字段“${unfit.name}”不是数值，不能求${AGGREGATES[aggregate]}`, 'ruleConfig.consistent.columnId');
    return {
      of: 'reconcile',
      value: aggregateOf(aggregate, columnId ? column(columnOf(columnId).name) : null),
      what: AGGREGATES[aggregate],
      table,
      other: aggregateOf(aggregate, relatedColumnId ? column(columnOf(relatedColumnId, table).name) : null),
      groups: names(here),
      otherGroups: names(there),
      otherFilter: otherFilterOf(asked, parameters.relatedFilter, table),
      tolerance: parameters.tolerance ?? 0,
      tolerancePercent: parameters.tolerancePercent ?? 0,
    };
  },
  sentence(asked) {
    const { table, parameters, tableOf, columnOf } = asked;
    const other = tableOf(parameters.relatedTableId);
    const groups = (parameters.groupColumnIds ?? []).map((id) => `“${columnLabel(columnOf(id))}”`).join('、');
    const here = parameters.columnId && parameters.aggregate !== 'count' ? `字段“${columnLabel(columnOf(parameters.columnId))}”的` : '的';
    const by = groups ? `按字段${groups}分组，` : '';
    const missing = groups ? '，缺少与多出的组计为不合格' : '';
    return `${by}表“${tableLabel(table)}”${here}${AGGREGATES[parameters.aggregate]}与${relatedLabel(table, other)}${allowedText(parameters) || '相等'}${missing}${filterText(parameters.relatedFilter)}`;
  },
  knownAs: { gx: ['table_row_count_to_equal_other_table'], datavines: ['multi_table_value_comparison'] },
});

export const TWO_TABLE_RULES: readonly RuleType[] = [rowsRule, figuresRule];
