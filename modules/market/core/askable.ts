import type { ExecuteConfig, ReqParam, ResParam } from '../contract/api.ts';
import { outputsOf } from './outputs.ts';
import { sortOf } from './paging.ts';
import { isBlank, ParamProblem } from './values.ts';

interface Asked {
  readonly executeConfig: Pick<ExecuteConfig, 'configType' | 'fieldParams' | 'sortable'>;
  readonly reqParams: readonly ReqParam[];
  readonly resParams: readonly ResParam[];
}

/**
 * Refuses conditions and orders by fields that the API returns and the subscription keeps back: they would tell the values of these fields one
 * call at a time. What every call must say stays possible. Parameters of scripts belong to no field. Throws ParamProblem.
 */
export function assertAskable(
  { executeConfig, reqParams, resParams }: Asked,
  given: Readonly<Record<string, unknown>>,
  fields: ReadonlySet<string>,
): void {
  for (const { columnName } of sortOf(given, executeConfig.sortable) ?? [])
    if (!fields.has(columnName)) throw new ParamProblem('sort', `订阅没有授权字段“${columnName}”，不能按它排序`);
  if (executeConfig.configType === '2') return;
  const asked = reqParams.filter(({ paramName, nullable }) => nullable === '1' && !isBlank(given[paramName]));
  if (asked.length === 0) return;
  const outputs = outputsOf(executeConfig, resParams);
  const granted = new Set(outputs.filter(({ name }) => fields.has(name)).map(({ column }) => column));
  for (const { paramName, columnName } of asked) {
    const column = columnName || paramName;
    const kept = granted.has(column) ? undefined : outputs.find((one) => one.column === column);
    if (kept) throw new ParamProblem(paramName, `订阅没有授权字段“${kept.name}”，不能使用参数“${paramName}”`);
  }
}
