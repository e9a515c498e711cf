import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { accessRequest } from '../contract/access-request.ts';
import { authorize } from '../contract/authorize.ts';
import { change, follow, tableVersion } from '../contract/change.ts';
import { classify } from '../contract/classify.ts';
import { document } from '../contract/document.ts';
import { domain, governance, tag } from '../contract/governance.ts';
import { harvest } from '../contract/harvest.ts';
import { home } from '../contract/home.ts';
import { lineage } from '../contract/lineage.ts';
import { map } from '../contract/map.ts';
import { profile } from '../contract/profile.ts';
import { renameGuess } from '../contract/rename-guess.ts';
import { search } from '../contract/search.ts';
import { source } from '../contract/source.ts';
import { column, table } from '../contract/table.ts';

export const api = createClient(
  {
    accessRequest,
    authorize,
    change,
    classify,
    column,
    document,
    domain,
    follow,
    governance,
    harvest,
    home,
    lineage,
    map,
    profile,
    renameGuess,
    search,
    source,
    table,
    tableVersion,
    tag,
  },
  send,
);
