import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { message } from '../../contract/message.ts';

/** What the top bar asks for; the other calls of the module come with what opens. */
export const bellApi = /* @__PURE__ */ createClient({ message }, send);
