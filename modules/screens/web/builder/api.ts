import { file } from '#modules/files/contract/file.ts';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { boardCalls } from '#modules/boards/contract/board-calls.ts';
import { chartCalls } from '#modules/charts/contract/chart-calls.ts';
import { screenCalls } from '../../contract/screen-calls.ts';
import { versionCalls } from '#modules/library/contract/version.ts';

/** The calls of the screen builder. */
export const screenApi = createClient({ screen: screenCalls, board: boardCalls, chart: chartCalls, version: versionCalls, file }, send);
