import { defineServerModule } from '#kit/server/module.ts';

/** Managed tables: real tables that other modules make at run time, in a schema of their own, with their rows in the catalogue. */
export const managedModule = defineServerModule({
  name: 'managed',
  needs: ['system', 'sources', 'gate', 'lineage', 'catalogue'],
  routes: [],
});
