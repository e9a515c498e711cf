import { AppError } from '#kit/contract/errors.ts';
import type { Account, Ctx } from '#kit/server/ctx.ts';
import { visibleFiles } from '#modules/files/server/index.ts';
import type { BoardConfig } from '#modules/boards/contract/board-config.ts';
import type { ScreenConfig } from '#modules/screens/contract/screen-config.ts';
import { filesOfBoard, shapeOfBoard } from '#modules/boards/core/index.ts';
import { filesOfScreen, shapeOfScreen } from '#modules/screens/core/index.ts';
import { type Shape } from '#modules/charts/core/index.ts';
import { publishedBoard, publishedScreen, type Published } from './published.ts';

export type Entity = 'board' | 'screen';
/** A published document and what its data calls need of it. */
export type OpenDocument = { readonly shape: Shape } & (
  | { readonly entity: 'board'; readonly published: Published<BoardConfig> }
  | { readonly entity: 'screen'; readonly published: Published<ScreenConfig> }
);

/** Stored files that the document shows, by their stored names. */
export const filesOfDocument = (document: OpenDocument): string[] =>
  document.entity === 'board' ? filesOfBoard(document.published.config) : filesOfScreen(document.published.config);

/** Those of the named files that the document shows and the account sees, each once. */
export async function visiblePictures(
  ctx: Ctx,
  { document, user, fileNames }: { document: OpenDocument; user: Account; fileNames: readonly string[] },
): Promise<{ fileName: string; originalFilename: string }[]> {
  const shown = new Set(filesOfDocument(document));
  const names = [...new Set(fileNames)].filter((name) => shown.has(name));
  const seen = await visibleFiles(ctx.app, ctx.db, user, names);
  return names.flatMap((fileName) => {
    const originalFilename = seen.get(fileName)?.originalFilename;
    return originalFilename === undefined ? [] : [{ fileName, originalFilename }];
  });
}

/**
 * The published version of a board or screen for the caller. Throws entity.notFound when it is missing or out of reach, version.changed when
 * the page shows another version.
 */
export async function openDocument(ctx: Ctx, entity: Entity, idOrCode: string, versionNo?: number): Promise<OpenDocument> {
  const open = await read(ctx, entity, idOrCode);
  const present = open.published.versionNo;
  if (versionNo !== undefined && versionNo !== present) throw new AppError('version.changed', undefined, { versionNo: present });
  return open;
}

async function read(ctx: Ctx, entity: Entity, idOrCode: string): Promise<OpenDocument> {
  if (entity === 'board') {
    const published = await publishedBoard(ctx, idOrCode);
    return { entity, published, shape: shapeOfBoard(published.config, published.charts) };
  }
  const published = await publishedScreen(ctx, idOrCode);
  return { entity, published, shape: shapeOfScreen(published.config, published.charts) };
}
