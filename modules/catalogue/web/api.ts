import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { accessRequest } from '#modules/gate/contract/access-request.ts';
import { authorize } from '#modules/gate/contract/authorize.ts';
import { change, follow, tableVersion } from '../contract/change.ts';
import { classify } from '#modules/gate/contract/classify.ts';
import { document } from '../contract/document.ts';
import { domain, governance, tag } from '../contract/governance.ts';
import { harvest } from '#modules/sources/contract/harvest.ts';
import { home } from '../contract/home.ts';
import { lineage } from '#modules/lineage/contract/lineage.ts';
import { map } from '../contract/map.ts';
import { profile } from '../contract/profile.ts';
import { renameGuess } from '../contract/rename-guess.ts';
import { search } from '../contract/search.ts';
import { source } from '#modules/sources/contract/source.ts';
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
