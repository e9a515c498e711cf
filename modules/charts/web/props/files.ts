import { fileCalls } from '#kit/contract/file.ts';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';

/** The calls about pictures that settings name. */
export const files = createClient({ file: fileCalls }, send);
