import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { screenCalls } from '../../contract/screen-calls.ts';

/** The calls of screens: `api.screen.page({ query })`. */
export const api = createClient({ screen: screenCalls }, send);
