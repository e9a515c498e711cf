import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { embedApp } from '../../contract/embed-app.ts';

export const api = createClient({ embedApp }, send);
