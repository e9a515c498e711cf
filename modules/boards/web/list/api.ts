import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { boardCalls } from '../../contract/board-calls.ts';

/** The calls of boards: `api.board.page({ query })`. */
export const api = createClient({ board: boardCalls }, send);
