import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { boardCalls } from '../../contract/board-calls.ts';
import { chartCalls } from '#modules/charts/contract/chart-calls.ts';
import { versionCalls } from '#modules/library/contract/version.ts';

export const boardApi = createClient({ board: boardCalls, chart: chartCalls, version: versionCalls }, send);
