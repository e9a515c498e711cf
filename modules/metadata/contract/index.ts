import { console } from './console.ts';
import { document } from './document.ts';
import { source } from './source.ts';
import { column, table } from './table.ts';

/** All calls of the module. */
export const metadata = { source, table, column, console, document };
