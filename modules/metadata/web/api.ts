import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { metadata } from '../contract/index.ts';

export const api = createClient(metadata, send);
