import { toast } from '#kit/web/dialog.tsx';
import { download } from '#kit/web/send.ts';
import { output } from '../../contract/output.ts';
import type { PublishedView } from '../../contract/view-calls.ts';
import type { ViewFeed } from '../view/view-feed.ts';

/** The data of a board or a screen, or of some of its tiles, as a workbook, filtered as the viewer sees it. */
export async function exportWorkbook(view: PublishedView, feed: ViewFeed, keys?: readonly string[]): Promise<void> {
  try {
    const body = { entity: view.entity, id: view.id, versionNo: view.versionNo, ...feed.selection, ...(keys && { keys: [...keys] }) };
    await download({ route: output.xlsx }, { body }, `${view.name}.xlsx`);
  } catch (error) {
    toast.error(error instanceof Error ? error.message : '导出失败，请重试');
  }
}
