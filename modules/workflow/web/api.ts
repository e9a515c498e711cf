import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { workflow } from '../contract/index.ts';

/** The calls of the module: `api.flowTask.todo({ query })`. */
export const api = createClient(workflow, send);
