import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { askCalls } from '../../contract/ask.ts';
import { queryCalls } from '../../contract/query-calls.ts';

export const askApi = createClient({ ask: askCalls, query: queryCalls }, send);
