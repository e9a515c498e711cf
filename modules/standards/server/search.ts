import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { SearchHit } from '#kit/server/module.ts';
import { elementRows } from './element-rows.ts';

const MAX = 8;
const STATES = { draft: '草稿', inForce: '生效中', retired: '已废止' } as const;

/** Elements in the palette, for who may open their page; those in force first. */
export async function search(ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  if (!holds(ctx.user, 'standard:element:list')) return [];
  const rows = await elementRows(ctx.db, { keyword })
    .select(['standardElement.id', 'elementName', 'elementCode', 'state', 'versionNo'])
    .orderBy(sql`case state when 'inForce' then 0 when 'draft' then 1 else 2 end`)
    .orderBy('elementName')
    .orderBy('standardElement.id')
    .limit(MAX)
    .execute();
  return rows.map(({ id, elementName, elementCode, state, versionNo }) => ({
    kind: '数据元',
    title: `${elementName}（${elementCode}）`,
    detail: state === 'inForce' ? `${STATES[state]} V${versionNo ?? 1}` : STATES[state],
    path: `/standard/element?element=${id}`,
  }));
}
