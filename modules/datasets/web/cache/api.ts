import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { cacheCalls } from '../../contract/cache-calls.ts';

/** The calls around kept answers: `api.cache.inherited({ query })`. */
export const api = createClient({ cache: cacheCalls }, send);
