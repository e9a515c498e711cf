import { accessRequest } from './access-request.ts';
import { authorize } from './authorize.ts';
import { classify } from './classify.ts';
import { change, follow, syncRun, tableVersion } from './change.ts';
import { profile } from './profile.ts';
import { console } from './console.ts';
import { document } from './document.ts';
import { home } from './home.ts';
import { domain, governance, tag } from './governance.ts';
import { lineage } from './lineage.ts';
import { lineageParse } from './lineage-parse.ts';
import { map } from './map.ts';
import { maskRule } from './mask-rule.ts';
import { search } from './search.ts';
import { savedQuery } from './saved-query.ts';
import { renameGuess } from './rename-guess.ts';
import { source } from './source.ts';
import { sourceFile } from './source-file.ts';
import { column, table } from './table.ts';

/** All calls of the module. */
export const metadata = {
  source,
  sourceFile,
  table,
  column,
  console,
  savedQuery,
  document,
  home,
  lineage,
  lineageParse,
  map,
  authorize,
  accessRequest,
  classify,
  maskRule,
  governance,
  domain,
  tag,
  search,
  change,
  tableVersion,
  follow,
  syncRun,
  profile,
  renameGuess,
};
