import { AppError } from '#kit/contract/errors.ts';
import { pageRows } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import type { DocKind } from '../contract/item.ts';
import { versionCalls as contract, type Change } from '../contract/version.ts';
import type { ChartNames } from '../core/change.ts';
import { assertMay } from './folders.ts';
import { buildItem } from './items.ts';
import { assertKnownForm, kindOf, type StoredCharts } from './kinds.ts';
import { chartsOf } from './publish.ts';
import { itemFor } from './reach.ts';
import { docOf } from './store.ts';

const MAX_CHANGES = 200;

/** Versions are the business of those who may change the document. */
async function open(ctx: Ctx, { kind, id }: { kind: DocKind; id: string }): Promise<void> {
  const permission = assertMay(ctx, kind, 'build');
  await itemFor(ctx, kind, id, 'edit', { permission });
}

async function versionOf(ctx: Ctx, kind: DocKind, id: string, no: number) {
  const row = await ctx.db
    .selectFrom('visualVersion')
    .select(['id', 'versionNo', 'name', 'doc', 'charts'])
    .where('entityType', '=', kind)
    .where('entityId', '=', id)
    .where('versionNo', '=', no)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '该版本不存在，可能已被清理');
  assertKnownForm(kind, row.doc);
  return row;
}

async function publishedNo(ctx: Ctx, kind: DocKind, id: string): Promise<number | null> {
  if (kind === 'chart') return null;
  const table = kind === 'board' ? 'visualBoard' : 'visualScreen';
  return (await ctx.db.selectFrom(table).select('publishedNo').where('id', '=', id).executeTakeFirst())?.publishedNo ?? null;
}

interface Side {
  readonly doc: unknown;
  /** stored charts of that side, null when they were not frozen */
  readonly charts: StoredCharts | null;
}
const readable = (stored: StoredCharts): StoredCharts =>
  Object.fromEntries(Object.entries(stored).filter(([, one]) => kindOf('chart').isReadable(one)));

/** Stored charts that look otherwise than when they were frozen. */
const diffFrozen = (before: StoredCharts, after: StoredCharts, names: ChartNames): Change[] =>
  Object.keys(after).flatMap((id) => {
    const details =
      id in before
        ? kindOf('chart')
            .diff(before[id], after[id], names)
            .map(({ name }) => name)
        : [];
    return details.length > 0 ? [{ what: 'changed' as const, subject: '图表', name: names[id] ?? '图表', details }] : [];
  });

async function sideOf(ctx: Ctx, kind: DocKind, id: string, side: 'draft' | 'published' | number): Promise<Side> {
  if (side === 'draft') {
    const doc = await docOf(ctx, kind, id);
    return { doc, charts: kind === 'chart' ? null : (await chartsOf(ctx, kind, doc)).charts };
  }
  const no = side === 'published' ? await publishedNo(ctx, kind, id) : side;
  if (no === null) return { doc: null, charts: null };
  const row = await versionOf(ctx, kind, id, no);
  const charts = readable(row.charts as StoredCharts);
  return { doc: row.doc, charts: Object.keys(charts).length > 0 ? charts : null };
}

async function namesOf(ctx: Ctx, sides: readonly Side[], kind: DocKind): Promise<Record<string, string>> {
  if (kind === 'chart') return {};
  const found = await Promise.all(sides.map((side) => chartsOf(ctx, kind, side.doc)));
  return Object.assign({}, ...found.map(({ names }) => names)) as Record<string, string>;
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
    const [from, to] = await Promise.all([sideOf(ctx, kind, id, query.from), sideOf(ctx, kind, id, query.to)]);
    const names = await namesOf(ctx, [from, to], kind);
    const changes = kindOf(kind).diff(from.doc, to.doc, names);
    if (from.charts && to.charts) changes.push(...diffFrozen(from.charts, to.charts, names));
    return { changes: changes.slice(0, MAX_CHANGES), more: Math.max(0, changes.length - MAX_CHANGES) };
  },
});
