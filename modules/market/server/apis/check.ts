import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { CompiledQuery, Tightenings } from '#modules/gate/server/index.ts';
import type { ApiInput, ReqParam } from '../../contract/api.ts';
import {
  isKeysetType,
  ordersOf,
  outputNames,
  PAGING_PARAMS,
  plainScript,
  ScriptProblem,
  scriptParams,
  type Asked,
  type Given,
} from '../../core/index.ts';
import { openSource } from './reading.ts';
import { prepare, statementsOf, tableApiOf, type Definition, type Prepared } from './statements.ts';

const invalid = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** Any value of the type: what a text with all its conditions is checked with. */
const sample = ({ paramType, whereType }: ReqParam, type: string): Given => {
  const one = /int|num|dec|real|float|double|serial|money/i.test(type) || paramType === '2' || paramType === '3' ? 1 : null;
  if (whereType === '10' || whereType === '11') return 1;
  const value = one ?? (/date|time/i.test(type) || paramType === '4' ? '2000-01-01' : 'a');
  return whereType === '12' || paramType === '5' ? [value] : value;
};

function assertTable({ executeConfig, reqParams }: Definition, prepared: Prepared): void {
  const { table } = prepared;
  if (table === null) return;
  const fields = executeConfig.fieldParams;
  // only fields that are used are part of what a data set gives
  const used = fields.filter(({ reqable, resable }) => executeConfig.configType !== '3' || reqable === '1' || resable === '1');
  const unknown = [...used, ...executeConfig.orderBy].find(({ columnName }) => !table.columns.has(columnName));
  if (unknown) throw invalid('executeConfig', `字段“${unknown.columnName}”不存在`);
  if (!fields.some(({ resable }) => resable === '1')) throw invalid('resParams', '请至少选择一个返回字段');
  if (executeConfig.configType === '3' && ordersOf(tableApiOf(prepared, table), null).length === 0)
    throw invalid('executeConfig.orderBy', '请选择排序字段，否则翻页时数据可能重复或遗漏');
  const askable = new Set(fields.filter(({ reqable }) => reqable === '1').map(({ columnName }) => columnName));
  for (const param of reqParams) {
    const column = param.columnName || param.paramName;
    if (!table.columns.has(column)) throw invalid('reqParams', `请求参数“${param.paramName}”对应的字段“${column}”不存在`);
    if (!askable.has(column)) throw invalid('reqParams', `字段“${column}”没有勾选为请求参数`);
  }
}

/** Pages by cursors need an order that tells every row apart, over values that an answer tells exactly. */
function assertKeyset(prepared: Prepared): void {
  const { table, definition } = prepared;
  const { paging, configType } = definition.executeConfig;
  if (paging !== 'keyset') return;
  const bad = (message: string) => invalid('executeConfig.paging', message);
  if (table === null || configType !== '1') throw bad('游标分页只用于表引导模式');
  if (table.key.length === 0) throw bad('表没有主键或唯一键，不能使用游标分页');
  const api = tableApiOf(prepared, table);
  const returned = new Set(api.outputs.map(({ column }) => column));
  const sortable = api.outputs.filter(({ name }) => definition.executeConfig.sortable.includes(name));
  for (const name of new Set([...ordersOf(api, null).map(({ columnName }) => columnName), ...sortable.map(({ column }) => column)])) {
    const { type, isNullable } = table.columns.get(name)!;
    if (!returned.has(name)) throw bad(`游标分页按“${name}”排序，请将它勾选为返回字段`);
    if (isNullable && !table.key.includes(name)) throw bad(`字段“${name}”可以为空，不能用于游标分页的排序`);
    if (isNullable && name.includes('.')) throw bad('左关联的表有多条对应记录时不能使用游标分页，请改为内关联或页码分页');
    if (!isKeysetType(type, prepared.dialect)) throw bad(`字段“${name}”的类型 ${type} 不能用于游标分页的排序`);
  }
}

/** Names that callers may order by stand in the answer. */
function assertSortable({ executeConfig, resParams }: Definition, outputs: readonly string[] | null): void {
  const names = executeConfig.configType === '2' ? outputs : outputNames({ executeConfig, resParams });
  const unknown = names && executeConfig.sortable.find((name) => !names.includes(name));
  if (unknown) throw invalid('executeConfig.sortable', `允许排序的字段“${unknown}”不在返回字段中`);
}

