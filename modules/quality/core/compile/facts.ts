import type { Operator } from '../../contract/rule-config.ts';
import { ELEMENT_PARTS } from '../catalogue/conform.ts';
import type { RuleColumn, RuleTable } from '../catalogue/declaration.ts';
import type { CatalogueCheck, Measure } from '../catalogue/measure.ts';
import { compareDecimals } from './decimals.ts';
import { failed, outcome, skipped, type Outcome } from './outcome.ts';
import { isWithin } from './plan.ts';
import type { TableToRun } from './table.ts';
import { Tables } from './tables.ts';

/* Results of rules that no statement of ours measures: metadata, statements of owners, formulas, probes. What they need is given. */

/** What metadata rules need beside the table. */
export interface Facts {
  readonly table: RuleTable;
  /** columns with their whole types, to compare with those of later checks */
  readonly structure?: readonly Pick<RuleColumn, 'name' | 'dataType'>[];
  /** columns at the last check of the rule; null = this is the first */
  readonly previous?: readonly Pick<RuleColumn, 'name' | 'dataType'>[] | null;
  /** contrast of the column with its standard; null = it is bound to none */
  readonly contrast?: ElementContrast | null;
}
/** What a column is held against its data element with. */
export interface ElementContrast {
  readonly elementName: string;
  /** why it is not judged (retired, exempted); null = it is */
  readonly unjudged: string | null;
  /** `isConform` null: nobody could look */
  readonly results: readonly { readonly attribute: string; readonly isConform: boolean | null; readonly say: string | null }[];
}
function elementOutcome(ruleId: string, parts: readonly string[], contrast: ElementContrast | null): Outcome {
  if (!contrast) return skipped(ruleId, '字段没有绑定数据元标准，本次跳过');
  if (contrast.unjudged !== null) return skipped(ruleId, `数据元“${contrast.elementName}”${contrast.unjudged}，本次跳过`);
  // precision is part of the length there
  const wanted = parts.map((part) => (part === 'precision' ? 'length' : part));
  const looked = contrast.results.filter(({ attribute }) => wanted.includes(attribute));
  const known = looked.filter(({ isConform }) => isConform !== null);
  if (known.length === 0) {
    const why = looked.find(({ say }) => say !== null)?.say;
    return skipped(ruleId, `数据元“${contrast.elementName}”没有规定这些项目或尚未核对${why ? `（${why}）` : ''}，本次跳过`);
  }
  const wrong = known.filter(({ isConform }) => isConform === false);
  const said = wrong.map(
    ({ attribute, say }) => `${ELEMENT_PARTS[attribute as keyof typeof ELEMENT_PARTS] ?? attribute}：${say ?? '不一致'}`,
  );
  return outcome(ruleId, { isGood: wrong.length === 0, value: wrong.length === 0 ? `符合“${contrast.elementName}”` : said.join('；') });
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

function unchanged(ruleId: string, { table, structure = table.columns, previous }: Facts): Outcome {
  const kept = { value: null, detail: structure.map(({ name, dataType }) => ({ name, dataType })) };
  if (!previous) return { ...skipped(ruleId, '第一次检查，没有可比较的结构，从下次执行起比较'), kept };
  const now = new Map(structure.map(({ name, dataType }) => [name, dataType]));
  const before = new Map(previous.map(({ name, dataType }) => [name, dataType]));
  const said = [
    ...[...now.keys()].filter((name) => !before.has(name)).map((name) => `增加 ${name}`),
    ...[...before.keys()].filter((name) => !now.has(name)).map((name) => `减少 ${name}`),
    ...[...now].flatMap(([name, type]) => {
      const old = before.get(name);
      return old !== undefined && old !== type ? [`${name} 的类型由 ${old} 变为 ${type}`] : [];
    }),
  ];
  return outcome(ruleId, { isGood: said.length === 0, value: said.join('，') || '没有变化', kept });
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
    case 'element':
      return elementOutcome(ruleId, ask.parts, facts.contrast ?? null);
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
export const against = (
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

/** Reads one row of a table. */
export function probeStatement({ quotes, table }: Pick<TableToRun, 'quotes' | 'table'>): string {
  const tables = new Tables(quotes, table);
  return `select count(*) as c0 from (${tables.t.words.limit('1 as v', `from ${tables.from()}`, '', 1)}) p`;
}

/** Result of a probe: how long one row took to come, in milliseconds; null = it could not be read, for the reason. */
export function probeOutcome(
  ruleId: string,
  { seconds }: Extract<Measure, { of: 'probe' }>,
  { ms, reason }: { readonly ms: number | null; readonly reason?: string | undefined },
): Outcome {
  if (ms === null) return outcome(ruleId, { isGood: false, value: `不可访问${reason ? `（${reason}）` : ''}` });
  return outcome(ruleId, { isGood: seconds === null || ms <= seconds * 1000, value: `${Math.round(ms)}毫秒` });
}
