import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { console } from '../contract/console.ts';
import { savedQuery } from '../contract/saved-query.ts';
import { source } from '#modules/sources/contract/source.ts';

export const api = createClient({ console, savedQuery, source }, send);
