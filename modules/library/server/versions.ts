import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DocKind } from '../contract/item.ts';
import { KEPT_VERSIONS } from '../contract/version.ts';

/** Saves of one person in a row count as one version for this long: editors save by themselves. */
const ONE_SITTING_MS = 5 * 60_000;

export interface NewVersion {
  /** JSON text of the document */
  readonly text: string;
  readonly name?: string | null;
  /** stored charts as they are at this moment, of a published version */
  readonly charts?: Readonly<Record<string, unknown>>;
  readonly restoredFrom?: number;
  /** every save is kept, also those shortly after each other */
  readonly isEach?: boolean;
}

/** SHA-256 of a document as hex: equal documents make one version. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Keeps a document as a version in the caller's transaction, the item being locked. An unchanged document makes no new version unless it is
 * published or restored. Returns the number of the version that holds it.
 */
export async function saveVersion(ctx: Ctx, kind: DocKind, id: string, one: NewVersion): Promise<number> {
  const last = await ctx.db
    .selectFrom('visualVersion')
    .select(['id', 'versionNo', 'name', 'sha256', 'isPublished', 'createBy', 'createTime', 'restoredFrom'])
    .where('entityType', '=', kind)
    .where('entityId', '=', id)
    .orderBy('versionNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  const sha256 = digest(one.text);
  const isPlain = one.charts === undefined && one.restoredFrom === undefined && !one.name;
  if (last && isPlain) {
    if (last.sha256 === sha256) return last.versionNo;
    const isOpen = last.name === null && last.isPublished === '0' && last.restoredFrom === null && last.createBy === ctx.user.id;
    if (!one.isEach && isOpen && ctx.now.getTime() - last.createTime.getTime() < ONE_SITTING_MS) {
      await ctx.db.updateTable('visualVersion').set({ doc: one.text, sha256 }).where('id', '=', last.id).execute();
      return last.versionNo;
    }
  }
  const versionNo = (last?.versionNo ?? 0) + 1;
  await ctx.db
    .insertInto('visualVersion')
    .values({
      id: ctx.app.ids.next(),
      entityType: kind,
      entityId: id,
      versionNo,
      name: one.name ?? null,
      doc: one.text,
      charts: JSON.stringify(one.charts ?? {}),
      sha256,
      isPublished: one.charts === undefined ? '0' : '1',
      restoredFrom: one.restoredFrom ?? null,
      createBy: ctx.user.id,
      createTime: ctx.now,
    })
    .execute();
  await prune(ctx, kind, id);
  return versionNo;
}

/** Named versions and the one that viewers see are never given up. */
async function prune(ctx: Ctx, kind: DocKind, id: string): Promise<void> {
  const current = kind === 'chart' ? sql`null` : sql`(select published_no from ${sql.table(`visual_${kind}`)} where id = ${id})`;
  await sql`delete from visual_version where id in (select id from visual_version where entity_type = ${kind} and entity_id = ${id}
    and name is null and version_no is distinct from ${current} order by version_no desc offset ${KEPT_VERSIONS})`.execute(ctx.db);
}
