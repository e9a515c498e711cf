import { sql, type Expression, type SqlBool } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { pageRows } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { ExecuteConfig, ResParam } from '../../contract/api.ts';
import { Chain } from '../../contract/chain.ts';
import { HttpService, WebService } from '../../contract/service.ts';
import type { square as contract } from '../../contract/square.ts';
import { serviceOutputs } from '../../core/services/documents.ts';
import { groupsBelow } from '../groups/below.ts';
import { outputNames } from '../subscriptions/row-rights.ts';
import { ofApp } from '../reach.ts';
import { ASKS_FOR } from '../subscriptions/rows.ts';
import { callFigures } from './figures.ts';
import { ownStates } from './own.ts';

type Query = z.output<NonNullable<(typeof contract)['page']['query']>>;

/** Applications that may call an API now. */
const subscribers = (now: Date) =>
  sql<number>`(select count(*)::int from market_subscription s where s.api_id = api.id and s.status = '2' and s.end_time > ${now})`;
/** The strictest level of the columns that a table API returns; of a service what its owner says. */
const level = sql<string | null>`coalesce(api.level, (
  select max(coalesce(c.level, k.level)) from jsonb_array_elements(api.execute_config->'fieldParams') f
  cross join (select '' as prefix, api.execute_config->>'tableId' as id
    union all select (j->>'alias') || '.', j->>'tableId' from jsonb_array_elements(coalesce(api.execute_config->'joins', '[]'::jsonb)) j) t
  join metadata_column c on c.table_id = t.id and t.prefix || c.column_name = f->>'columnName' and c.deleted_at is null
  left join metadata_class k on k.id = c.class_id and k.deleted_at is null
  where f->>'resable' = '1' and api.execute_config->>'configType' = '1'))`;

const OFFER = ['status', 'createBy', 'createDept', 'remark', 'releaseTime', 'offlineTime', 'deletedAt'] as const;
/** Data APIs and services with the same columns. Where a service leads, and how an API reads its source, is for other pages. */
const offersOf = ({ db }: Ctx) =>
  db
    .selectFrom('marketApi')
    .select(['id', 'apiName', 'apiVersion', 'apiUrl', 'reqMethod', 'groupId', 'offlineReason', 'executeConfig', 'resParams', ...OFFER])
    .select((e) => [
      e.val<'api' | 'service'>('api').as('kind'),
      sql<unknown>`null::jsonb`.as('webService'),
      sql<unknown>`null::jsonb`.as('chain'),
      sql<unknown>`null::jsonb`.as('httpService'),
      sql<string | null>`null::text`.as('level'),
    ])
    .unionAll(
      db
        .selectFrom('marketServiceIntegration')
        .select((e) => [
          'id',
          'serviceName as apiName',
          sql<string>`'v' || service_version::text`.as('apiVersion'),
          sql<string>`'/' || service_no`.as('apiUrl'),
          sql<string>`case when http_service->>'httpMethod' = 'GET' then 'GET' else 'POST' end`.as('reqMethod'),
          'groupId',
          sql<string | null>`null::text`.as('offlineReason'),
          sql<unknown>`null::jsonb`.as('executeConfig'),
          sql<unknown>`null::jsonb`.as('resParams'),
          ...OFFER,
          e.val<'api' | 'service'>('service').as('kind'),
          'webService',
          'chain',
          'httpService',
          'level',
        ]) as never,
    )
    .as('api');

const released = (ctx: Ctx) =>
  ctx.db
    .selectFrom(offersOf(ctx))
    .leftJoin('marketApiGroup as g', (join) => join.onRef('g.id', '=', 'api.groupId').on('g.deletedAt', 'is', null))
    .leftJoin('sysUser as u', 'u.id', 'api.createBy')
    .leftJoin('sysDept as d', 'd.id', 'api.createDept')
    .where('api.status', '=', '2')
    .where('api.deletedAt', 'is', null)
    .where((e) => e.or([e('api.offlineTime', 'is', null), e('api.offlineTime', '>', ctx.now)]));

