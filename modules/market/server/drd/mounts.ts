import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { searchCatalogue, tablesById } from '#modules/catalogue/server/index.ts';
import { visibleFiles } from '#modules/files/server/index.ts';
import { ITEMS, ofVisibleItem } from '#modules/library/server/index.ts';
import { SEES_SOURCES } from '#modules/sources/server/index.ts';
import type { DrdMount, DrdType } from '../../contract/drd.ts';
import { API_SCOPE } from '../apis/seen.ts';

const CATALOGUES = ['market:drd:add', 'market:drd:edit'];
const SHOWN = 20;
/** A thing that can stand behind a resource. */
export interface Mountable {
  readonly refId: string;
  readonly name: string;
  readonly detail: string | null;
}
/** Kinds of the library behind a resource. */
export const ITEM_OF = { '4': 'dataset', '5': 'board' } as const;

async function tables(ctx: Ctx, keyword: string): Promise<Mountable[]> {
  const { data } = await searchCatalogue(ctx, { query: { keyword, types: ['table'], pageNum: 1, pageSize: SHOWN } });
  return data.map((hit) => ({
    refId: hit.id,
    name: hit.cnName ?? hit.comment ?? hit.name,
    detail: `${hit.sourceName} · ${hit.schemaName}.${hit.name}`,
  }));
}

async function apis(ctx: Ctx, filter: { keyword?: string | undefined; refId?: string | undefined }): Promise<Mountable[]> {
  let rows = ctx.db
    .selectFrom('marketApi')
    .select(['id as refId', 'apiName as name', sql<string>`api_version || ' ' || api_url`.as('detail')])
    .where('deletedAt', 'is', null)
    .where((e) => e.or([e('status', '=', '2'), scope(ctx, API_SCOPE, ['market:api:edit'])]));
  if (filter.keyword) rows = rows.where(containsText('apiName', filter.keyword));
  if (filter.refId) rows = rows.where('id', '=', filter.refId);
  return rows.orderBy('apiName').orderBy('id').limit(SHOWN).execute();
}

async function items(
  ctx: Ctx,
  type: '4' | '5',
  filter: { keyword?: string | undefined; refId?: string | undefined },
): Promise<Mountable[]> {
  const kind = ITEM_OF[type];
  const { table, name, label, code } = ITEMS[kind];
  const { rows } =
    await sql<Mountable>`select id as "refId", ${sql.ref(`${table}.${name}`)} as name, ${label} as detail from ${sql.table(table)}
    where deleted_at is null and ${ofVisibleItem(ctx, kind, [`${code}:list`])}
      and ${filter.keyword ? containsText(`${table}.${name}`, filter.keyword) : sql`true`}
      and ${filter.refId ? sql`id = ${filter.refId}` : sql`true`}
    order by 2, 1 limit ${SHOWN}`.execute(ctx.db);
  return rows;
}

async function files(ctx: Ctx, refId: string): Promise<Mountable[]> {
  const seen = (await visibleFiles(ctx.app, ctx.db, ctx.user, [refId])).get(refId);
  return seen ? [{ refId, name: seen.originalFilename, detail: null }] : [];
}

/** What the caller may put behind a resource, by a part of its name or by its id. */
export async function mountables(
  ctx: Ctx,
  { mountType, ...filter }: { mountType: DrdType; keyword?: string | undefined; refId?: string | undefined },
): Promise<Mountable[]> {
  if (mountType === '1') {
    if (!filter.refId) return tables(ctx, filter.keyword ?? '');
    const found = (await tablesById(ctx, [filter.refId], [...SEES_SOURCES, ...CATALOGUES])).get(filter.refId);
    return found
      ? [{ refId: found.id, name: found.label ?? found.tableName, detail: `${found.sourceName} · ${found.schemaName}.${found.tableName}` }]
      : [];
  }
  if (mountType === '2') return apis(ctx, filter);
  if (mountType === '3') return filter.refId ? files(ctx, filter.refId) : [];
  return items(ctx, mountType, filter);
}

