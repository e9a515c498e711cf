import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { config } from '#modules/system/contract/config.ts';
import { dict } from '#modules/system/contract/dict.ts';
import { home } from '#modules/system/contract/home.ts';
import { operLog } from '#modules/system/contract/oper-log.ts';
import { profile } from '#modules/system/contract/profile.ts';
import { site } from '#modules/system/contract/site.ts';

/** The calls that the shell makes for the signed-in person. */
export const api = createClient({ config, dict, home, operLog, profile, site }, send);
