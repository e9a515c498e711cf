import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { user } from '#modules/system/contract/user.ts';
import { scheduler } from '../contract/index.ts';

/** The calls of the module, and the list of people that an alert can go to. */
export const api = createClient({ ...scheduler, user: { list: user.list } }, send);
