import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { fileCalls } from '#kit/contract/file.ts';
import { source } from '#modules/sources/contract/source.ts';
import { column, table } from '#modules/catalogue/contract/table.ts';
import { dept } from '#modules/system/contract/dept.ts';
import { post } from '#modules/system/contract/post.ts';
import { dataApi } from '#modules/market/contract/api.ts';
import { forms } from '../contract/index.ts';

/** The calls of the module: `api.form.page({ query })`. */
export const api = createClient(forms, send);
/** Calls of others that fields choose from. */
export const lookups = createClient(
  {
    dept,
    post,
    source: { list: source.list },
    table: { list: table.list },
    column: { list: column.list },
    file: fileCalls,
    dataApi: { page: dataApi.page, get: dataApi.get },
  },
  send,
);
