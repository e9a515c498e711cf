import { createHash } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { takePicture, visibleFiles } from '#modules/files/server/index.ts';
import type { FileAsset } from '../contract/file.ts';

/** Pictures of a file as they are called here: the stored name, or why one cannot be taken. */
export type AssetsHere = ReadonlyMap<string, { readonly fileName: string } | { readonly problem: string }>;

/** A stored file with the same bytes that the caller sees: a second import adds nothing. */
async function sameBytes(ctx: Ctx, sha256: string): Promise<string | undefined> {
  const rows = await ctx.db
    .selectFrom('fileObject')
    .select('fileName')
    .where('sha256', '=', sha256)
    .where('deletedAt', 'is', null)
    .where('contentType', 'like', 'image/%')
    .orderBy('createTime')
    .orderBy('id')
    .limit(20)
    .execute();
  const names = rows.map(({ fileName }) => fileName);
  const seen = await visibleFiles(ctx.app, ctx.db, ctx.user, names);
  return names.find((name) => seen.has(name));
}

/**
 * Makes the pictures that documents show files of the caller, or only looks whether they could become some. `onStored` gets what takes the
 * bytes back when the transaction fails.
 */
export async function assetsHere(
  ctx: Ctx,
  assets: readonly FileAsset[],
  { isTrial, onStored }: { isTrial: boolean; onStored: (discard: () => Promise<void>) => void },
): Promise<AssetsHere> {
  const here = new Map<string, { fileName: string } | { problem: string }>();
  for (const { fileName, originalName, sha256, data } of assets) {
    const bytes = Buffer.from(data, 'base64');
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      here.set(fileName, { problem: `图片“${originalName}”的内容与校验值不符，文件可能已损坏` });
      continue;
    }
    const known = await sameBytes(ctx, sha256);
    if (known !== undefined) {
      here.set(fileName, { fileName: known });
      continue;
    }
    try {
      const taken = await takePicture(ctx, { fileName: originalName, bytes }, { isTrial });
      onStored(taken.discard);
      here.set(fileName, { fileName: taken.fileName });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      here.set(fileName, { problem: `图片“${originalName}”：${error.message}` });
    }
  }
  return here;
}
