import { implement } from '#kit/server/module.ts';
import { isGoverned } from '#kit/server/flow.ts';
import { scope } from '#kit/server/scope.ts';
import { square as contract } from '../../contract/square.ts';
import { openApiOf } from '../../core/openapi.ts';
import { samplesOf } from '../../core/samples.ts';
import { openApiOfService } from '../../core/services/documents.ts';
import { outputNames, releasedApi } from '../subscriptions/row-rights.ts';
import { ofApp } from '../reach.ts';
import { subscriptionType } from '../subscriptions/approval.ts';
import { ASKS_FOR } from '../subscriptions/rows.ts';
import { outputsOfApi } from './outputs.ts';
import { ownSubscriptions } from './own.ts';
import { oneOfSquare, pageOfSquare } from './rows.ts';
import { tryOffer } from './try.ts';
import { releasedService, serviceAsOffer } from './service.ts';

/** API 市场: every released API and service, without how it reads its source or where it leads. */
export const squares = implement(contract, {
  page: (ctx, { query }) => pageOfSquare(ctx, query),
  apps: (ctx) =>
    ctx.db
      .selectFrom('marketApp as app')
      .select(['app.id', 'app.appName'])
      .where('app.deletedAt', 'is', null)
      .where('app.status', '=', '1')
      .where(scope(ctx, ofApp, ASKS_FOR))
      .orderBy('app.appName')
      .orderBy('app.id')
      .limit(1000)
      .execute(),
  async get(ctx, { params }) {
    const row = await oneOfSquare(ctx, params.id);
    const subscriptions = await ownSubscriptions(ctx, params.id);
    const decidedBy = (await isGoverned(ctx, subscriptionType)) ? ('process' as const) : ('owner' as const);
    if (row.kind === 'service') return { ...row, ...(await serviceAsOffer(ctx, params.id)), decidedBy, subscriptions };
    const api = await releasedApi(ctx.db, params.id);
    const { executeConfig: config, rateLimit, reqParams } = api;
    return {
      ...row,
      decidedBy,
      rateLimit,
      reqParams,
      defaultSize: config.defaultSize,
      maxSize: config.maxSize,
      total: config.total,
      outputs: await outputsOfApi(ctx.db, api),
      filterable:
        config.configType !== '2'
          ? config.fieldParams.map(({ columnName, columnComment }) => ({ columnName, comment: columnComment ?? null }))
          : [],
      ...samplesOf(api),
      subscriptions,
    };
  },
  tryOut: (ctx, { params, body }) => tryOffer(ctx, params.id, body),
  async openapi(ctx, { params, query }) {
    const { kind } = await oneOfSquare(ctx, params.id);
    if (kind === 'service') return openApiOfService(await releasedService(ctx, params.id));
    const api = await releasedApi(ctx.db, params.id);
    const own = query.appId
      ? (await ownSubscriptions(ctx, params.id)).find(({ appId, status }) => appId === query.appId && status === '2')
      : undefined;
    const known = await outputsOfApi(ctx.db, api);
    if (!own || own.fields === null) return openApiOf(api, known);
    // the document of an application holds what its answers hold
    const granted = new Set(own.fields);
    const outputs = outputNames(api).filter(({ name }) => granted.has(name));
    const columns = new Set(outputs.map(({ column }) => column));
    const { executeConfig: config } = api;
    const shown = {
      ...api,
      executeConfig: {
        ...config,
        fieldParams: config.fieldParams.map((field) => ({ ...field, resable: columns.has(field.columnName) ? field.resable : '0' })),
      },
      resParams: api.resParams.filter(({ fieldName, fieldAliasName }) => granted.has(fieldAliasName || fieldName)),
    };
    return openApiOf(shown, known);
  },
});
