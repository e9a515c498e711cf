import { defineServerModule } from '#kit/server/module.ts';

/** Data filling: forms that people design, publish and fill; what is filled stands in managed tables. */
export const formsModule = defineServerModule({
  name: 'forms',
  needs: [
    'system',
    'files',
    'notices',
    'projects',
    'workflow',
    'sources',
    'gate',
    'lineage',
    'catalogue',
    'managed',
    'library',
    'datasets',
  ],
  routes: [],
});
