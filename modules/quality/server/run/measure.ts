import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { openData, type CompiledPart, type GuardedSource } from '#modules/gate/server/index.ts';
import { SourceError } from '#modules/sources/server/index.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import {
  catalogueOutcome,
  compileTable,
  ConfigProblem,
  failed,
  fillConfig,
  judgeStream,
  measuredOf,
  numberOutcome,
  outcome,
  readsOf,
  ruleTypeOf,
  skipped,
  type CodeSet,
  type Outcome,
  type RuleTable,
  type Statement,
  type StatementResult,
  type TableToRun,
} from '../../core/index.ts';
import { codeSetOf } from '../rules/code-sets.ts';
import { furtherTables, localMoment, quotesOf, ruleTable, ruleTables } from '../rules/tables.ts';

/** A rule as it is measured. */
export interface MeasuredRule {
  readonly id: string;
  readonly columnId: string | null;
  readonly config: RuleConfig;
}
type WithCodes = MeasuredRule & { readonly codeSet: CodeSet | null };
interface At {
  readonly ctx: Ctx;
  readonly guarded: GuardedSource;
  readonly run: Omit<TableToRun, 'rules'>;
}

const FEW = '行数过少，为保护敏感字段不提供统计结果';
const UNREADABLE = (column: string) => `该类数据源不能在库内做这种检查，需读取取值；规则负责人没有字段“${column}”的明文查看权限，本次跳过`;
const NO_TABLE = '数据表不存在或已删除，请重新选择';

/** What stands in the way of a measure, as a sentence for the report; what is no answer of a source is thrown on. */
export function sentenceOf(error: unknown, signal: AbortSignal): string {
  signal.throwIfAborted();
  if (error instanceof AppError && error.key === 'gate.refused') return `规则负责人没有查询权限：${error.message}`;
  if (error instanceof AppError || error instanceof SourceError || error instanceof ConfigProblem) return error.message;
  throw error;
}

/** What each rule reads, and whether it holds values that somebody typed. Throws ConfigProblem. */
export function partOf(run: Omit<TableToRun, 'rules' | 'quotes'>, rule: MeasuredRule & { codeSet?: CodeSet | null }): CompiledPart {
  const byTable = new Map<string, string[]>();
  const measured = measuredOf(run, rule);
  for (const { tableId, column } of readsOf(run.table, measured)) byTable.set(tableId, [...(byTable.get(tableId) ?? []), column]);
  return {
    reads: [...byTable].map(([tableId, columns]) => ({ tableId, columns })),
    // a row filter spells values as well as a range does, and so does another column: an order, a comparison or a combination tells of rows
    holdsLiteral:
      (ruleTypeOf(rule.config.ruleItemCode)?.needsLiteral ?? true) ||
      Boolean(rule.config.filter?.trim()) ||
      ([...byTable.values()].some(({ length }) => length > 1) && !(measured.measure.of === 'rows' && measured.measure.judged.length === 0)),
  };
}
const tableOf = (run: Omit<TableToRun, 'rules' | 'quotes'>, id: string): RuleTable | undefined =>
  run.table.id === id ? run.table : run.tables?.get(id);

/** The first column that a part reads and the owner sees masked, as `表.字段`. */
export function maskedRead(run: Omit<TableToRun, 'rules' | 'quotes'>, part: CompiledPart): string | null {
  for (const { tableId, columns } of part.reads) {
    const masked = tableOf(run, tableId)?.columns.find(({ name, isMasked }) => isMasked && columns.includes(name));
    if (masked) return masked.name;
  }
  return null;
}

