import { defineServerModule } from '#kit/server/module.ts';
import { shareRoutes } from './share/links.ts';
import { sharedRoutes } from './share/open.ts';
import { viewRoutes } from './view/index.ts';

/** Data sets, charts, boards and screens. */
export const visualModule = defineServerModule({
  name: 'visual',
  needs: ['system', 'files', 'notices', 'scheduler', 'metadata'],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [viewRoutes, shareRoutes, sharedRoutes],
});
