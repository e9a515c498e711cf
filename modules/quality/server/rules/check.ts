import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleTable, positionOf, type GuardedSource } from '#modules/gate/server/index.ts';
import type { RuleInput } from '../../contract/rule.ts';
import {
  binsStatement,
  compileTable,
  ConfigProblem,
  fillConfig,
  isComparison,
  measuredOf,
  probeStatement,
  ruleTypeOf,
  type CodeSet,
  type TableToRun,
} from '../../core/index.ts';
import { assertReferred, ruleNames } from '../run/formula.ts';
import { maskedRead, partOf } from '../run/part.ts';
import { codeSetOf } from './code-sets.ts';
import { openSource, readingCtx } from './reading.ts';
import { existingTable, furtherTables, localMoment, quotesOf, ruleTables } from './tables.ts';

type Body = Pick<RuleInput, 'ruleSourceId' | 'ruleTableId' | 'ruleColumnId' | 'ruleConfig'>;
export interface ReadyRule {
  readonly guarded: GuardedSource;
  readonly run: Omit<TableToRun, 'rules'>;
  readonly rule: {
    readonly id: string;
    readonly columnId: string | null;
    readonly config: RuleInput['ruleConfig'];
    readonly codeSet: CodeSet | null;
  };
  /** names of the rules that a formula refers to */
  readonly names: ReadonlyMap<string, string>;
}

/** A rule with its table looked up. Throws entity.notFound for what the caller does not see. */
export async function lookUp(ctx: Ctx, body: Body): Promise<ReadyRule> {
  const guarded = await openSource(ctx, body.ruleSourceId);
  const wanted = [body.ruleTableId, ...furtherTables(body.ruleConfig)];
  const seen = await ctx.db
    .selectFrom('metadataTable')
    .select('metadataTable.id')
    .where('metadataTable.id', 'in', wanted)
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleTable(readingCtx(ctx), { table: 'metadataTable.id', source: 'metadataTable.sourceId' }))
    .execute();
  if (seen.length < new Set(wanted).size) throw new AppError('entity.notFound', '数据表不存在或没有查看权限');
  const table = await existingTable(ctx, guarded.source, body.ruleTableId);
  const tables = await ruleTables(ctx, guarded.source, furtherTables(body.ruleConfig));
  const run = { quotes: quotesOf(guarded.source), table, tables, now: localMoment(ctx.now) };
  const config = fillConfig(body.ruleConfig, run.now);
  const rule = { id: 'rule', columnId: body.ruleColumnId, config, codeSet: await codeSetOf(ctx, config) };
  return { guarded, run, rule, names: await ruleNames(ctx, config) };
}

/** A problem of the config as an answer that names its field. */
export const toInvalid = (error: unknown): unknown =>
  error instanceof ConfigProblem ? new AppError('input.invalid', error.message, [{ path: error.path, message: error.message }]) : error;

/** The rule in Chinese and what is asked of the source. Throws ConfigProblem. */
export function describe({ run, rule, names }: ReadyRule): { ruleSentence: string; ruleSql: string | null } {
  const type = ruleTypeOf(rule.config.ruleItemCode);
  if (!type) throw new ConfigProblem('核查项不存在，请重新选择', 'ruleItemId');
  const { config, columnId, codeSet } = rule;
  const given = { config, table: run.table, columnId, tables: run.tables, codeSet, ruleNames: names, now: run.now };
  const ruleSentence = type.sentence(given);
  const compiled = compileTable({ ...run, rules: [rule] });
  const [problem] = compiled.finish(compiled.statements.map(() => [])).filter((one) => one.problem?.state === 'error');
  if (problem?.problem) throw new ConfigProblem(problem.problem.message, problem.problem.path ?? 'ruleConfig');
  const own = compiled.others.flatMap(({ measure }) => {
    if (measure.of === 'sql') return [measure.sql];
    if (measure.of === 'probe') return [probeStatement(run)];
    return measure.of === 'drift' ? [binsStatement(run, { ...measuredOf(run, rule), measure })] : [];
  });
  const compared = compiled.comparisons.flatMap(({ numbers, rows }) => [...numbers, ...(rows ? [rows.here, rows.there] : [])]);
  const texts = [...[...compiled.statements, ...compiled.streams, ...compared].map(({ text }) => text), ...own];
  return { ruleSentence, ruleSql: texts.length > 0 ? texts.join(';\n') : null };
}

const refusedUse = ({ run, rule }: ReadyRule): string =>
  isComparison(run.table, measuredOf(run, rule).measure) ? '不能取出来与另一张表比对' : '不能用取值、范围、正则或条件检查它';

/**
 * Everything that is asked of a rule before it is kept or tried. Throws input.invalid with the field, entity.notFound, and gate.refused for a rule
 * that holds values against a column that its owner sees masked: counts of bad rows would spell them.
 */
export async function checkRule(ctx: Ctx, body: Body): Promise<ReadyRule & { ruleSentence: string; ruleSql: string | null }> {
  try {
    const ready = await lookUp(ctx, body);
    const texts = describe(ready);
    await assertReferred(ctx, body.ruleConfig);
    const part = partOf(ready.run, ready.rule);
    const hidden = part.holdsLiteral ? maskedRead(ready.run, part) : null;
    if (hidden !== null)
      throw new AppError('gate.refused', `字段“${hidden.name}”对您已脱敏，${refusedUse(ready)}，请改由有明文查看权限的人建立这条规则`, {
        message: '',
        position: null,
        lacked: { tableId: hidden.tableId, columns: [hidden.name], action: 'unmask' },
      });
    const { sql } = ready.rule.config.custom ?? {};
    if (sql !== undefined && ready.rule.config.ruleItemCode.startsWith('custom_')) {
      const passed = await ready.guarded.check(sql, { purpose: 'quality' });
      const second = passed[1]?.statement.start;
      if (second !== undefined) {
        const message = '自定义SQL只能是一条查询语句';
        const position = positionOf(sql, second);
        const where = `（第${position.line}行第${position.column}列）`;
        throw new AppError('gate.refused', message + where, { message, position, lacked: null });
      }
    }
    return { ...ready, ...texts };
  } catch (error) {
    throw toInvalid(error);
  }
}
