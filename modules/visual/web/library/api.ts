import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { boardCalls } from '../../contract/board-calls.ts';
import { chartCalls } from '../../contract/chart-calls.ts';
import { folderCalls } from '../../contract/folder.ts';
import { grantCalls } from '../../contract/grant.ts';
import { visualHome } from '../../contract/home.ts';
import { screenCalls } from '../../contract/screen-calls.ts';
import { versionCalls } from '../../contract/version.ts';

/** The calls of charts, boards and screens as items. */
export const api = createClient(
  {
    chart: chartCalls,
    board: boardCalls,
    screen: screenCalls,
    folder: folderCalls,
    grant: grantCalls,
    version: versionCalls,
    home: visualHome,
  },
  send,
);
