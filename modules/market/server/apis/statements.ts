import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { QueryProblem, sqlDialect, written, type Written } from '#modules/datasets/core/index.ts';
import { TableKey } from '#modules/sources/contract/table-kind.ts';
import type { Source } from '#modules/sources/server/index.ts';
import type { ExecuteConfig, ReqParam, ResParam } from '../../contract/api.ts';
import { outputsOf, scriptStatements, tableStatements, valueOf, type Given, type KnownTable, type Paging } from '../../core/index.ts';
import { readingCtx } from './reading.ts';

/** What of an API its statements follow from. */
export interface Definition {
  readonly executeConfig: ExecuteConfig;
  readonly reqParams: readonly ReqParam[];
  readonly resParams: readonly ResParam[];
}
/** A definition with what the catalogue knows of its table; `table` is null for scripts. */
export interface Prepared {
  readonly definition: Definition;
  readonly table: KnownTable | null;
  readonly dialect: Source['adapter']['dialect'];
}
export interface CallStatements {
  readonly rows: Written;
  readonly count: Written;
}

/** A table with its columns as the catalogue has them. Throws entity.notFound for what the caller does not see. */
export async function knownTable(ctx: Ctx, sourceId: string, tableId: string): Promise<KnownTable> {
  const table = await ctx.db
    .selectFrom('metadataTable')
    .select(['metadataTable.id', 'metadataTable.schemaName', 'metadataTable.tableName', 'metadataTable.keys'])
    .where('metadataTable.id', '=', tableId)
    .where('metadataTable.sourceId', '=', sourceId)
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleTable(readingCtx(ctx), { table: 'metadataTable.id', source: 'metadataTable.sourceId' }))
    .executeTakeFirst();
  if (!table) throw new AppError('entity.notFound', '数据表不存在或没有查看权限');
  const columns = await ctx.db
    .selectFrom('metadataColumn')
    .select(['columnName', 'dataType'])
    .where('tableId', '=', table.id)
    .where('deletedAt', 'is', null)
    .orderBy('columnPosition')
    .execute();
  const types = new Map(columns.map(({ columnName, dataType }) => [columnName, dataType]));
  const keys = TableKey.array().parse(table.keys);
  const key = (keys.find(({ kind }) => kind === 'primary') ?? keys.find(({ kind }) => kind === 'unique'))?.columns ?? [];
  return { schema: table.schemaName, name: table.tableName, types, key: key.every((name) => types.has(name)) ? key : [] };
}

export async function prepare(ctx: Ctx, source: Source, definition: Definition): Promise<Prepared> {
  const { configType, tableId } = definition.executeConfig;
  const table = configType === '1' ? await knownTable(ctx, source.id, tableId ?? '') : null;
  return { definition, table, dialect: source.adapter.dialect };
}

/** Values of a call by parameter. Throws ParamProblem. */
export function valuesOf({ definition, table }: Prepared, given: Readonly<Record<string, unknown>>): Map<string, Given> {
  return new Map(
    definition.reqParams.map((param) => {
      const type = table?.types.get(param.columnName || param.paramName) ?? '';
      return [param.paramName, valueOf(param, type, given[param.paramName])];
    }),
  );
}

/** The statements of one call with their values apart. Throws input.invalid for values that the kind of source cannot take. */
export function statementsOf(prepared: Prepared, values: ReadonlyMap<string, Given>, paging: Paging): CallStatements {
  const { definition, table } = prepared;
  const { executeConfig: config, reqParams, resParams } = definition;
  const dialect = sqlDialect(prepared.dialect);
  const { rows, count } =
    table === null
      ? scriptStatements(config.sqlText ?? '', values, paging, dialect)
      : tableStatements({ table, config, reqParams, outputs: outputsOf(config, resParams) }, values, paging, dialect);
  try {
    return { rows: written(rows, dialect), count: written(count, dialect) };
  } catch (error) {
    if (error instanceof QueryProblem) throw new AppError('input.invalid', error.message);
    throw error;
  }
}
