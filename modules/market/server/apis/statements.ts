import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { QueryProblem, sqlDialect, written, type Written } from '#modules/datasets/core/index.ts';
import type { Source } from '#modules/sources/server/index.ts';
import type { ExecuteConfig, ReqParam, ResParam } from '../../contract/api.ts';
import {
  outputsOf,
  scriptStatements,
  tableStatements,
  valueOf,
  type Asked,
  type Given,
  type KnownTable,
  type TableApi,
} from '../../core/index.ts';
import { knownTable } from './known-table.ts';

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

export async function prepare(ctx: Ctx, source: Source, definition: Definition): Promise<Prepared> {
  return { definition, table: await knownTable(ctx, source, definition.executeConfig), dialect: source.adapter.dialect };
}

/** What the statements of a prepared API over tables are made of. */
export const tableApiOf = ({ definition: { executeConfig: config, reqParams, resParams } }: Prepared, table: KnownTable): TableApi => ({
  table,
  config,
  reqParams,
  outputs: outputsOf(config, resParams),
});

/** Values of a call by parameter. Throws ParamProblem. */
export function valuesOf({ definition, table }: Prepared, given: Readonly<Record<string, unknown>>): Map<string, Given> {
  return new Map(
    definition.reqParams.map((param) => {
      const type = table?.columns.get(param.columnName || param.paramName)?.type ?? '';
      return [param.paramName, valueOf(param, type, given[param.paramName])];
    }),
  );
}

/** The statements of one call with their values apart. Throws input.invalid for values that the kind of source cannot take. */
export function statementsOf(prepared: Prepared, values: ReadonlyMap<string, Given>, asked: Asked): CallStatements {
  const { definition, table } = prepared;
  const dialect = sqlDialect(prepared.dialect);
  const { rows, count } =
    table === null
      ? scriptStatements(definition.executeConfig.sqlText ?? '', values, asked, dialect)
      : tableStatements(tableApiOf(prepared, table), values, asked, dialect);
  try {
    return { rows: written(rows, dialect), count: written(count, dialect) };
  } catch (error) {
    if (error instanceof QueryProblem) throw new AppError('input.invalid', error.message);
    throw error;
  }
}
