import { defineServerModule } from '#kit/server/module.ts';
import { menus } from './menus.ts';

/** Registered data sources, their harvested catalogue, and the one door to their data. */
export const metadataModule = defineServerModule({
  name: 'metadata',
  needs: ['system'],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [],
  menus,
});
