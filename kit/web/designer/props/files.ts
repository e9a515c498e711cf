import { fileCalls } from '#kit/contract/file.ts';
import { createClient } from '../../client.ts';
import { send } from '../../send.ts';

/** The calls about pictures that settings name. */
export const files = createClient({ file: fileCalls }, send);
