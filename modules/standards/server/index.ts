import { defineServerModule } from '#kit/server/module.ts';
import { onSourceSynced } from '#modules/sources/server/index.ts';
import { areasTask } from './areas.ts';
import { bindings } from './bindings.ts';
import { checkBindings } from './check.ts';
import { contrastDicts } from './contrast-dicts.ts';
import { contrasts } from './contrasts.ts';
import { dicts } from './dicts.ts';
import { elements } from './elements.ts';
import { dictType } from './dict-versions.ts';
import { houseCalls } from './house.ts';
import { mappings } from './mappings.ts';
import { checkSources, layerConfig, NAMING_JOB } from './naming.ts';
import { namingCalls } from './naming-calls.ts';
import { plainRoutes, readersOfDocs, recycledPlain } from './plain.ts';
import { PROPOSE_JOB, proposeElements } from './propose.ts';
import { elementType } from './publish.ts';
import { keepDay } from './stat-days.ts';
import { standardDicts } from './standard-dicts.ts';
import { menus } from './menus.ts';
import { recycledElement, recycledSets } from './recycled.ts';
import { seedCodeSets } from './seed/index.ts';
import { exemptionsThatEnd, proposalsToDecide, valuesToMap } from './todos.ts';
import { search } from './search.ts';
import { types } from './types.ts';
import { uses } from './uses.ts';
import { platformSets } from './platform-sets.ts';

export { codesOfType, isTypeInForce, type CodeColumn } from './codes.ts';
export { elementsInForce, type ElementInForce } from './element-limits.ts';
export { elementWords } from './element-words.ts';
export { itemsOf, type SetItem } from './items-in-force.ts';
export { boundStandards } from './bound-standards.ts';
export { conformityOf, type Conformity } from './conformity.ts';
export { checkNames } from './naming.ts';
export type { CheckedName, NameToCheck } from '../core/naming-check.ts';
export { assertValuesShown } from './contrast-rows.ts';
export { columnsOfStandard, type StandardOf } from './uses.ts';
export { mappingOfContrast } from './mappings.ts';

/** Data standards: code sets, what columns hold against them, data elements, and how far the catalogue keeps to them. */
export const standardsModule = defineServerModule({
  name: 'standards',
  needs: ['system', 'files', 'notices', 'projects', 'sources', 'gate', 'lineage', 'catalogue'],
  platformSets,
  migrations: { name: 'standards', folder: new URL('./migrations/', import.meta.url) },
  routes: [types, dicts, contrasts, contrastDicts, mappings, elements, bindings, uses, houseCalls, namingCalls, ...plainRoutes],
  businessTypes: [elementType, dictType],
  fileColumns: [{ table: 'standardDoc', column: 'files' }],
  fileReaders: { standard_doc: readersOfDocs },
  search,
  dicts: standardDicts,
  configs: [layerConfig],
  menus,
  recycle: [...recycledSets, ...recycledPlain, recycledElement],
  tasks: { 'standards.areas': areasTask },
  schedules: [{ code: 'standards.areas', name: '标准字典：行政区划代码更新', task: 'standards.areas', cron: '0 30 2 * * ?' }],
  jobs: { [PROPOSE_JOB]: { run: proposeElements, atOnce: 1 }, [NAMING_JOB]: { run: checkSources, atOnce: 1 } },
  todos: [proposalsToDecide, valuesToMap, exemptionsThatEnd],
  seed: seedCodeSets,
  start(app) {
    // what a synchronisation changed of a column is compared with its standard at once
    const stop = onSourceSynced(app, 'standards.contrast', async (db, sourceId) => {
      await checkBindings(db, app.now(), { sourceId });
      await keepDay(db, sourceId, app.now());
    });
    return Promise.resolve(() => Promise.resolve(stop()));
  },
});
