import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { auth } from '#modules/system/contract/auth.ts';
import { captcha } from '#modules/system/contract/captcha.ts';
import { config } from '#modules/system/contract/config.ts';
import { dict } from '#modules/system/contract/dict.ts';
import { home } from '#modules/system/contract/home.ts';
import { loginLog } from '#modules/system/contract/login-log.ts';
import { operLog } from '#modules/system/contract/oper-log.ts';
import { profile } from '#modules/system/contract/profile.ts';
import { session } from '#modules/system/contract/session.ts';
import { site } from '#modules/system/contract/site.ts';

/** The calls that the shell itself makes. */
export const api = createClient({ auth, captcha, config, dict, home, loginLog, operLog, profile, session, site }, send);
