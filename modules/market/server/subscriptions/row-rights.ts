import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { openData } from '#modules/gate/server/index.ts';
import { ApiRow, ExecuteConfig, ResParam } from '../../contract/api.ts';
import type { RowFilter } from '../../contract/row-filter.ts';
import { outputsOf } from '../../core/index.ts';
import { rowFilterProblem, rowGrantOf } from '../../core/row-grant.ts';
import { ownerCtx } from '../apis/reading.ts';
import { StatementWriter } from '../apis/shapes.ts';
import { prepare, type Prepared } from '../apis/statements.ts';
import { readLimited } from '../calls/limited.ts';

const invalid = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** A released API as it is stored. Throws entity.notFound. */
export async function releasedApi(db: Db, id: string) {
  const row = await db
    .selectFrom('marketApi')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('status', '=', '2')
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', 'API不存在或未发布');
  return ApiRow.parse(row);
}
type Api = Awaited<ReturnType<typeof releasedApi>>;
type Outputs = Pick<Api, 'executeConfig' | 'resParams'>;

/** What an API returns: the columns of its definition under the names of its answer; the outputs of a script stand for themselves. */
export function namedColumns(row: { executeConfig: unknown; resParams: unknown }): { column: string; name: string }[] {
  const config = ExecuteConfig.parse(row.executeConfig);
  const resParams = ResParam.array().parse(row.resParams);
  return config.configType === '2'
    ? resParams.map(({ fieldName, fieldAliasName }) => ({ column: fieldName, name: fieldAliasName || fieldName }))
    : outputsOf(config, resParams);
}

/** Names of the answer of an API; none are known of a script whose outputs nobody has described. */
export const outputNames = ({ executeConfig, resParams }: Outputs): { name: string; column: string | null; comment: string | null }[] => {
  const described = new Map(resParams.map((one) => [one.fieldAliasName || one.fieldName, one.fieldComment ?? null]));
  if (executeConfig.configType === '2') return [...described].map(([name, comment]) => ({ name, column: null, comment }));
  return outputsOf(executeConfig, resParams).map(({ name, column }) => ({ name, column, comment: described.get(name) ?? null }));
};

/** What calls of the API run by: the source and table as who released it sees them. Throws api.offline. */
async function openOfOwner(app: App, api: Api, signal: AbortSignal) {
  const owner = await ownerCtx(app, api.releaseBy ?? '', signal);
  if (!owner) throw new AppError('rule.broken', 'API的负责人账号已禁用，请联系管理员重新发布');
  const guarded = await openData(owner, api.executeConfig.sourceId);
  return { guarded, prepared: await prepare(owner, guarded.source, api) };
}

const typesOf = ({ table }: Prepared): ReadonlyMap<string, string> =>
  new Map([...(table?.columns ?? [])].map(([name, { type }]) => [name, type]));

/** Columns that rows of an API may be limited by, with their types; none for scripts. */
export async function columnsOfApi(ctx: Ctx, api: Api): Promise<ReadonlyMap<string, string>> {
  if (api.executeConfig.configType === '2') return new Map();
  const { prepared } = await openOfOwner(ctx.app, api, ctx.signal);
  return typesOf(prepared);
}

/** Values that required parameters take when a statement is only compiled. */
const withoutRequired = (api: Api): Api => ({
  ...api,
  reqParams: api.reqParams.map((param) => ({ ...param, nullable: '1', defaultValue: null })),
});

/**
 * Whether an API can be called with only these fields and rows: the statement passes the gate with the rights of who released it, where a
 * condition on a masked column is refused. `among` are the columns that whoever asks may know of. Throws input.invalid.
 */
export async function assertGrantable(
  ctx: Ctx,
  api: Api,
  { fields, rows, among }: { fields: readonly string[] | null; rows: RowFilter; among: 'offered' | 'all' },
): Promise<void> {
  const names = new Set(outputNames(api).map(({ name }) => name));
  const stray = names.size > 0 ? fields?.find((name) => !names.has(name)) : undefined;
  if (stray !== undefined) throw invalid('fields', `API没有返回字段“${stray}”`);
  if (rows === null) return;
  if (api.executeConfig.configType === '2') throw invalid('rows', '脚本模式的API不能限定行范围');
  const { guarded, prepared } = await openOfOwner(ctx.app, withoutRequired(api), ctx.signal);
  const types = typesOf(prepared);
  const offered = new Set(api.executeConfig.fieldParams.map(({ columnName }) => columnName));
  const known = among === 'all' ? types : new Map([...types].filter(([name]) => offered.has(name)));
  const problem = rowFilterProblem(rows, known);
  if (problem !== null) throw invalid('rows', problem);
  try {
    const { statements } = readLimited(
      new StatementWriter(prepared),
      {},
      { apiId: api.id, secrets: ctx.app.secrets, rows: rowGrantOf(rows), fields: null },
    );
    await guarded.compile(statements.rows, 'api');
    await guarded.compile(statements.count, 'api');
  } catch (error) {
    if (error instanceof AppError && error.key === 'gate.refused') throw invalid('rows', `行范围不能使用：${error.message}`);
    throw error;
  }
}
