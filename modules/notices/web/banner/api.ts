import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { banner } from '../../contract/banner.ts';

/** The calls of the banners alone: the sign-in page loads nothing else of the module. */
export const bannerApi = createClient({ banner }, send);
