import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { share } from '../../contract/share.ts';

export const shareApi = createClient(share, send);
