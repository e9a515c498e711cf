import type { ChartQuery } from '../../contract/query.ts';
import { detail, type CompileInput } from './compile.ts';
import { sqlDialect } from './dialects.ts';
import { Fields } from './fields.ts';
import { originOf } from './origin.ts';
import { QueryProblem, type Sql } from './sql.ts';
import { dayText } from './time.ts';

/**
 * The rows of a data set as a select to build on, with a column for each of the named fields: c0, c1 …. Throws QueryProblem for fields that
 * are no columns of rows, and where rows alone must not be told.
 */
export function compileRows(input: Omit<CompileInput, 'query'>, fieldIds: readonly string[]): Sql {
  if ((input.set.model.minGroup ?? null) !== null) throw new QueryProblem('数据集设置了最小分组，不能逐行提供');
  const query: ChartQuery = {
    dataSetId: '',
    rows: fieldIds.map((col) => ({ col })),
    columns: [],
    measures: [],
    filters: [],
    having: [],
    sort: [],
    limit: 1,
    fill: 'none',
    isDetail: true,
    totals: false,
    params: {},
  };
  const dialect = sqlDialect(input.dialect);
  const origin = originOf(input.set.model, input.rows ?? null, {}, dialect);
  return detail({ ...input, query }, new Fields(input.set.model, origin, dialect, dayText(input.clock.now)), dialect, origin).select;
}