async function resultOf({ ctx, guarded }: At, one: Statement, parts: ReadonlyMap<string, CompiledPart>): Promise<StatementResult | 'few'> {
  const statement = { text: one.text, parts: one.ruleIds.flatMap((id) => parts.get(id) ?? []) };
  try {
    const [row] = await guarded.measureCompiled({ tableId: one.tableId, statements: [statement], purpose: 'quality' });
    return row ?? { error: '数据源没有返回结果' };
  } catch (error) {
    return { error: sentenceOf(error, ctx.signal) };
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
    results.push(result === 'few' ? { error: FEW } : result);
  }
  const outcomes = compiled.finish(results);
  for (const stream of compiled.streams) {
    // what its owner sees masked would be judged by its masks
    const hidden = maskedRead(at.run, parts.get(stream.ruleId)!);
    outcomes.push(hidden === null ? await streamed(at, stream) : skipped(stream.ruleId, UNREADABLE(hidden)));
  }
  for (const { ruleId, measure } of compiled.others) outcomes.push(await otherwise(at, ruleId, measure));
  return outcomes;
}

async function streamed({ ctx, guarded }: At, stream: Parameters<typeof judgeStream>[0]): Promise<Outcome> {
  try {
    const { rows } = await guarded.query({ text: stream.text }, { purpose: 'quality', maxRows: stream.most });
    return judgeStream(stream, rows);
  } catch (error) {
    return failed(stream.ruleId, sentenceOf(error, ctx.signal));
  }
}

/** Rules that are not asked of a scan: metadata, and the statement of their owner, with the owner's rights and masks. */
async function otherwise(
  { ctx, guarded, run }: At,
  ruleId: string,
  measure: ReturnType<typeof compileTable>['others'][number]['measure'],
): Promise<Outcome> {
  if (measure.of === 'catalogue') return catalogueOutcome(ruleId, measure, { table: run.table });
  if (measure.of !== 'sql') return skipped(ruleId, '产品还不能执行这种检查，本次跳过');
  try {
    if (measure.gives === 'number') {
      const { rows, columns } = await guarded.query({ text: measure.sql }, { purpose: 'quality', maxRows: 1, timeoutMs: 120_000 });
      if (columns[0]?.masked) return failed(ruleId, '查询的结果对规则负责人已脱敏，不能作为数值比较');
      return numberOutcome(ruleId, measure, rows[0]?.[0]);
    }
    // a comment at its end must not swallow the bracket
    const text = `select count(*) from (${measure.sql.trim().replace(/;\s*$/, '')}\n) q`;
    const { rows } = await guarded.query({ text }, { purpose: 'quality', maxRows: 1, timeoutMs: 120_000 });
    const [[all] = []] = await guarded.measureCompiled({
      tableId: run.table.id,
      statements: [{ text: countText(run), parts: [{ reads: [{ tableId: run.table.id, columns: [] }], holdsLiteral: false }] }],
      purpose: 'quality',
    });
    const total = Number(all ?? 0);
    return outcome(ruleId, { rows: total, checked: total, bad: Number(rows[0]?.[0] ?? 0) });
  } catch (error) {
    return failed(ruleId, sentenceOf(error, ctx.signal));
  }
}
const countText = ({ quotes, table }: At['run']): string =>
  `select count(*) from ${[table.schema, table.name]
    .filter(Boolean)
    .map((name) => quotes.quote(name))
    .join('.')}`;

/**
 * Measures rules of one table in the name of `ctx.user`, who owns them: one scan for everything that single rows and aggregates say. Answers one
 * outcome per rule; what cannot run says why.
 */
export async function measureRules(ctx: Ctx, sourceId: string, tableId: string, rules: readonly MeasuredRule[]): Promise<Outcome[]> {
  const allFailed = (message: string) => rules.map(({ id }) => failed(id, message));
  try {
    const guarded = await openData(ctx, sourceId);
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
        const whole = { ...rule, config, codeSet: await codeSetOf(ctx, config) };
        const part = partOf(run, whole);
        const hidden = part.holdsLiteral ? maskedRead(run, part) : null;
        if (hidden !== null) {
          early.push(failed(rule.id, `规则负责人没有字段“${hidden}”的明文查看权限，不能按取值检查`));
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
