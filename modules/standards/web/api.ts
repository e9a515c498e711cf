import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { column, table } from '#modules/catalogue/contract/table.ts';
import { source } from '#modules/sources/contract/source.ts';
import { standards } from '../contract/index.ts';

/** The calls of the module: `api.standardDict.page({ query })`; `catalogue` has those that columns are chosen by. */
export const api = createClient(standards, send);
export const catalogue = createClient({ source, table, column }, send);
