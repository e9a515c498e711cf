import { createHash } from 'node:crypto';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { AppError } from '#kit/contract/errors.ts';

const etagOf = (id: string, version: number): string => createHash('sha256').update(`${id}:${version}`).digest('base64url').slice(0, 22);

/** The uploaded maps that replace bundled ones; for people who are signed in and for viewers of share links. */
export async function mapsInUse(db: Db): Promise<{ adcode: string; mapName: string; approvalNo: string | null; etag: string }[]> {
  const rows = await db
    .selectFrom('visualMapAsset')
    .select(['id', 'adcode', 'mapName', 'approvalNo', 'version'])
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .orderBy('adcode')
    .limit(100)
    .execute();
  return rows.map(({ id, version, ...row }) => ({ ...row, etag: etagOf(id, version) }));
}

/** A GeoJSON as a reply that browsers keep and ask about with If-None-Match. */
export function geoReply(ctx: Ctx, geo: unknown, etag: string) {
  const headers = { etag: `"${etag}"`, 'cache-control': 'private, no-cache' };
  const isKnown = ctx.request.headers['if-none-match']?.includes(`"${etag}"`) ?? false;
  if (isKnown) ctx.reply.code(304);
  const body = isKnown ? Buffer.alloc(0) : Buffer.from(JSON.stringify(geo));
  return { body, type: 'application/geo+json; charset=utf-8', headers };
}

/** The uploaded map of an area. Throws entity.notFound when the bundled one is in use. */
export async function mapInUse(ctx: Ctx, adcode: string) {
  const row = await ctx.db
    .selectFrom('visualMapAsset')
    .select(['id', 'geo', 'version', 'mapName', 'approvalNo'])
    .where('adcode', '=', adcode)
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '该区域使用内置示意地图');
  return geoReply(ctx, row.geo, etagOf(row.id, row.version));
}
