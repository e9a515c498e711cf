import { defineServerModule } from '#kit/server/module.ts';
import { businesses } from './business.ts';
import { categories } from './categories.ts';
import { definitions } from './definitions.ts';
import { delegations } from './delegations.ts';
import { flowDesk } from './desk.ts';
import { handovers } from './handover.ts';
import { flowHealth } from './health.ts';
import { readersOfFiles } from './file-readers.ts';
import { INSTANCE } from './files.ts';
import { instances } from './instances.ts';
import { startLoops } from './loops.ts';
import { menus } from './menus.ts';
import { models } from './models.ts';
import { opinions } from './opinions.ts';
import { simulations } from './simulation/simulations.ts';
import { simulationThread } from './simulation/thread.ts';
import { operations } from './operations.ts';
import { platformSets } from './platform-sets.ts';
import { requestType, requests } from './requests.ts';
import { ownServices } from './services/own.ts';
import { runningInstances } from './running/index.ts';
import { statistics } from './statistics.ts';
import { tasks } from './tasks.ts';
import { flowTodos } from './todos.ts';

export { hiddenFields } from './field-rights.ts';
export { seenInstances } from './parties.ts';
export { offeredProcesses, placeUnder, takeFromUnder, type OfferedProcess } from './placing.ts';
export { lastReturn } from './returned.ts';
export { submit, type Submission, type Submitted } from './submit.ts';

/** Approvals on BPMN 2.0: models, definitions, instances, tasks, and what they approve. */
export const workflowModule = defineServerModule({
  name: 'workflow',
  needs: ['system', 'files', 'notices'],
  migrations: { name: 'workflow', folder: new URL('./migrations/', import.meta.url) },
  routes: [
    categories,
    models,
    definitions,
    businesses,
    requests,
    instances,
    runningInstances,
    tasks,
    delegations,
    opinions,
    simulations,
    operations,
    handovers,
    statistics,
  ],
  menus,
  platformSets,
  businessTypes: [requestType],
  flowServices: ownServices,
  flowDesk,
  fileReaders: { [INSTANCE]: readersOfFiles },
  todos: [flowTodos],
  health: flowHealth,
  async start(app) {
    const stop = await startLoops(app);
    return async () => {
      await stop();
      await simulationThread.close();
    };
  },
});
