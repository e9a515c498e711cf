import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { analyseSql } from '#modules/lineage/server/index.ts';
import { assertOwnFiles } from '#modules/sources/server/index.ts';
import { type GuardedSource } from '#modules/gate/server/index.ts';
import type { AnalysedColumn } from '../../contract/data-set.ts';
import type { SetModel, SetOrigin } from '../../contract/data-set-model.ts';
import type { Field, SetParam } from '../../contract/field.ts';
import { baseQuery, joinProblems } from '../../core/sets/base-query.ts';
import { bindNames, namesIn, withoutNames, type ParamGiven } from '../../core/sets/bind-names.ts';
import { guessField } from '../../core/sets/guess.ts';
import { fileExtract, fileTables } from '../extract/file-set.ts';
import { EXTRACT_TABLE, readExtract } from '../extract/index.ts';
import { withoutLostColumns } from './broken.ts';
import { openSource } from './reading.ts';

export type Values = Readonly<Record<string, ParamGiven>>;
export interface Analysed {
  readonly columns: AnalysedColumn[];
  readonly sql: string | null;
  readonly paramNames: string[];
  readonly sheets: string[];
  readonly problems: string[];
}

const noSource = (): AppError => new AppError('input.invalid', '请选择数据源', [{ path: 'sourceId', message: '请选择数据源' }]);

/** The text of a model bound to values, as the gate takes it. Throws rule.broken where values cannot travel apart. */
export function boundQuery(
  model: Pick<SetModel, 'origin' | 'fields' | 'params'>,
  values: Values,
  dialect: string,
): { text: string; params: readonly (string | number | boolean | null)[] } {
  const text = baseQuery(model, dialect);
  if (text === null) throw new AppError('rule.broken', '该数据集没有可以执行的查询');
  if (model.origin.kind !== 'sql') return { text, params: [] };
  const bound = bindNames(text, model.params, values, dialect);
  if (bound.problem !== null) throw new AppError('rule.broken', bound.problem);
  return { text: bound.text, params: bound.params };
}

