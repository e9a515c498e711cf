import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { boardCalls } from '#modules/boards/contract/board-calls.ts';
import { chartCalls } from '#modules/charts/contract/chart-calls.ts';
import { screenCalls } from '#modules/screens/contract/screen-calls.ts';

/** The calls that make something new. */
export const calls = createClient({ chart: chartCalls, board: boardCalls, screen: screenCalls }, send);
