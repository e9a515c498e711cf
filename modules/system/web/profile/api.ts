import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { auth } from '../../contract/auth.ts';
import { captcha } from '../../contract/captcha.ts';
import { profile } from '../../contract/profile.ts';

/** The calls about the signed-in person. */
export const api = createClient({ auth, captcha, profile }, send);
