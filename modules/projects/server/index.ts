import { defineServerModule } from '#kit/server/module.ts';
import { areas, seedAreas } from './area.ts';

/** Project records; in this release the administrative divisions only. */
export const projectsModule = defineServerModule({
  name: 'projects',
  needs: [],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [areas],
  seed: (_app, db) => seedAreas(db),
});