interface Known {
  readonly cnName: string | null;
  readonly columnComment: string | null;
  readonly columnKey: string;
}
/** What the catalogue says of columns `schema.table.column`. */
async function knownColumns(ctx: Ctx, sourceId: string, froms: readonly string[]): Promise<Map<string, Known>> {
  if (froms.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .select(['schemaName', 'tableName', 'columnName', 'metadataColumn.cnName', 'columnComment', 'columnKey'])
    .where('metadataColumn.sourceId', '=', sourceId)
    .where('metadataColumn.deletedAt', 'is', null)
    .where('metadataTable.deletedAt', 'is', null)
    .where('columnName', 'in', [...new Set(froms.map((from) => from.split('.').at(-1)!))])
    .execute();
  return new Map(rows.map((row) => [`${row.schemaName}.${row.tableName}.${row.columnName}`, row]));
}

/** Columns of a checked statement with what the catalogue knows: the source answers no row. */
async function liveColumns(
  ctx: Ctx,
  guarded: GuardedSource,
  model: SetModel,
  values: Values,
): Promise<{ columns: AnalysedColumn[]; sql: string }> {
  const { text, params } = boundQuery(model, values, guarded.source.adapter.dialect);
  const [passed, ...more] = await guarded.check(text, { hasParams: params.length > 0 });
  if (!passed || more.length > 0) throw new AppError('gate.refused', '数据集只能包含一条查询语句');
  if (passed.checked.verb === 'explain') throw new AppError('gate.refused', '数据集不能使用 EXPLAIN，请直接书写查询');
  // the statement itself runs: a copy of it inside another one would lose its order and its plan; not one row is fetched
  const result = await guarded.run(passed, params, { purpose: 'chart', maxRows: 0, timeoutMs: 30_000, signal: ctx.signal });
  const identity = result.columns.map((_, i) => passed.checked.output?.[i]?.identity ?? null);
  const known = await knownColumns(
    ctx,
    guarded.source.id,
    identity.flatMap((from) => from ?? []),
  );
  const columns = result.columns.map((column, i): AnalysedColumn => {
    const facts = identity[i] === null ? undefined : known.get(identity[i]!);
    const guess = guessField({
      id: column.name,
      sourceType: column.type,
      kind: column.masked ? 'text' : column.kind,
      cnName: facts?.cnName ?? null,
      comment: facts?.columnComment ?? null,
      isKey: facts?.columnKey === '1',
    });
    return {
      id: column.name,
      ...guess,
      dict: null,
      remark: facts?.columnComment ?? null,
      sourceType: column.type,
      from: identity[i] ?? null,
      masked: column.masked,
    };
  });
  return { columns, sql: text };
}

async function fileColumns(ctx: Ctx, origin: Extract<SetOrigin, { kind: 'file' }>, before: readonly string[]): Promise<Analysed> {
  await assertOwnFiles(ctx, [origin.fileName], before);
  const { tables, problems } = await fileTables(ctx.app, ctx.db, origin.fileName);
  const { path } = await fileExtract(ctx.app, ctx.db, origin);
  const { columns } = await readExtract(
    ctx.app,
    path,
    { text: `select * from ${EXTRACT_TABLE}`, params: [] },
    { maxRows: 0, signal: ctx.signal },
  );
  return {
    columns: columns.map((column) => ({
      id: column.name,
      ...guessField({
        id: column.name,
        sourceType: column.type,
        kind: column.kind as 'text',
        cnName: null,
        comment: column.name,
        isKey: false,
      }),
      dict: null,
      remark: null,
      sourceType: column.type,
      from: null,
      masked: false,
    })),
    sql: null,
    paramNames: [],
    sheets: tables.map((table) => table.name),
    problems: [...problems],
  };
}

/**
 * The columns that an origin gives, typed and guessed. Throws gate.refused with the place in an SQL text, entity.notFound for a source out
 * of reach, rule.broken for files that cannot be read. `before` names files that the set keeps already.
 */
export async function analyse(
  ctx: Ctx,
  options: { sourceId?: string | null; origin: SetOrigin; params: readonly SetParam[]; values: Values },
  before: readonly string[] = [],
): Promise<Analysed> {
  const { origin, sourceId } = options;
  if (origin.kind === 'file') return fileColumns(ctx, origin, before);
  if (origin.kind === 'platform') throw new AppError('rule.broken', '平台数据的字段由系统提供，不能修改');
  if (!sourceId) throw noSource();
  if (origin.kind === 'join') {
    const [problem] = joinProblems(origin.model);
    if (problem) throw new AppError('input.invalid', problem, [{ path: 'origin.model', message: problem }]);
  }
  const guarded = await openSource(ctx, sourceId);
  // every column of a table counts, so that new ones are found
  const readable = origin.kind === 'join' ? { ...origin, model: await withoutLostColumns(ctx, sourceId, origin.model) } : origin;
  const model = { v: 1, origin: readable, fields: [], params: [...options.params] } as unknown as SetModel;
  const { columns, sql } = await liveColumns(ctx, guarded, model, options.values);
  const seen = new Set<string>();
  const twice = columns.find(({ id }) => seen.size === seen.add(id).size);
  if (twice) throw new AppError('rule.broken', `字段“${twice.id}”重复，请为其中一个取别名`);
  const paramNames = origin.kind === 'sql' ? namesIn(origin.sql) : [];
  return { columns, sql: origin.kind === 'sql' ? null : sql, paramNames, sheets: [], problems: [] };
}

/** Column names of a text without a source: what its select list is called. Throws gate.refused when it is no query. */
export async function namesWithoutSource(text: string): Promise<string[]> {
  const { outputs, unresolved } = await analyseSql({ dialect: 'generic', sql: withoutNames(text), expressions: false });
  const names = Object.keys(outputs);
  if (names.length === 0)
    throw new AppError(
      'gate.refused',
      unresolved.some(({ reason }) => reason === 'syntax') ? 'SQL语句有语法错误，请检查' : '无法解析字段，请选择数据源后重试',
    );
  return names;
}

/** Fields of a new data set from its columns. */
export const fieldsOf = (columns: readonly AnalysedColumn[]): Field[] =>
  columns.map(({ id, name, role, type, agg, format, geo, dict, remark }) => ({
    id,
    name,
    role,
    type,
    agg,
    format,
    geo,
    dict,
    remark,
    hidden: false,
  }));

/** Fields that the columns no longer carry, with the reason in words. Calculated fields break with what they name. */
export function brokenAgainst(fields: readonly Field[], ids: readonly string[]): { field: string; reason: string }[] {
  const known = new Set(ids);
  return fields
    .filter((field) => !field.expr && !known.has(field.id))
    .map(({ id, name }) => ({ field: id, reason: `字段“${name}”${name === id ? '' : `（${id}）`}已不存在` }));
}
