import type { RuleConfig } from '../../contract/rule-config.ts';
import { ruleTypeOf } from '../catalogue/index.ts';
import { ConfigProblem, type CodeSet, type Given, type RuleTable } from '../catalogue/declaration.ts';
import type { Measure } from '../catalogue/measure.ts';
import type { SqlQuotes } from '../measure/dialects.ts';
import { Unsupported } from '../measure/problem.ts';
import { TRUE } from '../measure/tree.ts';
import { comparisonOf } from './compare.ts';
import type { Comparison } from './compare-side.ts';
import { failed, outcome, skipped, type Outcome } from './outcome.ts';
import { ownPlan } from './own.ts';
import { Tables, type OwnPlan } from './tables.ts';
import { filterOf, scanPlan, type Measured, type ScanPlan } from './plan.ts';
import { streamOf, type Stream } from './stream.ts';

/** A rule of the table, with what it names looked up. */
export interface RuleToRun {
  readonly id: string;
  readonly columnId: string | null;
  readonly config: RuleConfig;
  readonly codeSet?: CodeSet | null | undefined;
}
export interface TableToRun {
  /** `dialectOf(…)` of the source */
  readonly quotes: SqlQuotes;
  readonly table: RuleTable;
  readonly rules: readonly RuleToRun[];
  /** further tables that rules name, by id */
  readonly tables?: ReadonlyMap<string, RuleTable>;
  /** moment of the run in the zone of the source */
  readonly now: string;
}

/** One statement to run; only its first row is read. */
export interface Statement {
  readonly text: string;
  readonly tableId: string;
  readonly ruleIds: readonly string[];
  /** `scan` = the one over the table; others say why they stand alone */
  readonly why: string;
}
/** First row of a statement, or what went wrong. */
export type StatementResult = readonly unknown[] | { readonly error: string };

/** A rule whose result comes from elsewhere: metadata, history, a statement of its owner, a probe. */
export interface OtherRule {
  readonly ruleId: string;
  readonly measure: Measure;
}
export interface CompiledTable {
  /** the scans first (one unless the table has more than 60 expressions), then what cannot be part of one */
  readonly statements: readonly Statement[];
  /** rules whose values are read, so many rows at most, and judged by `judgeStream` */
  readonly streams: readonly Stream[];
  readonly others: readonly OtherRule[];
  /** rules that hold rows of two places against each other */
  readonly comparisons: readonly Comparison[];
  /** Results of all rules that statements measure, and of those that cannot run; `results` stand in the order of `statements`. */
  finish(results: readonly StatementResult[]): Outcome[];
}

const SCAN = 'scan';
const NOT_RUN = '没有运行';
interface Part {
  readonly rule: RuleToRun;
  readonly expressions: readonly string[];
  readonly plan: ScanPlan;
}
interface Portion {
  readonly expressions: string[];
  readonly parts: Part[];
}

export const givenOf = (run: Omit<TableToRun, 'quotes' | 'rules'>, rule: RuleToRun): Given => ({
  config: rule.config,
  table: run.table,
  columnId: rule.columnId,
  tables: run.tables,
  codeSet: rule.codeSet,
  now: run.now,
});

