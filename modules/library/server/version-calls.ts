import { pageRows } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import type { DocKind } from '../contract/item.ts';
import { versionCalls as contract } from '../contract/version.ts';
import { differencesOf, publishedNo, versionOf } from './differences.ts';
import { assertMay } from './folders.ts';
import { buildItem } from './items.ts';
import { itemFor } from './reach.ts';

/** Versions are the business of those who may change the document. */
async function open(ctx: Ctx, { kind, id }: { kind: DocKind; id: string }): Promise<void> {
  const permission = assertMay(ctx, kind, 'build');
  await itemFor(ctx, kind, id, 'edit', { permission });
}

/** Versions of charts, boards and screens. */
export const versionRoutes = implement(contract, {
  async page(ctx, { params, query }) {
    await open(ctx, params);
    const current = await publishedNo(ctx, params.kind, params.id);
    const rows = ctx.db
      .selectFrom('visualVersion')
      .leftJoin('sysUser', 'sysUser.id', 'visualVersion.createBy')
      .where('entityType', '=', params.kind)
      .where('entityId', '=', params.id);
    const list = rows
      .select(['versionNo', 'name', 'isPublished', 'restoredFrom', 'nickname as authorName', 'visualVersion.createTime'])
      .orderBy('versionNo', 'desc');
    const page = await pageRows(query, list, rows);
    return {
      ...page,
      data: page.data.map((row) => ({ ...row, isPublished: row.isPublished === '1', isCurrent: row.versionNo === current })),
    };
  },
  async get(ctx, { params }) {
    await open(ctx, params);
    const { versionNo, name, doc, charts } = await versionOf(ctx, params.kind, params.id, params.no);
    return { versionNo, name, config: doc as Record<string, never>, charts: charts as Record<string, never> };
  },
  async name(ctx, { params, body }) {
    await open(ctx, params);
    const row = await versionOf(ctx, params.kind, params.id, params.no);
    await ctx.db.updateTable('visualVersion').set({ name: body.name }).where('id', '=', row.id).execute();
    ctx.audit.change({ entity: '版本', id: row.id, name: `版本 ${row.versionNo}`, before: { name: row.name }, after: { name: body.name } });
    return null;
  },
  async restore(ctx, { params, body }) {
    const { kind, id, no } = params;
    await open(ctx, params);
    const { doc } = await versionOf(ctx, kind, id, no);
    return buildItem(ctx, kind, id, { config: doc, version: body.version, restoredFrom: no });
  },
  async diff(ctx, { params, query }) {
    const { kind, id } = params;
    await open(ctx, params);
    return differencesOf(ctx, { kind, id }, query);
  },
});
