import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { AppError } from '#kit/contract/errors.ts';
import { ApiInput, type ExecuteConfig } from '../../contract/api.ts';
import type { TransferredApi } from '../../contract/transfer.ts';
import { API_SCOPE } from '../apis/seen.ts';
import { planNames } from '../plans/offered.ts';

type Names = ReadonlyMap<string, { schemaName: string; tableName: string }>;

/** Ids mean nothing elsewhere. */
const withoutIds = (config: ExecuteConfig): ExecuteConfig => ({
  ...config,
  sourceId: '0',
  tableId: null,
  dataSetId: null,
  joins: config.joins.map((join) => ({ ...join, tableId: '0' })),
});

interface Known {
  readonly sources: ReadonlyMap<string, string>;
  readonly tables: Names;
  readonly sets: ReadonlyMap<string, string>;
}
function transferred(api: ApiInput, plans: readonly string[], { sources, tables, sets }: Known): TransferredApi {
  const { executeConfig: config } = api;
  const places = config.configType === '1' ? [{ alias: 't1' as const, tableId: config.tableId ?? '' }, ...config.joins] : [];
  return {
    ...api,
    executeConfig: withoutIds(config),
    source: { sourceName: sources.get(config.sourceId) ?? '' },
    tables: places.flatMap(({ alias, tableId }) => {
      const table = tables.get(tableId);
      return table ? [{ alias, ...table }] : [];
    }),
    dataSet: config.configType === '3' ? { setName: sets.get(config.dataSetId ?? '') ?? '' } : null,
    plans: [...plans],
  };
}

const NONE = ['0'];
const orNone = (ids: readonly string[]): readonly string[] => (ids.length > 0 ? [...new Set(ids)] : NONE);

/** Definitions of APIs within the caller's scope as a file: no keys, no subscriptions, nothing about who released them. */
export async function exportApis(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('marketApi')
    .selectAll()
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, API_SCOPE))
    .orderBy('apiUrl')
    .orderBy('apiVersion')
    .execute();
  if (rows.length < new Set(ids).size) throw new AppError('entity.notFound', '有API不存在或不在您的数据范围内');
  const apis = rows.map((row) => ApiInput.parse(row));
  const configs = apis.map(({ executeConfig }) => executeConfig);
  const tableIds = configs.flatMap(({ tableId, joins }) => [...(tableId ? [tableId] : []), ...joins.map((join) => join.tableId)]);
  const [sources, tables, sets] = await Promise.all([
    ctx.db
      .selectFrom('metadataSource')
      .select(['id', 'sourceName'])
      .where('id', 'in', orNone(configs.map(({ sourceId }) => sourceId)))
      .execute(),
    ctx.db.selectFrom('metadataTable').select(['id', 'schemaName', 'tableName']).where('id', 'in', orNone(tableIds)).execute(),
    ctx.db
      .selectFrom('visualDataSet')
      .select(['id', 'setName'])
      .where('id', 'in', orNone(configs.flatMap(({ dataSetId }) => dataSetId ?? [])))
      .execute(),
  ]);
  const names = {
    sources: new Map(sources.map(({ id, sourceName }) => [id, sourceName])),
    tables: new Map(tables.map(({ id, ...names }) => [id, names])),
    sets: new Map(sets.map(({ id, setName }) => [id, setName])),
  };
  const plans = await planNames(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const file = {
    kind: 'databrain.dataApis',
    version: 1,
    exportTime: ctx.now.toISOString(),
    apis: apis.map((api, i) => transferred(api, plans.get(rows[i]!.id) ?? [], names)),
  };
  ctx.audit.note(
    apis
      .map(({ apiName, apiVersion }) => `${apiName} ${apiVersion}`)
      .join('、')
      .slice(0, 500),
  );
  return {
    body: Readable.from([JSON.stringify(file, null, 2)]),
    type: 'application/json; charset=utf-8',
    fileName:
      apis.length === 1
        ? `${apis[0]!.apiName.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')}-${apis[0]!.apiVersion}.json`
        : `数据API-${apis.length}个.json`,
    headers: { 'cache-control': 'no-store' },
  };
}
