import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { auth } from '#modules/system/contract/auth.ts';
import { captcha } from '#modules/system/contract/captcha.ts';
import { loginLog } from '#modules/system/contract/login-log.ts';
import { session } from '#modules/system/contract/session.ts';
import { site } from '#modules/system/contract/site.ts';

/** The calls that sign people in and out; those of the shell are apart, so that /login does not load them. */
export const api = createClient({ auth, captcha, loginLog, session, site }, send);
