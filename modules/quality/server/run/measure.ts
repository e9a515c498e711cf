import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { CompiledPart } from '#modules/gate/server/index.ts';
import { SourceError } from '#modules/sources/server/index.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import {
  compileTable,
  failed,
  fillConfig,
  historyOutcome,
  measuredOf,
  outcome,
  skipped,
  type CodeSet,
  type Comparison,
  type Outcome,
  type Statement,
  type StatementResult,
} from '../../core/index.ts';
import { compared } from '../compare/compare.ts';
import { codeSetOf } from '../rules/code-sets.ts';
import { openSource } from '../rules/reading.ts';
import { furtherTables, localMoment, quotesOf, ruleTable, ruleTables } from '../rules/tables.ts';
import { historyOf } from './figures.ts';
import { maskedRead, partOf, type MeasuredRule } from './part.ts';
import { otherwise, type At } from './otherwise.ts';
import { judgedApart } from './judging.ts';
import { sentenceOf } from './words.ts';

type WithCodes = MeasuredRule & {
  readonly codeSet: CodeSet | null;
  /** the config before the variables of the run were filled in */
  readonly stored: RuleConfig;
};
const FEW = '行数过少，为保护敏感字段不提供统计结果';
const UNREADABLE = (column: string) => `该类数据源不能在库内做这种检查，需读取取值；规则负责人没有字段“${column}”的明文查看权限，本次跳过`;
const NO_TABLE = '数据表不存在或已删除，请重新选择';

/** True when the source took the statement and could not calculate it. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof SourceError && error.cause.kind === 'statement';

type Result = StatementResult | 'few' | { readonly error: string; readonly isOfStatement: boolean };
async function resultOf({ ctx, guarded }: At, one: Statement, parts: ReadonlyMap<string, CompiledPart>): Promise<Result> {
  const statement = { text: one.text, parts: one.ruleIds.flatMap((id) => parts.get(id) ?? []) };
  try {
    const [row] = await guarded.measureCompiled({ tableId: one.tableId, statements: [statement], purpose: 'quality' });
    return row ?? { error: '数据源没有返回结果' };
  } catch (error) {
    return { error: sentenceOf(error, ctx.signal), isOfStatement: isOfStatement(error) };
  }
}

/** Runs the statements of some rules of one table. Rules that may not be told over few rows are left out, and the rest asked again. */
async function measured(at: At, rules: readonly WithCodes[], parts: ReadonlyMap<string, CompiledPart>): Promise<Outcome[]> {
  if (rules.length === 0) return [];
  const compiled = compileTable({ ...at.run, rules });
  const results: StatementResult[] = [];
  for (const statement of compiled.statements) {
    const result = await resultOf(at, statement, parts);
    if (result === 'few') {
      const [hidden, clear] = [[] as WithCodes[], [] as WithCodes[]];
      for (const rule of rules) (maskedRead(at.run, parts.get(rule.id)!) === null ? clear : hidden).push(rule);
      // nothing is told of a rule that reads masked columns, also where its own table is large and the other small
      if (hidden.length > 0) return [...hidden.map(({ id }) => skipped(id, FEW)), ...(await measured(at, clear, parts))];
    }
    // one expression fails all others of its statement: halves are asked until it stands alone
    if (result !== 'few' && 'isOfStatement' in result && result.isOfStatement && statement.ruleIds.length > 1) {
      const half = new Set(statement.ruleIds.slice(0, Math.ceil(statement.ruleIds.length / 2)));
      const [first, rest] = [rules.filter(({ id }) => half.has(id)), rules.filter(({ id }) => !half.has(id))];
      return [...(await measured(at, first, parts)), ...(await measured(at, rest, parts))];
    }
    results.push(result === 'few' ? { error: FEW } : result);
  }
  const outcomes = await againstHistory(at, rules, compiled.finish(results));
  for (const stream of compiled.streams) {
    // what its owner sees masked would be judged by its masks
    const hidden = maskedRead(at.run, parts.get(stream.ruleId)!);
    outcomes.push(hidden === null ? await streamed(at, stream) : skipped(stream.ruleId, UNREADABLE(hidden.name)));
  }
  for (const comparison of compiled.comparisons) outcomes.push(await comparedHere(at.ctx, comparison));
  for (const { ruleId, measure } of compiled.others) {
    const rule = rules.find(({ id }) => id === ruleId)!;
    const asked = { rule: { ...rule, config: rule.stored, filled: rule.config }, part: parts.get(ruleId)! };
    outcomes.push(await otherwise(at, asked, measure));
  }
  return outcomes;
}

