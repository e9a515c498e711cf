import type { AnyRoute } from '#kit/contract/route.ts';
import type { App } from '#kit/server/ctx.ts';
import { implement, type Recyclable } from '#kit/server/module.ts';
import { recycle as contract } from '../../contract/recycle.ts';
import { recycledDetail, recyclePage } from './list.ts';
import { purgeRows } from './purge.ts';
import { ownRecyclables } from './registry.ts';
import { restoreRows } from './restore.ts';

/** The call that deletes one row of a kind: the usual one, by its permission and title. */
function removePathOf(app: App, { code, label }: Recyclable): string | null {
  const isRemoval = (route: AnyRoute) =>
    route.method === 'DELETE' &&
    route.summary === `删除${label}` &&
    route.access.kind === 'perm' &&
    route.access.anyOf.includes(`${code}:remove`);
  const routes = app.modules.flatMap((module) => module.routes).flatMap(({ contract: calls }) => Object.values(calls));
  return routes.find(isRemoval)?.path ?? null;
}

/** 回收站 over the kinds of all modules. */
export const recycle = implement(contract, {
  entities: (ctx) =>
    ownRecyclables(ctx).map((entity) => ({ entity: entity.table, label: entity.label, removePath: removePathOf(ctx.app, entity) })),
  page: (ctx, { query }) => recyclePage(ctx, query),
  get: (ctx, { params }) => recycledDetail(ctx, params.entity, params.id),
  restore: (ctx, { body }) => restoreRows(ctx, body.items),
  purge: (ctx, { body }) => purgeRows(ctx, body.items),
});