const listed = (ctx: Ctx, rows: ReturnType<typeof released>) =>
  rows
    .select([
      'api.id',
      'api.kind',
      'api.apiName',
      'api.apiVersion',
      'api.apiUrl',
      'api.reqMethod',
      'api.remark',
      'api.groupId',
      'g.groupName',
      'u.nickname as owner',
      'd.deptName',
      'api.releaseTime',
      'api.offlineTime',
      'api.offlineReason',
      'api.executeConfig',
      'api.resParams',
      'api.webService',
      'api.chain',
      'api.httpService',
    ])
    .select([level.as('level'), subscribers(ctx.now).as('subscribers')]);
type Listed = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>;

async function shown(ctx: Ctx, rows: readonly Listed[]) {
  const ids = rows.map(({ id }) => id);
  const [mine, figures] = await Promise.all([ownStates(ctx, ids), callFigures(ctx, ids)]);
  return rows.map(({ executeConfig, resParams, webService, chain, httpService, reqMethod, ...row }) => ({
    ...row,
    reqMethod: reqMethod as 'GET' | 'POST',
    fieldCount:
      row.kind === 'api'
        ? outputNames({ executeConfig: ExecuteConfig.parse(executeConfig), resParams: ResParam.array().parse(resParams) }).length
        : serviceOutputs({
            httpService: HttpService.nullable().parse(httpService),
            webService: WebService.nullable().parse(webService),
            chain: Chain.nullable().parse(chain),
          }).length,
    calls: figures.get(row.id)?.calls ?? [],
    p95: figures.get(row.id)?.p95 ?? null,
    mine: mine.get(row.id) ?? null,
  }));
}

/** What people search by: name, path, description, and what is returned. */
function matches(keyword: string): Expression<SqlBool> {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<SqlBool>`(api.api_name ilike ${pattern} or api.api_url ilike ${pattern} or api.remark ilike ${pattern} or exists (
    select 1 from jsonb_array_elements(api.execute_config->'fieldParams') f
    where f->>'resable' = '1' and (f->>'columnName' ilike ${pattern} or f->>'columnComment' ilike ${pattern})) or exists (
    select 1 from jsonb_array_elements(api.res_params) r
    where r->>'fieldName' ilike ${pattern} or r->>'fieldAliasName' ilike ${pattern} or r->>'fieldComment' ilike ${pattern}))`;
}

export async function pageOfSquare(ctx: Ctx, query: Query) {
  let rows = released(ctx);
  if (query.keyword) rows = rows.where(matches(query.keyword));
  if (query.kind) rows = rows.where('api.kind', '=', query.kind);
  if (query.groupId) rows = rows.where('api.groupId', 'in', await groupsBelow(ctx.db, query.groupId));
  if (query.level) rows = rows.where(level, '=', query.level);
  if (query.mine === '1')
    rows = rows.where((e) =>
      e.exists(
        e
          .selectFrom('marketSubscription as sub')
          .innerJoin('marketApp as app', 'app.id', 'sub.appId')
          .select('sub.id')
          .whereRef('sub.apiId', '=', 'api.id')
          .where('sub.status', 'in', ['1', '2', '4'])
          .where('app.deletedAt', 'is', null)
          .where(scope(ctx, ofApp, ASKS_FOR)),
      ),
    );
  let list = listed(ctx, rows);
  if (query.order === 'apiName') list = list.orderBy('api.apiName');
  else if (query.order === 'releaseTime') list = list.orderBy('api.releaseTime', 'desc');
  else list = list.orderBy('subscribers', 'desc').orderBy('api.apiName');
  const page = await pageRows(query, list.orderBy('api.id'), rows);
  return { ...page, data: await shown(ctx, page.data as Listed[]) };
}

/** One released API or service. Throws entity.notFound. */
export async function oneOfSquare(ctx: Ctx, id: string) {
  const row = await listed(ctx, released(ctx).where('api.id', '=', id)).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', 'API或服务不存在，或已下线');
  const [one] = await shown(ctx, [row]);
  return one!;
}
