import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { exportableColumns, openData } from '#modules/gate/server/index.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import {
  badRowsStatement,
  comparisonOf,
  ConfigProblem,
  fillConfig,
  measuredOf,
  type Comparison,
  type RuleTable,
} from '../../core/index.ts';
import { differingRows } from '../compare/compare.ts';
import { partOf } from '../run/part.ts';
import { codeSetOf } from '../rules/code-sets.ts';
import { existingTable, furtherTables, localMoment, quotesOf, ruleTables, withRowNames } from '../rules/tables.ts';

/** Throws gate.refused unless the caller may take these columns of a table away as a file. */
async function assertExportable(ctx: Ctx, sourceId: string, table: RuleTable, columns: readonly string[]): Promise<void> {
  const may = await exportableColumns(ctx, { id: table.id, sourceId, schema: table.schema });
  const missing = columns.find((name) => !may.has(name));
  if (missing !== undefined)
    throw new AppError('gate.refused', `没有字段 ${table.name}.${missing} 的导出权限，请在元数据详情页申请导出权限后重试`);
}

/** Rows that differ between two places, with what stands on both sides. */
async function comparedRows(ctx: Ctx, { rows }: Comparison, { most, purpose }: { most: number; purpose: 'quality' | 'export' }) {
  if (!rows) throw new AppError('rule.broken', '这种检查没有可列出的行');
  if (purpose === 'export')
    for (const { table, reads } of [rows.here, rows.there]) await assertExportable(ctx, table.sourceId!, table, reads);
  const found = await differingRows(ctx, rows, most);
  const isPaired = rows.columns.some(({ side }) => side === 'there');
  const columns = rows.columns.map(({ name, side, isJudged }) => {
    const comment = side && (rows[side].table.columns.find((one) => one.name === name)?.comment ?? null);
    const mark = side === 'there' ? '（对方）' : side === 'here' && isPaired && isJudged ? '（本表）' : '';
    return {
      name: side === 'there' ? `${name}${mark}` : name,
      comment: mark ? `${comment ?? name}${mark}` : comment,
      isChecked: isJudged,
      isMasked: false,
    };
  });
  return { total: found.length, columns, rows: found };
}

interface Asked {
  readonly ruleSourceId: string;
  readonly ruleTableId: string;
  readonly ruleColumnId: string | null;
  readonly ruleConfig: unknown;
}

/**
 * The rows that break a rule now, read with the rights of who looks and masked for them: nothing of a source is kept by the platform. What was
 * mended since the report is not among them.
 */
export async function badRows(ctx: Ctx, asked: Asked, most: number, purpose: 'quality' | 'export' = 'quality') {
  const config = fillConfig(RuleConfig.parse(asked.ruleConfig), localMoment(ctx.now));
  const guarded = await openData(ctx, asked.ruleSourceId);
  const table = withRowNames(await existingTable(ctx, guarded.source, asked.ruleTableId));
  const tables = await ruleTables(ctx, guarded.source, furtherTables(config));
  const run = { quotes: quotesOf(guarded.source), table, tables, now: localMoment(ctx.now) };
  const rule = { id: 'rule', columnId: asked.ruleColumnId, config, codeSet: await codeSetOf(ctx, config) };
  const about = (name: string) => table.columns.find((one) => one.name === name)?.comment ?? null;
  try {
    if (config.ruleItemCode.startsWith('custom_') && config.custom?.sql !== undefined) {
      const text = config.custom?.sql?.trim().replace(/;\s*$/, '') ?? '';
      const { columns, rows } = await guarded.query({ text }, { purpose, maxRows: most });
      return {
        total: rows.length,
        columns: columns.map(({ name, masked }) => ({ name, comment: null, isChecked: false, isMasked: masked })),
        rows,
      };
    }
    const comparison = comparisonOf(run, rule.id, measuredOf(run, rule), table.key);
    if (comparison) return await comparedRows(ctx, comparison, { most, purpose });
    const statement = badRowsStatement(run, rule, most);
    if (!statement) throw new AppError('rule.broken', '这种检查没有可列出的行');
    if (purpose === 'export') await assertExportable(ctx, asked.ruleSourceId, table, statement.columns);
    const { rows, masked } = await guarded.compiledRows({
      tableId: table.id,
      text: statement.text,
      columns: statement.columns,
      most,
      purpose: 'quality',
      ...partOf(run, rule),
    });
    const columns = statement.columns.map((name) => ({
      name,
      comment: about(name),
      isChecked: statement.judged.includes(name),
      isMasked: masked.includes(name),
    }));
    return { total: rows.length, columns, rows };
  } catch (error) {
    if (error instanceof ConfigProblem) throw new AppError('rule.broken', error.message);
    throw error;
  }
}
