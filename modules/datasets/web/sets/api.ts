import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { dataSet } from '../../contract/data-set.ts';
import { folderCalls } from '#modules/library/contract/folder.ts';

/** The calls of data sets and their folders: `api.dataSet.page({ query })`. */
export const api = createClient({ dataSet, folder: folderCalls }, send);
