import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { viewing } from '../../contract/view-calls.ts';

export const api = createClient({ viewing }, send);
