import type { Ctx } from '#kit/server/ctx.ts';
import { loadSet } from '#modules/datasets/server/index.ts';
import type { ApiInput, ExecuteConfig } from '../../contract/api.ts';

async function tableNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db.selectFrom('metadataTable').select(['id', 'tableName']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, tableName }) => [id, tableName]));
}

async function namesIn(ctx: Ctx, config: ExecuteConfig): Promise<ExecuteConfig> {
  const { configType, tableId, dataSetId, joins } = config;
  if (configType === '1' && tableId) {
    const names = await tableNames(ctx, [tableId, ...joins.map((join) => join.tableId)]);
    const nameOf = (id: string) => names.get(id) ?? null;
    return {
      ...config,
      tableName: nameOf(tableId),
      joins: joins.map((join) => ({ ...join, tableName: nameOf(join.tableId) })),
      dataSetName: null,
    };
  }
  const dataSetName = configType === '3' && dataSetId ? (await loadSet(ctx, dataSetId)).name : null;
  return { ...config, tableName: null, dataSetName };
}

/**
 * A definition that can be called, with the names of what it reads as they are here: lists, comparisons and approvers go by them, so they are not
 * what the sender calls it.
 */
export const withOriginNames = async (ctx: Ctx, body: ApiInput): Promise<ApiInput> => ({
  ...body,
  executeConfig: await namesIn(ctx, body.executeConfig),
});
