import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { CompiledPart, GuardedSource } from '#modules/gate/server/index.ts';
import { conformityOf } from '#modules/standards/server/index.ts';
import {
  catalogueOutcome,
  failed,
  formulaOutcome,
  measuredOf,
  numberOutcome,
  outcome,
  probeOutcome,
  probeStatement,
  skipped,
  type Facts,
  type Measure,
  type Outcome,
  type TableToRun,
} from '../../core/index.ts';
import { fullNameOf, sentenceOf } from './words.ts';
import { drifted } from './drift.ts';
import { keptDetail, type Figured } from './figures.ts';
import { referredResults } from './formula.ts';

/* Rules whose result no scan brings: metadata, a distribution, a statement of the owner, results of other rules, a probe. */

export interface At {
  readonly ctx: Ctx;
  readonly guarded: GuardedSource;
  readonly run: Omit<TableToRun, 'rules'>;
}
/** A rule with its config as it is stored and as it runs. */
interface OtherwiseMeasured {
  readonly rule: Figured & { readonly filled: Figured['config'] };
  readonly part: CompiledPart;
}

const STATEMENT_MS = 120_000;
const PROBE_MS = 60_000;

/** The columns of a table with types as they are declared: `varchar(40)`, `numeric(12,2)`. */
async function structureOf({ db }: Ctx, tableId: string) {
  const rows = await db
    .selectFrom('metadataColumn')
    .select(['columnName', 'dataType', 'dataLength', 'dataPrecision', 'dataScale'])
    .where('tableId', '=', tableId)
    .where('deletedAt', 'is', null)
    .orderBy('columnPosition')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ name: row.columnName, dataType: wholeType(row) }));
}
interface TypeOf {
  readonly dataType: string;
  readonly dataLength: string | null;
  readonly dataPrecision: string | null;
  readonly dataScale: string | null;
}
function wholeType({ dataType, dataLength, dataPrecision, dataScale }: TypeOf): string {
  // whole numbers have a precision that nobody declared
  const digits = /dec|num/i.test(dataType) ? [dataPrecision, dataScale] : [];
  const size = (dataLength === null ? digits : [dataLength]).filter((one) => one !== null);
  return size.length > 0 && !dataType.includes('(') ? `${dataType}(${size.join(',')})` : dataType;
}

/** What a metadata rule needs beside the table. */
async function factsOf({ ctx, run }: At, rule: Figured, { ask }: Extract<Measure, { of: 'catalogue' }>): Promise<Facts> {
  const { table } = run;
  if (ask.check === 'element') return { table, contrast: await conformityOf(ctx, rule.columnId ?? '', ['quality:rule:list']) };
  if (ask.check !== 'unchanged') return { table };
  const previous = await keptDetail(ctx.app.db, table.id, rule, 'previous');
  const structure = await structureOf(ctx, table.id);
  return { table, structure, previous: Array.isArray(previous) ? (previous as { name: string; dataType: string }[]) : null };
}

async function statement({ guarded, run }: At, ruleId: string, measure: Extract<Measure, { of: 'sql' }>): Promise<Outcome> {
  if (measure.gives === 'number') {
    const { rows, columns } = await guarded.query({ text: measure.sql }, { purpose: 'quality', maxRows: 1, timeoutMs: STATEMENT_MS });
    if (columns[0]?.masked) return failed(ruleId, '查询的结果对规则负责人已脱敏，不能作为数值比较');
    return numberOutcome(ruleId, measure, rows[0]?.[0]);
  }
  // a comment at its end must not swallow the bracket
  const text = `select count(*) from (${measure.sql.trim().replace(/;\s*$/, '')}\n) q`;
  const { rows } = await guarded.query({ text }, { purpose: 'quality', maxRows: 1, timeoutMs: STATEMENT_MS });
  const [[all] = []] = await guarded.measureCompiled({
    tableId: run.table.id,
    statements: [{ text: `select count(*) from ${fullNameOf(run)}`, parts: [ofTable(run.table.id)] }],
    purpose: 'quality',
  });
  const total = Number(all ?? 0);
  return outcome(ruleId, { rows: total, checked: total, bad: Number(rows[0]?.[0] ?? 0) });
}
const ofTable = (tableId: string): CompiledPart => ({ reads: [{ tableId, columns: [] }], holdsLiteral: false });

/** How long one row takes to come, in milliseconds; what other work the source had before is part of it. */
async function rowMs({ guarded, run }: At): Promise<number> {
  const text = probeStatement(run);
  const started = performance.now();
  await guarded.measureCompiled({
    tableId: run.table.id,
    statements: [{ text, parts: [ofTable(run.table.id)] }],
    purpose: 'quality',
    timeoutMs: PROBE_MS,
  });
  return performance.now() - started;
}
/** That a source does not answer is what a probe finds; that its owner may not ask is no finding. One slow answer is asked again. */
async function probed(at: At, ruleId: string, measure: Extract<Measure, { of: 'probe' }>): Promise<Outcome> {
  try {
    const first = await rowMs(at);
    const isSlow = measure.seconds !== null && first > measure.seconds * 1000;
    return probeOutcome(ruleId, measure, { ms: isSlow ? Math.min(first, await rowMs(at)) : first });
  } catch (error) {
    at.ctx.signal.throwIfAborted();
    const isFinding = error instanceof AppError && ['source.unreachable', 'source.timeout', 'rule.broken'].includes(error.key);
    if (!isFinding) throw error;
    return probeOutcome(ruleId, measure, { ms: null, reason: error.message });
  }
}

/** The result of a rule that no statement of the scan measures; what cannot run says why. */
export async function otherwise(at: At, { rule, part }: OtherwiseMeasured, measure: Measure): Promise<Outcome> {
  const { id } = rule;
  try {
    switch (measure.of) {
      case 'catalogue':
        return catalogueOutcome(id, measure, await factsOf(at, rule, measure));
      case 'sql':
        return await statement(at, id, measure);
      case 'drift': {
        const measured = measuredOf(at.run, { id, columnId: rule.columnId, config: rule.filled });
        return await drifted(at, rule, { ...measured, measure }, part);
      }
      case 'formula':
        return formulaOutcome(id, measure, await referredResults(at.ctx, measure.ruleIds));
      case 'probe':
        return await probed(at, id, measure);
      default:
        return skipped(id, '产品还不能执行这种检查，本次跳过');
    }
  } catch (error) {
    return failed(id, sentenceOf(error, at.ctx.signal));
  }
}