/** A rule with its measure and rows. Throws ConfigProblem. */
export function measuredOf(run: Omit<TableToRun, 'quotes' | 'rules'>, rule: RuleToRun): Measured {
  const type = ruleTypeOf(rule.config.ruleItemCode);
  if (!type) throw new ConfigProblem(`没有规则类型“${rule.config.ruleItemCode}”`, 'ruleConfig.ruleItemCode');
  const given = givenOf(run, rule);
  return {
    measure: type.measure(given),
    filter: type.hasFilter ? filterOf(given) : TRUE,
    nulls: rule.config.nulls ?? type.nulls ?? 'ignore',
  };
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : value instanceof Date ? value.toISOString() : String(value as string | number | bigint);

/** Puts the expressions of rules into statements; those of one rule stay together, equal ones stand once. */
function portionsOf(parts: readonly Part[], most: number): Portion[] {
  const portions: Portion[] = [];
  for (const part of parts) {
    const last = portions.at(-1);
    const further = part.expressions.filter((one) => !last?.expressions.includes(one));
    const fits = last && last.expressions.length + further.length <= most;
    const into = fits ? last : { expressions: [], parts: [] };
    if (!fits) portions.push(into);
    into.expressions.push(...part.expressions.filter((one, i, list) => !into.expressions.includes(one) && list.indexOf(one) === i));
    into.parts.push(part);
  }
  return portions;
}

/** Rules sorted by how they are measured. */
class Sorted {
  readonly problems: Outcome[] = [];
  readonly parts: Part[] = [];
  readonly own: { rule: RuleToRun; plan: OwnPlan }[] = [];
  readonly streams: Stream[] = [];
  readonly others: OtherRule[] = [];
  readonly comparisons: Comparison[] = [];
  /** the filter of all rules of the scan, where they have one */
  where = '';
  readonly #run: TableToRun;
  readonly #tables: Tables;
  readonly #isShared: boolean;

  constructor(run: TableToRun, tables: Tables) {
    this.#run = run;
    this.#tables = tables;
    const filters = new Set(run.rules.map(({ config }) => config.filter?.trim() ?? ''));
    this.#isShared = filters.size === 1 && !filters.has('');
    for (const rule of run.rules) this.#sort(rule);
  }

  #sort(rule: RuleToRun): void {
    try {
      const measured = measuredOf(this.#run, rule);
      try {
        this.#place(rule, measured);
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error;
        const stream = streamOf(this.#tables, rule.id, measured);
        if (stream) this.streams.push(stream);
        else this.problems.push(skipped(rule.id, '该类数据源没有这种统计所需的函数，本次跳过'));
      }
    } catch (error) {
      if (!(error instanceof ConfigProblem)) throw error;
      this.problems.push(failed(rule.id, error.message, error.path));
    }
  }

  #place(rule: RuleToRun, measured: Measured): void {
    if (measured.measure.of === 'streamed') throw new Unsupported('streamed');
    const comparison = comparisonOf(this.#run, rule.id, measured);
    if (comparison) {
      this.comparisons.push(comparison);
      return;
    }
    const plan = ownPlan(this.#tables, measured);
    if (plan) {
      this.own.push({ rule, plan });
      return;
    }
    const scan = scanPlan(this.#isShared ? { ...measured, filter: TRUE } : measured);
    if (!scan) {
      this.others.push({ ruleId: rule.id, measure: measured.measure });
      return;
    }
    const { t } = this.#tables;
    if (this.#isShared) this.where = ` where ${t.condition(measured.filter)}`;
    this.parts.push({ rule, plan: scan, expressions: scan.needs.map((need) => t.aggregate(need)) });
  }
}

/** The result of a rule with statements of its own, from their first rows. */
function ownOutcome(ruleId: string, plan: OwnPlan, rows: readonly StatementResult[]): Outcome {
  const bad = rows.find((row) => 'error' in row);
  if (bad && 'error' in bad) return failed(ruleId, bad.error);
  if (rows.length < plan.statements.length) return failed(ruleId, NOT_RUN);
  return outcome(ruleId, plan.finish(rows.map((row) => ('error' in row ? [] : row.map(textOf)))));
}
/** Results of the rules of one scan, from its row. */
function scanOutcomes({ expressions, parts }: Portion, row: StatementResult | undefined): Outcome[] {
  return parts.map(({ rule, plan, expressions: mine }) =>
    row === undefined || 'error' in row
      ? failed(rule.id, row === undefined ? NOT_RUN : row.error)
      : outcome(rule.id, plan.finish(mine.map((sql) => textOf(row[expressions.indexOf(sql)])))),
  );
}

/**
 * The rules of one table as few statements: one scan for everything that a row or an aggregate says, at most 60 expressions each (40 on servers
 * that were not met), and one statement for each rule that groups, joins or orders rows. A filter that all of them share stands in WHERE.
 */
export function compileTable(run: TableToRun): CompiledTable {
  const tables = new Tables(run.quotes, run.table);
  const sorted = new Sorted(run, tables);
  const portions = portionsOf(sorted.parts, tables.t.words.mostExpressions);
  const scans = portions.map(({ expressions, parts }): Statement => {
    const list = expressions.map((sql, i) => `${sql} as c${i}`).join(', ');
    const text = `select ${list} from ${tables.from()}${sorted.where}`;
    return { text, tableId: run.table.id, ruleIds: parts.map(({ rule }) => rule.id), why: SCAN };
  });
  const alone = sorted.own.flatMap(({ rule, plan }) => plan.statements.map((one): Statement => ({ ...one, ruleIds: [rule.id] })));
  return {
    statements: [...scans, ...alone],
    streams: sorted.streams,
    others: sorted.others,
    comparisons: sorted.comparisons,
    finish(results) {
      let at = scans.length;
      const found = sorted.own.map(({ rule, plan }) => ownOutcome(rule.id, plan, results.slice(at, (at += plan.statements.length))));
      return [...sorted.problems, ...portions.flatMap((portion, i) => scanOutcomes(portion, results[i])), ...found];
    },
  };
}