async function comparedHere(ctx: Ctx, comparison: Comparison): Promise<Outcome> {
  try {
    return outcome(comparison.ruleId, await compared(ctx, comparison));
  } catch (error) {
    return failed(comparison.ruleId, sentenceOf(error, ctx.signal));
  }
}

async function streamed({ ctx, guarded }: At, stream: Parameters<typeof judgedApart>[0]): Promise<Outcome> {
  try {
    const { rows } = await guarded.query({ text: stream.text }, { purpose: 'quality', maxRows: stream.most });
    return await judgedApart(stream, rows, ctx.signal);
  } catch (error) {
    return failed(stream.ruleId, sentenceOf(error, ctx.signal));
  }
}

/** Numbers that were measured just now against those of earlier runs of their rules. */
async function againstHistory({ ctx, run }: At, rules: readonly WithCodes[], outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const day = run.now.slice(0, 10);
  const judge = async (found: Outcome): Promise<Outcome> => {
    const rule = rules.find(({ id }) => id === found.ruleId);
    if (found.problem || !rule) return found;
    const { measure } = measuredOf(run, rule);
    if (measure.of !== 'history') return found;
    return historyOutcome(found, measure.ask, await historyOf(ctx.app, run.table.id, { ...rule, config: rule.stored }, day));
  };
  const judged: Outcome[] = [];
  for (const found of outcomes) judged.push(await judge(found));
  return judged;
}

/**
 * Measures rules of one table in the name of `ctx.user`, who owns them: one scan for everything that single rows and aggregates say. Answers one
 * outcome per rule; what cannot run says why.
 */
export async function measureRules(ctx: Ctx, sourceId: string, tableId: string, rules: readonly MeasuredRule[]): Promise<Outcome[]> {
  const allFailed = (message: string) => rules.map(({ id }) => failed(id, message));
  try {
    const guarded = await openSource(ctx, sourceId);
    const table = await ruleTable(ctx, guarded.source, tableId);
    if (!table) return allFailed(NO_TABLE);
    const tables = await ruleTables(
      ctx,
      guarded.source,
      rules.flatMap(({ config }) => furtherTables(config)),
    );
    const run = { quotes: quotesOf(guarded.source), table, tables, now: localMoment(ctx.now) };
    const early: Outcome[] = [];
    const ready: WithCodes[] = [];
    const parts = new Map<string, CompiledPart>();
    for (const rule of rules) {
      try {
        const config = fillConfig(rule.config, run.now);
        const whole = { ...rule, config, stored: rule.config, codeSet: await codeSetOf(ctx, config) };
        const part = partOf(run, whole);
        const hidden = part.holdsLiteral ? maskedRead(run, part) : null;
        if (hidden !== null) {
          early.push(failed(rule.id, `规则负责人没有字段“${hidden.name}”的明文查看权限，不能按取值检查`));
          continue;
        }
        parts.set(rule.id, part);
        ready.push(whole);
      } catch (error) {
        early.push(failed(rule.id, sentenceOf(error, ctx.signal)));
      }
    }
    return [...early, ...(await measured({ ctx, guarded, run }, ready, parts))];
  } catch (error) {
    return allFailed(sentenceOf(error, ctx.signal));
  }
}
