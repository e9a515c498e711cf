import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { system } from '../contract/index.ts';

/** The calls of the module: `api.post.page({ query })`. */
export const api = createClient(system, send);