/** Refuses mounts that the caller may not know of; those that were there before may stay. Throws input.invalid. */
export async function assertMounts(ctx: Ctx, mounts: readonly DrdMount[], before: readonly DrdMount[]): Promise<void> {
  const keyOf = ({ mountType, refId }: DrdMount) => `${mountType}:${refId}`;
  const kept = new Set(before.map(keyOf));
  const keys = mounts.map(keyOf);
  if (new Set(keys).size !== keys.length)
    throw new AppError('input.invalid', '同一对象只能挂接一次', [{ path: 'mounts', message: '同一对象只能挂接一次' }]);
  for (const [i, mount] of mounts.entries()) {
    if (kept.has(keyOf(mount))) continue;
    const [found] = await mountables(ctx, { mountType: mount.mountType, refId: mount.refId });
    if (!found)
      throw new AppError('input.invalid', '挂接的对象不存在或没有查看权限', [
        { path: `mounts.${i}.refId`, message: '对象不存在或没有查看权限' },
      ]);
  }
}

/** What stands behind a resource, with names for people and the pages that show it. */
export async function shownMounts(ctx: Ctx, drdId: string) {
  const { rows } = await sql<{
    mountType: DrdType;
    refId: string;
    name: string | null;
    detail: string | null;
    qualityScore: number | null;
  }>`
    select m.mount_type as "mountType", m.ref_id as "refId",
      coalesce(t.cn_name, t.table_comment, t.table_name, a.api_name, f.original_filename, v.set_name, b.board_name) as name,
      case m.mount_type when '1' then s.source_name || ' · ' || t.schema_name || '.' || t.table_name
        when '2' then a.api_version || ' ' || a.api_url || case a.status when '2' then '' else '（未发布）' end
        when '3' then pg_size_pretty(f.file_size::bigint) when '4' then '数据集' else '看板' end as detail,
      t.quality_score::float8 as "qualityScore"
    from market_drd_mount m
      left join metadata_table t on m.mount_type = '1' and t.id = m.ref_id and t.deleted_at is null
      left join metadata_source s on s.id = t.source_id
      left join market_api a on m.mount_type = '2' and a.id = m.ref_id and a.deleted_at is null
      left join file_object f on m.mount_type = '3' and f.file_name = m.ref_id and f.deleted_at is null
      left join visual_data_set v on m.mount_type = '4' and v.id = m.ref_id and v.deleted_at is null
      left join visual_board b on m.mount_type = '5' and b.id = m.ref_id and b.deleted_at is null
    where m.drd_id = ${drdId} order by m.sort`.execute(ctx.db);
  return rows.map((row) => ({
    ...row,
    name: row.name ?? '已删除的对象',
    isGone: row.name === null,
    path: row.name === null ? null : pathTo(ctx, row),
  }));
}

/** Pages that show what stands behind a resource, with the permissions that open them: the first that the caller may open. */
const PAGES: Readonly<Record<DrdType, readonly { readonly perms: readonly string[]; readonly path: string }[]>> = {
  '1': [{ perms: ['metadata:datacolumn:list'], path: '/metadata/datacolumn?table=' }],
  '2': [
    { perms: ['market:square:list'], path: '/market/apimarket?api=' },
    { perms: ['market:api:list'], path: '/market/dataapi?open=detail-' },
  ],
  '3': [],
  '4': [{ perms: ['visual:set:list'], path: '/visual/dataset?open=detail-' }],
  '5': [{ perms: ['visual:board:preview', 'visual:board:build'], path: '/visual/board/view/' }],
};
/** Where the caller finds it; null where no page would open. */
export function pathTo(ctx: Ctx, { mountType, refId }: { mountType: DrdType; refId: string }): string | null {
  const page = PAGES[mountType].find(({ perms }) => perms.some((one) => holds(ctx.user, one)));
  return page ? `${page.path}${refId}` : null;
}
