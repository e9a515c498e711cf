import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { column, table } from '#modules/catalogue/contract/table.ts';
import { dataSet } from '#modules/datasets/contract/data-set.ts';
import { config } from '#modules/system/contract/config.ts';
import { dept } from '#modules/system/contract/dept.ts';
import { source } from '#modules/sources/contract/source.ts';
import { market } from '../contract/index.ts';

/** The calls of the module, those that choose a source, a table, its columns, and the settings that alarms go by. */
export const api = createClient({ ...market, source, table, column, dataSet, dept, config }, send);
