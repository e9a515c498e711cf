import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { projects } from '../contract/index.ts';

/** The calls of the module: `api.supplier.page({ query })`. */
export const api = createClient(projects, send);
