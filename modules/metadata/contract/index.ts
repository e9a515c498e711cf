import { console } from './console.ts';
import { source } from './source.ts';
import { column, table } from './table.ts';

/** All calls of the module. */
export const metadata = { source, table, column, console };
