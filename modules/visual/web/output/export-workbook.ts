import { day } from '#kit/web/format.ts';
import { download } from '#kit/web/send.ts';
import { output } from '../../contract/output.ts';
import type { Wish } from '../../core/view/tile-query.ts';

/** Downloads the data of a document, or of some of its tiles, as the viewer has filtered them. The request layer tells what went wrong. */
export const exportWorkbook = (
  of: { entity: 'board' | 'screen'; id: string; versionNo: number; name: string },
  wish: Wish,
  keys?: readonly string[],
): Promise<void> =>
  download(
    { route: output.xlsx },
    { body: { entity: of.entity, id: of.id, versionNo: of.versionNo, ...wish, keys: keys ?? null } },
    `${of.name}_${day(new Date()) ?? ''}.xlsx`,
  );
