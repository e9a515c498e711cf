import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { column, table } from '#modules/catalogue/contract/table.ts';
import { contrast } from '#modules/standards/contract/contrast.ts';
import { standardType } from '#modules/standards/contract/type.ts';
import { source } from '#modules/sources/contract/source.ts';
import { quality } from '../contract/index.ts';

/** The calls of the module, and those that choose a source, a table, a column. */
export const api = createClient({ ...quality, source, table, column, standardType, contrast }, send);
