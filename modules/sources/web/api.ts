import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { harvest } from '../contract/harvest.ts';
import { sourceFile } from '../contract/source-file.ts';
import { source } from '../contract/source.ts';

export const api = createClient({ harvest, source, sourceFile }, send);