function assertScript(sqlText: string, reqParams: readonly ReqParam[]): void {
  try {
    const names = new Set(scriptParams(sqlText).map(({ name }) => name));
    const missing = [...names].find((name) => !reqParams.some(({ paramName }) => paramName === name));
    if (missing) throw invalid('reqParams', `脚本中的参数“${missing}”没有配置`);
    const stray = reqParams.find(({ paramName }) => !names.has(paramName));
    if (stray) throw invalid('reqParams', `请求参数“${stray.paramName}”没有在脚本中使用`);
  } catch (error) {
    throw asRefusal(error, sqlText);
  }
}

/** A problem of a script as the gate tells its own: with the place. */
export function asRefusal(error: unknown, script: string): unknown {
  if (!(error instanceof ScriptProblem)) return error;
  const before = script.slice(0, error.offset).split('\n');
  return new AppError('gate.refused', error.message, {
    offset: error.offset,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
  });
}

/** A value for each parameter. */
export const sampleValues = ({ definition, table }: Prepared): Map<string, Given> =>
  new Map(
    definition.reqParams.map((param) => [
      param.paramName,
      sample(param, table?.columns.get(param.columnName || param.paramName)?.type ?? ''),
    ]),
  );

/** Names of outputs and parameters each once: they are keys of an answer and of a query. */
function assertNames({ executeConfig, reqParams, resParams }: Definition): void {
  const twice = (names: readonly string[]) => names.find((name, i) => names.indexOf(name) !== i);
  const param = twice(reqParams.map(({ paramName }) => paramName));
  if (param) throw invalid('reqParams', `请求参数“${param}”重复`);
  const reserved = reqParams.find(({ paramName }) => PAGING_PARAMS.includes(paramName));
  if (reserved) throw invalid('reqParams', `“${reserved.paramName}”用于分页和排序，不能作为参数名称`);
  const output = twice(resParams.map(({ fieldName, fieldAliasName }) => fieldAliasName || fieldName));
  if (output) throw invalid('resParams', `返回参数“${output}”重复`);
  const prefixed =
    executeConfig.joins.length > 0 && resParams.find(({ fieldName, fieldAliasName }) => /^t[23]\./.test(fieldName) && !fieldAliasName);
  if (prefixed) throw invalid('resParams', `请填写关联字段“${prefixed.fieldName}”的返回名称`);
  if (executeConfig.defaultSize > executeConfig.maxSize) throw invalid('executeConfig.defaultSize', '默认条数不能大于最多条数');
}

/**
 * Whether an API can be called: its statement with all conditions and with none passes the gate for the caller, with every sensitive column
 * masked. Throws input.invalid, gate.refused, entity.notFound.
 */
export async function assertCallable(
  ctx: Ctx,
  definition: Pick<ApiInput, 'executeConfig' | 'reqParams' | 'resParams'>,
  tightenings?: Tightenings,
): Promise<CompiledQuery> {
  const { executeConfig: config, reqParams } = definition;
  assertNames(definition);
  if (config.configType === '1' && !config.tableId) throw invalid('executeConfig.tableId', '请选择数据表');
  if (config.configType === '3' && !config.dataSetId) throw invalid('executeConfig.dataSetId', '请选择数据集');
  if (config.configType === '2' && !config.sqlText?.trim()) throw invalid('executeConfig.sqlText', '请填写SQL语句');
  if (config.configType === '2') assertScript(config.sqlText ?? '', reqParams);
  const guarded = await openSource(ctx, config.sourceId);
  const prepared = await prepare(ctx, guarded.source, definition);
  assertTable(definition, prepared);
  assertKeyset(prepared);
  const all = sampleValues(prepared);
  const none = new Map(reqParams.map((param) => [param.paramName, param.nullable === '0' ? all.get(param.paramName)! : null]));
  const asked = (sort: string | null): Asked => ({
    paging: { pageNum: 1, pageSize: 1 },
    sort: sort === null ? null : [{ columnName: sort, direction: 'asc' }],
    after: null,
  });
  const script = config.sqlText ?? '';
  try {
    // the script alone first, so that a refusal tells a place in it
    if (config.configType === '2') {
      const [, second] = await guarded.check(plainScript(script), { hasParams: true });
      if (second)
        throw new ScriptProblem(
          '只能使用一条查询语句，请删除其余语句',
          script.indexOf(second.statement.text.trimStart(), second.statement.start),
        );
    }
    await guarded.compile(statementsOf(prepared, none, asked(null)).rows, 'api', tightenings);
    const compiled = await guarded.compile(statementsOf(prepared, all, asked(null)).rows, 'api', tightenings);
    assertSortable(definition, compiled.outputs);
    // an order by a masked column is refused like a condition on it
    for (const name of config.sortable) await guarded.compile(statementsOf(prepared, none, asked(name)).rows, 'api', tightenings);
    return compiled;
  } catch (error) {
    throw asRefusal(error, script);
  }
}
