import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { banner } from '../../contract/banner.ts';

/** Calls of banners only, to keep the sign-in bundle small. */
export const bannerApi = createClient({ banner }, send);
