import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { CompiledQuery } from '#modules/gate/server/index.ts';
import type { ApiInput, ReqParam } from '../../contract/api.ts';
import { plainScript, ScriptProblem, scriptParams, type Given } from '../../core/index.ts';
import { openSource } from './reading.ts';
import { prepare, statementsOf, type Definition, type Prepared } from './statements.ts';

const invalid = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** Any value of the type: what a text with all its conditions is checked with. */
const sample = ({ paramType, whereType }: ReqParam, type: string): Given => {
  const one = /int|num|dec|real|float|double|serial|money/i.test(type) || paramType === '2' || paramType === '3' ? 1 : null;
  if (whereType === '10' || whereType === '11') return 1;
  const value = one ?? (/date|time/i.test(type) || paramType === '4' ? '2000-01-01' : 'a');
  return whereType === '12' || paramType === '5' ? [value] : value;
};

function assertTable({ executeConfig, reqParams }: Definition, { table }: Prepared): void {
  if (table === null) return;
  const known = (name: string) => table.types.has(name);
  const fields = executeConfig.fieldParams;
  const unknown = [...fields, ...executeConfig.orderBy].find(({ columnName }) => !known(columnName));
  if (unknown) throw invalid('executeConfig', `字段“${unknown.columnName}”不存在`);
  if (!fields.some(({ resable }) => resable === '1')) throw invalid('resParams', '请至少选择一个返回字段');
  const askable = new Set(fields.filter(({ reqable }) => reqable === '1').map(({ columnName }) => columnName));
  for (const param of reqParams) {
    const column = param.columnName || param.paramName;
    if (!known(column)) throw invalid('reqParams', `请求参数“${param.paramName}”对应的字段“${column}”不存在`);
    if (!askable.has(column)) throw invalid('reqParams', `字段“${column}”没有勾选为请求参数`);
  }
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

/** Names of outputs and parameters each once: they are keys of an answer and of a query. */
function assertNames({ executeConfig, reqParams, resParams }: Definition): void {
  const twice = (names: readonly string[]) => names.find((name, i) => names.indexOf(name) !== i);
  const param = twice(reqParams.map(({ paramName }) => paramName));
  if (param) throw invalid('reqParams', `请求参数“${param}”重复`);
  const reserved = reqParams.find(({ paramName }) => paramName === 'pageNum' || paramName === 'pageSize');
  if (reserved) throw invalid('reqParams', `“${reserved.paramName}”用于分页，不能作为参数名称`);
  const output = twice(resParams.map(({ fieldName, fieldAliasName }) => fieldAliasName || fieldName));
  if (output) throw invalid('resParams', `返回参数“${output}”重复`);
  if (executeConfig.defaultSize > executeConfig.maxSize) throw invalid('executeConfig.defaultSize', '默认条数不能大于最多条数');
}

/**
 * Whether an API can be called: its statement with all conditions and with none passes the gate for the caller, with every sensitive column
 * masked. Throws input.invalid, gate.refused, entity.notFound.
 */
export async function assertCallable(
  ctx: Ctx,
  definition: Pick<ApiInput, 'executeConfig' | 'reqParams' | 'resParams'>,
): Promise<CompiledQuery> {
  const { executeConfig: config, reqParams } = definition;
  assertNames(definition);
  if (config.configType === '1' && !config.tableId) throw invalid('executeConfig.tableId', '请选择数据表');
  if (config.configType === '2' && !config.sqlText?.trim()) throw invalid('executeConfig.sqlText', '请填写SQL语句');
  if (config.configType === '2') assertScript(config.sqlText ?? '', reqParams);
  const guarded = await openSource(ctx, config.sourceId);
  const prepared = await prepare(ctx, guarded.source, definition);
  assertTable(definition, prepared);
  const all = new Map(
    reqParams.map((param) => [param.paramName, sample(param, prepared.table?.types.get(param.columnName || param.paramName) ?? '')]),
  );
  const none = new Map(reqParams.map((param) => [param.paramName, param.nullable === '0' ? all.get(param.paramName)! : null]));
  const paging = { pageNum: 1, pageSize: 1 };
  const script = config.sqlText ?? '';
  try {
    // the script alone first, so that a refusal tells a place in it
    if (config.configType === '2') await guarded.check(plainScript(script), { hasParams: true });
    await guarded.compile(statementsOf(prepared, none, paging).rows, 'api');
    return await guarded.compile(statementsOf(prepared, all, paging).rows, 'api');
  } catch (error) {
    throw asRefusal(error, script);
  }
}
