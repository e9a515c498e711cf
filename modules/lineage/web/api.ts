import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { lineage } from '../contract/lineage.ts';
import { source } from '#modules/sources/contract/source.ts';

export const api = createClient({ lineage, source }, send);
