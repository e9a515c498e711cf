import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { message } from '../../contract/message.ts';

/** Calls of the top bar only; the others load with the panel. */
export const bellApi = /* @__PURE__ */ createClient({ message }, send);
