import { authorize } from './authorize.ts';
import { classify } from './classify.ts';
import { console } from './console.ts';
import { document } from './document.ts';
import { home } from './home.ts';
import { lineage } from './lineage.ts';
import { map } from './map.ts';
import { maskRule } from './mask-rule.ts';
import { source } from './source.ts';
import { sourceFile } from './source-file.ts';
import { column, table } from './table.ts';

/** All calls of the module. */
export const metadata = { source, sourceFile, table, column, console, document, home, lineage, map, authorize, classify, maskRule };
