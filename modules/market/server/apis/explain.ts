import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { toCallerError, type GuardedSource } from '#modules/gate/server/index.ts';
import { TableIndex } from '#modules/catalogue/contract/table.ts';
import { TableKey } from '#modules/sources/contract/table-kind.ts';
import type { ExecuteConfig, ReqParam } from '../../contract/api.ts';
import { indexAdvice, type ExplainResult, type IndexAdvice, type PlannedCondition, type PlannedTable } from '../../core/index-advice.ts';
import { sampleValues } from './check.ts';
import { openSource } from './reading.ts';
import { prepare, statementsOf, type Definition } from './statements.ts';
import type { Written } from '#modules/datasets/core/index.ts';

const MAX_PLAN_LINES = 200;
type Family = 'postgres' | 'mysql';

/** How the source would run a statement, where it has words for it and the caller may read them. */
export async function explain(ctx: Ctx, guarded: GuardedSource, rows: Written): Promise<ExplainResult | null> {
  if (familyOf(guarded) === null) return null;
  try {
    const found = await guarded.query({ text: `explain ${rows.text}`, params: rows.params }, { purpose: 'api', maxRows: MAX_PLAN_LINES });
    return { names: found.columns.map(({ name }) => name), rows: found.rows };
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== 'gate.refused') throw error;
    // the numbers of a plan tell of masked columns by their statistics, its shape does not
    const lines = await (await guarded.compile(rows, 'api')).plan(rows.params, ctx.signal);
    return lines && { names: ['QUERY PLAN'], rows: lines.map((line) => [line]) };
  }
}
const familyOf = ({ source: { adapter } }: GuardedSource): Family | null =>
  adapter.dialect === 'postgres' || adapter.dialect === 'mysql' ? adapter.dialect : null;

export const planLines = ({ rows }: ExplainResult): string[] =>
  rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell as string))).join('  '));

/** The tables of an API with what the catalogue knows of their size and indexes; none of scripts and data sets. */
async function plannedTables(ctx: Ctx, { configType, tableId, joins }: ExecuteConfig): Promise<PlannedTable[]> {
  if (configType !== '1' || !tableId) return [];
  const places = [{ alias: joins.length > 0 ? 't1' : '', tableId }, ...joins];
  const rows = await ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'tableName', 'rowEstimate', 'indexes', 'keys'])
    .where(
      'id',
      'in',
      places.map((one) => one.tableId),
    )
    .execute();
  return places.flatMap(({ alias, tableId: id }) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return [];
    const indexes = [
      ...TableIndex.array().parse(row.indexes),
      ...TableKey.array()
        .parse(row.keys)
        .filter(({ kind }) => kind !== 'foreign'),
    ];
    const rowEstimate = row.rowEstimate === null ? null : Number(row.rowEstimate);
    return [{ alias, name: row.tableName, rowEstimate, indexes: indexes.map(({ columns }) => columns) }];
  });
}

const conditionsOf = ({ executeConfig: { joins }, reqParams }: Definition, isGiven: (param: ReqParam) => boolean): PlannedCondition[] =>
  reqParams.filter(isGiven).map(({ paramName, columnName, whereType }) => {
    const name = columnName || paramName;
    const [, alias, column] = /^(t[23])\.(.+)$/s.exec(name) ?? [];
    if (joins.length === 0 || !alias || !column) return { alias: joins.length > 0 ? 't1' : '', column: name, whereType };
    return { alias, column, whereType };
  });

/** Indexes that would serve the conditions that a call gives. */
export async function adviceOf(
  ctx: Ctx,
  guarded: GuardedSource,
  { definition, explained, isGiven }: { definition: Definition; explained: ExplainResult | null; isGiven: (param: ReqParam) => boolean },
): Promise<IndexAdvice[]> {
  const family = familyOf(guarded);
  if (family === null || explained === null) return [];
  const tables = await plannedTables(ctx, definition.executeConfig);
  return indexAdvice(family, explained, { tables, conditions: conditionsOf(definition, isGiven) });
}

/** The same for a call that gives every parameter: what is worth knowing before an API is released. */
export async function adviceBefore(ctx: Ctx, definition: Definition): Promise<{ isPlanned: boolean; advice: IndexAdvice[] }> {
  const guarded = await openSource(ctx, definition.executeConfig.sourceId);
  const prepared = await prepare(ctx, guarded.source, definition);
  const asked = { paging: { pageNum: 1, pageSize: definition.executeConfig.defaultSize }, sort: null, after: null };
  try {
    const explained = await explain(ctx, guarded, statementsOf(prepared, sampleValues(prepared), asked).rows);
    return { isPlanned: explained !== null, advice: await adviceOf(ctx, guarded, { definition, explained, isGiven: () => true }) };
  } catch (error) {
    throw toCallerError(error);
  }
}
