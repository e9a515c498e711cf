import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { dept } from '#modules/system/contract/dept.ts';
import { role } from '#modules/system/contract/role.ts';
import { user } from '#modules/system/contract/user.ts';
import { notices } from '../contract/index.ts';

/** The calls of the module. */
export const api = createClient(notices, send);
/** The calls of the organisation that audiences are chosen from. */
export const organisation = createClient({ dept, role, user }, send);
