import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { column, table } from '#modules/catalogue/contract/table.ts';
import { app } from '#modules/market/contract/app.ts';
import { source } from '#modules/sources/contract/source.ts';
import { standardElement } from '#modules/standards/contract/element.ts';
import { standardDict } from '#modules/standards/contract/dict.ts';
import { standardType } from '#modules/standards/contract/type.ts';
import { masterdata } from '../contract/index.ts';

/** The calls of the module: `api.model.page({ query })`. */
export const api = createClient(masterdata, send);
/** Calls of other modules by which sources, tables and standards are chosen. */
export const catalogue = createClient({ source, table, column }, send);
export const standards = createClient({ element: standardElement, type: standardType, dict: standardDict }, send);
export const market = createClient({ app }, send);
