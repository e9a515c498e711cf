import { toast } from '#kit/web/dialog.tsx';
import { download } from '#kit/web/send.ts';
import { output } from '../../contract/output.ts';
import type { BoardView } from '../../contract/view-calls.ts';
import type { ViewFeed } from '../view/view-feed.ts';

/** The data of a board, or of some of its tiles, as a workbook, filtered as the viewer sees it. */
export async function exportBoard(view: BoardView, feed: ViewFeed, keys?: readonly string[]): Promise<void> {
  try {
    const body = { entity: 'board', id: view.id, versionNo: view.versionNo, ...feed.wish, ...(keys && { keys: [...keys] }) };
    await download({ route: output.xlsx }, { body }, `${view.name}.xlsx`);
  } catch (error) {
    toast.error(error instanceof Error ? error.message : '导出失败，请重试');
  }
}
