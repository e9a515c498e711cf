import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { dataSet } from '../../contract/data-set.ts';

/** The calls of data sets: `api.dataSet.page({ query })`. */
export const api = createClient({ dataSet }, send);
