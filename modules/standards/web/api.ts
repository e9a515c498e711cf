import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { standards } from '../contract/index.ts';

/** The calls of the module: `api.standardDict.page({ query })`. */
export const api = createClient(standards, send);
