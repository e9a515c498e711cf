import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HomeFigure, SearchHit } from '#kit/server/module.ts';
import { pathOf } from '../links.ts';
import { ITEMS, ofVisibleItem } from '../reach.ts';
import { itemsOf } from '../store.ts';

const MAX_HITS = 5;
const PAGES = { dataset: '/visual/dataset', chart: '/visual/datachart', board: '/visual/databoard', screen: '/visual/datascreen' } as const;

/** Figures of the /home directory: what the account can see. */
export async function figures(ctx: Ctx): Promise<HomeFigure[]> {
  const result: HomeFigure[] = [];
  for (const kind of ['dataset', 'chart', 'board', 'screen'] as const) {
    const permission = `${ITEMS[kind].code}:list`;
    if (!holds(ctx.user, permission)) continue;
    const published = kind === 'board' || kind === 'screen' ? sql`count(*) filter (where published_no is not null)` : sql`null`;
    const { rows } = await sql<{ n: string; published: string | null }>`select count(*) as n, ${published} as published
      from ${sql.table(ITEMS[kind].table)} where deleted_at is null and ${ofVisibleItem(ctx, kind, permission)}`.execute(ctx.db);
    const { n = '0', published: shown = null } = rows[0] ?? {};
    result.push({ path: PAGES[kind], value: n, unit: '个', note: shown === null ? ITEMS[kind].label : `${shown} 个已发布` });
  }
  return result;
}

/** Charts, boards and screens for the ⌘K palette, by their names. Published ones open for looking, charts in their builder or list. */
export async function search(ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  for (const kind of ['board', 'screen', 'chart'] as const) {
    const permission = `${ITEMS[kind].code}:list`;
    if (!holds(ctx.user, permission)) continue;
    const rows = await itemsOf(ctx, kind, permission)
      .leftJoin('visualFolder as folder', 'folder.id', 'item.folderId')
      .select(['item.id', 'item.name', 'item.publishedNo', 'folder.name as folderName'])
      .where(containsText('item.name', keyword))
      .orderBy('item.updateTime', 'desc')
      .orderBy('item.id')
      .limit(MAX_HITS)
      .execute();
    for (const row of rows) {
      const opens =
        kind === 'chart' ? holds(ctx.user, 'visual:chart:build') : row.publishedNo !== null && holds(ctx.user, `visual:${kind}:preview`);
      hits.push({
        kind: ITEMS[kind].label,
        title: row.name,
        detail: row.folderName ?? '未分组',
        path: opens ? pathOf(kind, row.id) : `${PAGES[kind]}?keyword=${encodeURIComponent(row.name)}`,
      });
    }
  }
  return hits;
}
