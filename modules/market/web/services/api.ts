import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { maskRule } from '#modules/gate/contract/mask-rule.ts';
import { market } from '../../contract/index.ts';

/** The calls of services, and those that choose masks, applications and data APIs. */
export const api = createClient({ ...market, maskRule }, send);
