import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { boardCalls } from '#modules/boards/contract/board-calls.ts';
import { chartCalls } from '#modules/charts/contract/chart-calls.ts';
import { dataSet } from '#modules/datasets/contract/data-set.ts';
import { screenCalls } from '#modules/screens/contract/screen-calls.ts';
import { transfer } from '../contract/transfer.ts';

/** The calls of the module, and the lists of what can be exported. */
export const api = createClient({ transfer, dataSet, chart: chartCalls, board: boardCalls, screen: screenCalls }, send);
