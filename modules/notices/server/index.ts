import { defineServerModule } from '#kit/server/module.ts';

export { holdersOf, notify, type NewMessage } from './notify.ts';

/** Messages to people, notices, banners and company certificates. */
export const noticesModule = defineServerModule({
  name: 'notices',
  needs: ['system', 'files'],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [],
});
